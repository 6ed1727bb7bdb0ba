// SPDX-License-Identifier: Apache-2.0

/// Writes the states of fields as the sections of a snapshot.
///
/// One state, one byte string, whatever its history, its replica numbers, and how its slots lie
/// in memory.
struct SectionEncoder {
  /// For each local replica number the number in the snapshot's table, which is sorted by id;
  /// -1 for a replica that it does not have, of which no state holds a dot.
  let numbers: [Int]
  /// The replicas of the document, by their local numbers.
  let replicas: ReplicaTable
  /// Whether sections say what of the removed must be remembered.
  var tracksRemovals = false

  /// Encodes the fields that hold anything: their number, and of each ascending the name, the
  /// datatype and the section.
  func encodeFields(_ fields: RecordFields, into writer: inout ByteWriter) {
    writer.appendVarint(fields.occupiedCount)
    var section = SectionWriter(replicaCount: replicaCount)
    var payload = ByteWriter(capacity: Self.usualBytes)
    for position in 0..<fields.count where !fields.isVacant(at: position) {
      let entry = fields[position]
      writer.appendBlob(entry.key.name)
      writer.appendByte(entry.key.datatype.rawValue)
      section.reset()
      payload.removeAll()
      encode(entry.state, &section)
      section.finish(into: &payload)
      writer.appendBlob(payload.bytes)
    }
  }

  /// The number of replicas in the snapshot's table.
  private var replicaCount: Int { numbers.count { $0 >= 0 } }

  /// Bytes that most fields of small documents do not exceed.
  private static let usualBytes = 64

  /// Encodes the state of one field, which must not be vacant, as a section without its length.
  func encodeField(_ state: FieldState, into writer: inout ByteWriter) {
    var section = SectionWriter(replicaCount: replicaCount)
    encode(state, &section)
    section.finish(into: &writer)
  }

  func encode(_ state: FieldState, _ section: inout SectionWriter) {
    switch state {
    case .lwwRegister(let state), .mvRegister(let state): encode(state, &section)
    case .counter(let state): encode(state, &section)
    case .flag(let state): encode(state.enables, &section)
    case .set(let shared): encode(shared.state, &section)
    case .orderedSet(let shared): encode(shared.state, &section)
    case .map(let shared): encode(shared.state, &section)
    case .orderedMap(let shared): encode(shared.state, &section)
    case .list(let shared): encode(shared.state, &section)
    case .text(let shared): encode(shared.state, &section)
    }
  }

  /// A dot in the numbers of the snapshot's table.
  func mapped(_ dot: LocalDot) -> LocalDot {
    LocalDot(replica: numbers[dot.replica], counter: dot.counter)
  }

  func mapped(_ stamp: Stamp) -> Stamp {
    var stamp = stamp
    stamp.dot = mapped(stamp.dot)
    return stamp
  }
}
