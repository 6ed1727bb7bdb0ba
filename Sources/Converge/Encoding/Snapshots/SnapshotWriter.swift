// SPDX-License-Identifier: Apache-2.0

/// Writes a document's state as a snapshot.
///
/// Numbers of replicas in a snapshot are places in its own table, which ascends by id and holds
/// those of which something is applied: so equal states are equal bytes, whatever the numbers in
/// memory. The layout is in <doc:WireFormat>.
struct SnapshotWriter {
  let state: DocumentState
  /// The state's numbers of the snapshot's replicas, ascending by id.
  let table: [Int]
  /// The snapshot's number of each of the state's replicas, or -1.
  let numbers: [Int]

  private init(_ state: consuming DocumentState) {
    var table: [Int] = []
    table.reserveCapacity(state.replicas.count)
    var isAscending = true
    for replica in 0..<state.replicas.count where state.versionVector[replica] > 0 {
      if let last = table.last, state.replicas[replica] < state.replicas[last] {
        isAscending = false
      }
      table.append(replica)
    }
    if !isAscending {
      let replicas = state.replicas
      table.sort { replicas[$0] < replicas[$1] }
    }
    var numbers: [Int] = []
    numbers.reserveCapacity(state.replicas.count)
    numbers += repeatElement(-1, count: state.replicas.count)
    for number in table.indices { numbers[table[number]] = number }
    self.table = table
    self.numbers = numbers
    self.state = state
  }

  /// Returns a state as bytes.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the state.
  static func write(_ state: consuming DocumentState) -> [UInt8] {
    let writer = SnapshotWriter(state)
    let capacity =
      writer.table.count * usualReplicaBytes + writer.state.fields.count * usualFieldBytes
    return Envelope.seal(.snapshot, writer.state.id, capacity: capacity) { writer.append(to: &$0) }
  }

  // What a replica and a field of a small document take, or somewhat more.
  private static let usualReplicaBytes = 48
  private static let usualFieldBytes = 64

  private func append(to writer: inout ByteWriter) {
    writer.appendVarint(table.count)
    for replica in table { writer.appendReplicaID(state.replicas[replica]) }
    for replica in table { writer.appendVarint(state.versionVector[replica]) }
    writer.appendUInt64(state.clock.last.packed)
    appendAuthors(to: &writer)
    appendMembers(to: &writer)
    appendFields(to: &writer)
    appendUnread(to: &writer)
  }

  // MARK: Authors

  private func appendAuthors(to writer: inout ByteWriter) {
    let authors = state.authors
    let names = NameTable(authors, of: table)
    writer.appendVarint(names.count)
    for place in 0..<names.count { writer.appendBlob(names.name(at: place, authors)) }
    for (place, replica) in table.enumerated() {
      writer.appendUInt64(authors[replica].hash)
      append(authors[replica].timestamp, to: &writer)
      append(authors[replica].context, to: &writer)
      let others = authors[replica].numbers.replicas
      writer.appendVarint(others.count)
      for other in others { writer.appendVarint(numbers[other]) }
      let nameCount = authors[replica].numbers.names.count
      writer.appendVarint(nameCount)
      for name in 0..<nameCount {
        writer.appendVarint(names.place(of: name, ofAuthorAt: place))
      }
    }
  }

  /// A timestamp as its distance from the clock: milliseconds, then its counter.
  func append(_ timestamp: HybridTimestamp, to writer: inout ByteWriter) {
    writer.appendVarint(state.clock.last.milliseconds - timestamp.milliseconds)
    writer.appendVarint(UInt64(timestamp.counter))
  }

  /// A context as its distance from the version vector, replica by replica.
  func append(_ context: LocalVersionVector, to writer: inout ByteWriter) {
    // Of many replicas most have seen few. What they saw is a row as long as the last replica in
    // it, and going through that is quicker than through the table, place by place.
    guard table.count <= Self.fewReplicas else { return appendSparse(context, to: &writer) }
    writer.appendVarint(table.count { context[$0] > 0 })
    var next = 0
    for (number, replica) in table.enumerated() where context[replica] > 0 {
      writer.appendVarint(number - next)
      writer.appendVarint(state.versionVector[replica] - context[replica])
      next = number + 1
    }
  }

  /// Up to so many replicas going through all is quicker than sorting those of a context.
  private static let fewReplicas = 16

  /// The same; as there, a replica that the table does not have counts for nothing.
  private func appendSparse(_ context: LocalVersionVector, to writer: inout ByteWriter) {
    var seen: [Int] = []
    for (replica, counter) in context.counters.enumerated()
    where counter > 0 && numbers[replica] >= 0 {
      seen.append(numbers[replica])
    }
    seen.sort()
    writer.appendVarint(seen.count)
    var next = 0
    for number in seen {
      let replica = table[number]
      writer.appendVarint(number - next)
      writer.appendVarint(state.versionVector[replica] - context[replica])
      next = number + 1
    }
  }

  // MARK: Fields

  private func appendFields(to writer: inout ByteWriter) {
    let encoder = SectionEncoder(
      numbers: numbers, replicas: state.replicas, tracksRemovals: state.membership.isDeclared)
    guard state.sections.isEmpty else { return appendParts(encoder, to: &writer) }
    encoder.encodeFields(state.fields, into: &writer)
  }

  /// Appends the fields and the sections that are kept as they came, among each other.
  private func appendParts(_ encoder: SectionEncoder, to writer: inout ByteWriter) {
    let ids = table.map { state.replicas[$0] }
    let all = VersionVector(table.map { (state.replicas[$0], state.versionVector[$0]) })
    var parts = state.sections.map { part($0, ids, all) }
    for entry in state.fields.entries where !entry.state.isVacant {
      var part = Part(name: entry.key.name)
      part.rest.appendByte(entry.key.datatype.rawValue)
      part.rest.appendSection { encoder.encodeField(entry.state, into: &$0) }
      parts.append(part)
    }
    parts.sort()
    writer.appendVarint(parts.count)
    for part in parts {
      writer.appendBlob(part.name)
      writer.append(contentsOf: part.rest.bytes)
    }
  }

  /// A section that is kept as it came.
  ///
  /// One that covers what the snapshot covers, in the same numbers, stands there like any other;
  /// else it carries its own table and version vector.
  private func part(
    _ section: UnreadSection, _ ids: [ReplicaID], _ all: VersionVector
  ) -> Part {
    var part = Part(name: section.name)
    if section.replicas == ids, section.covers == all {
      part.rest.appendByte(section.datatype)
    } else {
      part.rest.appendByte(section.datatype | UnreadSection.ownTable)
      part.rest.appendVarint(section.replicas.count)
      for replica in section.replicas {
        part.rest.appendReplicaID(replica)
        part.rest.appendVarint(section.covers[replica])
      }
    }
    part.rest.appendBlob(section.payload)
    return part
  }

  /// A field: its name, and datatype and payload as bytes.
  ///
  /// Fields ascend by both.
  private struct Part: Comparable {
    var name: [UInt8]
    var rest = ByteWriter()

    static func == (first: Part, second: Part) -> Bool {
      first.name == second.name && first.rest.bytes == second.rest.bytes
    }

    static func < (first: Part, second: Part) -> Bool {
      if first.name != second.name { return first.name.lexicographicallyPrecedes(second.name) }
      return first.rest.bytes.lexicographicallyPrecedes(second.rest.bytes)
    }
  }

  // MARK: Unread operations

  private func appendUnread(to writer: inout ByteWriter) {
    writer.appendVarint(state.unread.count)
    guard !state.unread.isEmpty else { return }
    for operation in state.unread.sorted(by: { state.replicas.precedes($0.dot, $1.dot) }) {
      writer.appendVarint(numbers[operation.dot.replica])
      writer.appendVarint(operation.dot.counter)
      writer.appendVarint(operation.dotCount)
      append(operation.timestamp, to: &writer)
      append(operation.context, to: &writer)
      writer.appendBlob(operation.bytes)
    }
  }
}
