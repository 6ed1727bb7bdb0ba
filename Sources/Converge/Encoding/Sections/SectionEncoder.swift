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
    for position in 0..<fields.count where !fields.isVacant(at: position) {
      let key = fields.key(at: position)
      writer.appendBlob(key.name)
      writer.appendByte(key.datatype.rawValue)
      let start = writer.beginSection()
      section.reset()
      encode(fields.state(at: position), &section)
      section.finish(into: &writer)
      writer.endSection(start)
    }
  }

  /// The number of replicas in the snapshot's table.
  private var replicaCount: Int { numbers.count { $0 >= 0 } }

  /// Encodes the state of one field, which must not be vacant, as a section without its length.
  func encodeField(_ state: FieldState, into writer: inout ByteWriter) {
    var section = SectionWriter(replicaCount: replicaCount)
    encode(state, &section)
    section.finish(into: &writer)
  }

  // The large states are looked at where they are shared: handed on they would be copied, with all
  // that they refer to.

  func encode(_ state: FieldState, _ section: inout SectionWriter) {
    switch state {
    case .lwwRegister(let state), .mvRegister(let state): encode(state, &section)
    case .counter(let state): encode(state, &section)
    case .flag(let state): encode(state.enables, &section)
    case .set(let shared): encode(shared, &section)
    case .orderedSet(let shared): encode(shared, &section)
    case .map(let shared): encode(shared, &section)
    case .orderedMap(let shared): encode(shared, &section)
    case .list(let shared): encode(shared, &section)
    case .text(let shared): encode(shared, &section)
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
