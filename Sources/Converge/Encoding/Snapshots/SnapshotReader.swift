// SPDX-License-Identifier: Apache-2.0

/// Reads a document's state from a snapshot: the counterpart of `SnapshotWriter`.
struct SnapshotReader {
  var reader: ByteReader
  let limits: DecodingLimits
  var state: DocumentState
  /// The replicas of the snapshot's table; the state's may be more, members that never wrote.
  private var table = ReplicaTable()
  /// All that the snapshot covers: one value, which the sections that cover as much share.
  private lazy var coverage = VersionVector(
    zip(table.ids, state.versionVector.counters).map { ($0, $1) })

  private init(_ reader: ByteReader, _ document: DocumentID, _ limits: DecodingLimits) {
    self.reader = reader
    self.limits = limits
    state = DocumentState(id: document)
  }

  /// Returns the state that bytes hold, which must be of a document when one is given.
  ///
  /// - Complexity: O(*n* log *n* + *r*²) in the *n* bytes and the *r* replicas; memory in
  ///   proportion to the bytes and to *r*², since what each author has seen is a row of replicas.
  /// - Throws: `WireError`: the first fault and its offset. Changes are `wrongFormat`.
  static func read(
    _ bytes: [UInt8], document: DocumentID?, limits: DecodingLimits
  ) throws(WireError) -> DocumentState {
    let envelope = try Envelope.open(bytes, document: document, limits: limits)
    guard envelope.kind == .snapshot, let id = envelope.document else {
      throw .wrongFormat(offset: 0)
    }
    var reader = SnapshotReader(envelope.payload, id, limits)
    try reader.read()
    return reader.state
  }

  private mutating func read() throws(WireError) {
    try readReplicas()
    table = state.replicas
    let clock = reader.offset
    let timestamp = HybridTimestamp(packed: try reader.readUInt64())
    guard timestamp.milliseconds <= HybridTimestamp.lastUsableMilliseconds else {
      throw .invalidItem(offset: clock)
    }
    state.clock = HybridLogicalClock(timestamp)
    try readAuthors()
    try readMembers()
    try readFields()
    try readUnread()
    try reader.expectEnd()
  }

  private mutating func readReplicas() throws(WireError) {
    let count = try reader.readCount(
      minimumBytesEach: ReplicaID.byteCount + 1, limit: limits.maximumReplicas, named: .replicas)
    var last: ReplicaID?
    for _ in 0..<count {
      let offset = reader.offset
      let id = try reader.readReplicaID()
      guard last.map({ $0 < id }) ?? true else { throw .notCanonical(offset: offset) }
      _ = state.insert(id)
      last = id
    }
    for replica in 0..<count { state.versionVector[replica] = try readCounter() }
  }

  mutating func readCounter() throws(WireError) -> UInt64 {
    let offset = reader.offset
    let counter = try reader.readVarint()
    guard counter > 0, counter <= LocalDot.maximumCounter else {
      throw .invalidItem(offset: offset)
    }
    return counter
  }

  // MARK: Authors

  private mutating func readAuthors() throws(WireError) {
    // Each author's names are limited where its changes are applied; those of all are not.
    let count = try reader.readCount()
    var names: [[UInt8]] = []
    names.reserveCapacity(count)
    for _ in 0..<count {
      let offset = reader.offset
      let name = try readName()
      guard names.last.map({ $0.lexicographicallyPrecedes(name) }) ?? true else {
        throw .notCanonical(offset: offset)
      }
      names.append(name)
    }
    var lastUsers = Array(repeating: -1, count: count)
    for replica in state.authors.indices {
      state.authors[replica] = try readAuthor(replica, names, &lastUsers)
    }
    guard !lastUsers.contains(-1) else { throw .notCanonical(offset: reader.offset) }
  }

  /// Reads an author, and notes it for each name that it mentions.
  private mutating func readAuthor(
    _ replica: Int, _ names: [[UInt8]], _ lastUsers: inout [Int]
  ) throws(WireError) -> Author {
    var author = Author()
    author.hash = try reader.readUInt64()
    author.timestamp = try readTimestamp()
    let offset = reader.offset
    author.context = try readContext()
    guard author.context[replica] == 0 else { throw .invalidItem(offset: offset) }
    for _ in 0..<(try reader.readCount()) {
      let offset = reader.offset
      let other = try reader.readIndex(below: state.replicas.count)
      // A number is given with the context that first mentions the replica.
      guard author.numbers.number(ofReplica: other) == nil, author.context[other] > 0 else {
        throw .notCanonical(offset: offset)
      }
      author.numbers.append(replica: other)
    }
    guard author.numbers.replicas.count == author.context.counters.count(where: { $0 > 0 }) else {
      throw .notCanonical(offset: reader.offset)
    }
    for _ in 0..<(try reader.readCount()) {
      let offset = reader.offset
      let name = try reader.readIndex(below: names.count)
      guard lastUsers[name] != replica else { throw .notCanonical(offset: offset) }
      author.numbers.append(name: names[name])
      lastUsers[name] = replica
    }
    return author
  }

  private mutating func readName() throws(WireError) -> [UInt8] {
    let offset = reader.offset
    let name = try reader.readBlob(limit: limits.maximumNameBytes, named: .nameBytes)
    guard UTF8Validation.isValid(name, in: 0..<name.count) else {
      throw .invalidText(offset: offset)
    }
    return name
  }

  mutating func readTimestamp() throws(WireError) -> HybridTimestamp {
    let offset = reader.offset
    let distance = try reader.readVarint()
    let counter = try reader.readVarint()
    let last = state.clock.last
    guard distance <= last.milliseconds, counter <= UInt64(UInt16.max) else {
      throw .invalidItem(offset: offset)
    }
    let timestamp = HybridTimestamp(
      milliseconds: last.milliseconds - distance, counter: UInt16(truncatingIfNeeded: counter))
    guard timestamp <= last else { throw .invalidItem(offset: offset) }
    return timestamp
  }

  mutating func readContext() throws(WireError) -> LocalVersionVector {
    let count = try reader.readCount(minimumBytesEach: 2)
    var context = LocalVersionVector()
    var next = 0
    for _ in 0..<count {
      let offset = reader.offset
      let number = try reader.readIndex(below: state.replicas.count - next) + next
      let distance = try reader.readVarint()
      guard distance < state.versionVector[number] else { throw .invalidItem(offset: offset) }
      context[number] = state.versionVector[number] - distance
      next = number + 1
    }
    return context
  }

  // MARK: Fields

  private mutating func readFields() throws(WireError) {
    let count = try reader.readCount(minimumBytesEach: 3)
    let decoder = SectionDecoder(
      replicas: table, versionVector: state.versionVector, limits: limits,
      tracksRemovals: state.membership.isDeclared)
    var last: (name: [UInt8], rest: ArraySlice<UInt8>)?
    for _ in 0..<count {
      let start = reader.offset
      let name = try readName()
      let rest = reader.offset
      let tag = try reader.readByte()
      if let datatype = DatatypeTag(rawValue: tag) {
        var section = try reader.readSection()
        let field = try decoder.decodeField(datatype, &section, depth: 0)
        try section.expectEnd()
        state.fields.restore(FieldKey(name: name, datatype: datatype), field)
      } else {
        try readSection(name, tag, from: start)
      }
      // Fields ascend by name and datatype; of those that are kept unread several may stand side
      // by side, ascending by all that follows.
      let isKnown = DatatypeTag(rawValue: tag) != nil
      let place = (name, reader.bytes[rest..<(isKnown ? rest + 1 : reader.offset)])
      guard last.map({ Self.precedes($0, place) }) ?? true else {
        throw .notCanonical(offset: start)
      }
      last = place
    }
  }

  private static func precedes(
    _ first: (name: [UInt8], rest: ArraySlice<UInt8>),
    _ second: (name: [UInt8], rest: ArraySlice<UInt8>)
  ) -> Bool {
    if first.name != second.name { return first.name.lexicographicallyPrecedes(second.name) }
    return first.rest.lexicographicallyPrecedes(second.rest)
  }

  private mutating func readSection(
    _ name: [UInt8], _ tag: UInt8, from start: Int
  ) throws(WireError) {
    let hasTable = tag & UnreadSection.ownTable != 0
    let datatype = tag & ~UnreadSection.ownTable
    guard datatype != 0, DatatypeTag(rawValue: datatype) == nil else {
      throw .invalidItem(offset: start)
    }
    let all = coverage
    var section = UnreadSection(
      name: name, datatype: datatype, replicas: table.ids, covers: all, payload: [])
    if hasTable {
      section.replicas = []
      section.covers = VersionVector()
      for _ in 0..<(try reader.readCount(minimumBytesEach: ReplicaID.byteCount + 1)) {
        let offset = reader.offset
        let id = try reader.readReplicaID()
        guard section.replicas.last.map({ $0 < id }) ?? true else {
          throw .notCanonical(offset: offset)
        }
        section.replicas.append(id)
        section.covers[id] = try readCounter()
      }
      let isAll = section.replicas == table.ids && section.covers == all
      guard !isAll, section.covers.isSubset(of: all) else { throw .notCanonical(offset: start) }
    }
    section.payload = try reader.readBlob()
    state.sections.append(section)
  }

  // MARK: Unread operations

  private mutating func readUnread() throws(WireError) {
    let count = try reader.readCount(minimumBytesEach: 7)
    for _ in 0..<count {
      let offset = reader.offset
      let replica = try reader.readIndex(below: table.count)
      let counter = try readCounter()
      let dotCount = try reader.readVarint()
      guard dotCount > 0, counter <= state.versionVector[replica],
        dotCount <= state.versionVector[replica] - counter + 1
      else { throw .invalidReference(offset: offset) }
      let dot = LocalDot(replica: replica, counter: counter)
      if let last = state.unread.last {
        guard state.replicas.precedes(last.dots.last, dot) else {
          throw .notCanonical(offset: offset)
        }
      }
      let timestamp = try readTimestamp()
      let context = try readContext()
      state.unread.append(
        UnreadOperation(
          dot: dot, dotCount: Int(truncatingIfNeeded: dotCount), timestamp: timestamp,
          context: context, bytes: try reader.readBlob()))
    }
  }
}

extension UnreadSection {
  /// The bit of a section's datatype that says: it has a table and a version vector of its own.
  static let ownTable: UInt8 = 0x80
}
