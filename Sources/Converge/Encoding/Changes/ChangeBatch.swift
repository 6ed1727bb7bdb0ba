// SPDX-License-Identifier: Apache-2.0

/// Changes as bytes: one alone, or several that share a table of authors.
///
/// ```
/// change   replica id, first counter, [hash of the previous change], body
/// batch    count of authors, { replica id }…  ascending
///          count of changes, { change }…      two or more
///   change   author·2 + 1, body length, body                     goes on where the author's
///                                                                change before in the batch ended
///            author·2, first counter, [hash], body length, body  else
/// ```
public enum ChangeBatch {
  /// Returns changes as bytes, in the order given.
  ///
  /// - Complexity: O(*n*) in the bytes.
  /// - Precondition: There is at least one change.
  public static func encode(_ changes: [Change], document: DocumentID) -> [UInt8] {
    precondition(!changes.isEmpty, "A batch has at least one change.")
    if changes.count == 1 { return changes[0].encoded(in: document) }
    return Envelope.seal(.batch, document) { writer in
      let authors = Set(changes.map(\.replica)).sorted()
      writer.appendVarint(authors.count)
      for author in authors { writer.appendReplicaID(author) }
      let numbers = Dictionary(uniqueKeysWithValues: zip(authors, authors.indices))
      writer.appendVarint(changes.count)
      var last: [Change?] = Array(repeating: nil, count: authors.count)
      for change in changes {
        let number = numbers[change.replica] ?? 0
        if let previous = last[number], change.follows(previous) {
          writer.appendVarint(number << 1 | 1)
        } else {
          writer.appendVarint(number << 1)
          writer.appendVarint(change.firstCounter)
          if change.firstCounter > 1 { writer.appendUInt64(change.previousHash) }
        }
        writer.appendVarint(change.bodyByteCount)
        change.appendBody(to: &writer.bytes)
        last[number] = change
      }
    }
  }

  /// Reads changes from bytes, which must be of a document when one is given.
  ///
  /// - Complexity: O(*n*) in the bytes; memory in proportion to them.
  /// - Throws: `WireError`: the first fault and its offset. A snapshot is `wrongFormat`.
  public static func decode(
    _ bytes: [UInt8], document: DocumentID? = nil, limits: DecodingLimits = .default
  ) throws(WireError) -> [Change] {
    let (kind, _, payload) = try Envelope.open(bytes, document: document, limits: limits)
    switch kind {
    case .change: return [try readOne(payload, limits)]
    case .batch: return try readBatch(payload, limits)
    case .snapshot: throw .wrongFormat(offset: 0)
    }
  }

  private static func readOne(
    _ payload: ByteReader, _ limits: DecodingLimits
  ) throws(WireError) -> Change {
    var reader = payload
    let replica = try reader.readReplicaID()
    let (counter, hash) = try readStart(&reader)
    var scratch = ByteWriter()
    return try Change(
      replica: replica, firstCounter: counter, previousHash: hash, body: reader,
      start: payload.offset, limits: limits, &scratch)
  }

  private static func readStart(
    _ reader: inout ByteReader
  ) throws(WireError) -> (counter: UInt64, hash: UInt64) {
    let start = reader.offset
    let counter = try reader.readVarint()
    guard counter > 0, counter <= LocalDot.maximumCounter else {
      throw .invalidItem(offset: start)
    }
    return (counter, counter > 1 ? try reader.readUInt64() : 0)
  }

  private static func readBatch(
    _ payload: ByteReader, _ limits: DecodingLimits
  ) throws(WireError) -> [Change] {
    var reader = payload
    let authors = try readAuthors(&reader, limits)
    let start = reader.offset
    let count = try reader.readCount(
      minimumBytesEach: 3, limit: limits.maximumChanges, named: .changes)
    guard count > 1 else { throw .notCanonical(offset: start) }
    var changes: [Change] = []
    changes.reserveCapacity(count)
    var last: [Int?] = Array(repeating: nil, count: authors.count)
    var scratch = ByteWriter()
    for position in 0..<count {
      let offset = reader.offset
      let head = try reader.readIndex(below: authors.count << 1)
      let author = head >> 1
      let previous = last[author].map { changes[$0] }
      let follows = head & 1 == 1
      let startOfChange: (counter: UInt64, hash: UInt64)
      if follows {
        guard let previous else { throw .invalidReference(offset: offset) }
        startOfChange = (previous.lastCounter + 1, previous.hash)
      } else {
        startOfChange = try readStart(&reader)
      }
      let change = try Change(
        replica: authors[author], firstCounter: startOfChange.counter,
        previousHash: startOfChange.hash, body: try reader.readSection(), limits: limits,
        &scratch)
      if !follows, let previous, change.follows(previous) { throw .notCanonical(offset: offset) }
      changes.append(change)
      last[author] = position
    }
    try reader.expectEnd()
    guard last.allSatisfy({ $0 != nil }) else { throw .notCanonical(offset: payload.offset) }
    return changes
  }

  private static func readAuthors(
    _ reader: inout ByteReader, _ limits: DecodingLimits
  ) throws(WireError) -> [ReplicaID] {
    let count = try reader.readCount(
      minimumBytesEach: ReplicaID.byteCount, limit: limits.maximumReplicas, named: .replicas)
    var authors: [ReplicaID] = []
    authors.reserveCapacity(count)
    for _ in 0..<count {
      let offset = reader.offset
      let author = try reader.readReplicaID()
      guard authors.last.map({ $0 < author }) ?? true else {
        throw .notCanonical(offset: offset)
      }
      authors.append(author)
    }
    return authors
  }
}

extension Change {
  /// Whether this is the same author's next change.
  func follows(_ previous: Change) -> Bool {
    replica == previous.replica && firstCounter == previous.lastCounter + 1
      && previousHash == previous.hash
  }

  /// Returns this change alone as bytes, as `ChangeBatch.decode(_:document:limits:)` reads them.
  public func encoded(in document: DocumentID) -> [UInt8] {
    Envelope.seal(.change, document, capacity: maximumByteCount) { append(to: &$0) }
  }
}
