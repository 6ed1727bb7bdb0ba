// SPDX-License-Identifier: Apache-2.0

extension SnapshotReader {
  /// Reads the members and what each has published.
  mutating func readMembers() throws(WireError) {
    let count = try reader.readCount(
      minimumBytesEach: ReplicaID.byteCount + 1, limit: limits.maximumReplicas, named: .replicas)
    guard count > 0 else { return }
    let authorCount = state.replicas.count
    var last: ReplicaID?
    var writerCount = 0
    for _ in 0..<count {
      let offset = reader.offset
      let id = try reader.readReplicaID()
      guard last.map({ $0 < id }) ?? true else { throw .notCanonical(offset: offset) }
      last = id
      let replica = state.replicas.number(of: id)
      if replica != nil { writerCount += 1 }
      try readMember(state.insert(id), hasWritten: replica != nil, authorCount)
    }
    // Everyone who has written is a member.
    guard writerCount == authorCount else { throw .invalidReference(offset: reader.offset) }
    for replica in 0..<authorCount {
      let offset = reader.offset
      let distance = try reader.readVarint()
      guard distance <= state.versionVector[replica] else { throw .invalidItem(offset: offset) }
      let counter = state.versionVector[replica] - distance
      if counter > 0 { state.membership.noteWork(LocalDot(replica: replica, counter: counter)) }
    }
  }

  private mutating func readMember(
    _ replica: Int, hasWritten: Bool, _ authorCount: Int
  ) throws(WireError) {
    let offset = reader.offset
    let flags = try reader.readByte()
    guard flags & ~MemberFlags.all == 0 else { throw .invalidItem(offset: offset) }
    if flags & MemberFlags.founder != 0 {
      state.membership.declare(replica)
    } else {
      state.membership.add(replica)
      if !hasWritten { try readAdmissions(of: replica, authorCount) }
    }
    if flags & MemberFlags.published != 0 {
      let published = try readContext()
      guard hasWritten, !published.counters.isEmpty else { throw .invalidItem(offset: offset) }
      state.membership.publish(published, by: replica)
    }
    if flags & MemberFlags.evicted != 0 { try readEvictions(of: replica, authorCount) }
  }

  private mutating func readEvictions(of replica: Int, _ authorCount: Int) throws(WireError) {
    let start = reader.offset
    let count = try reader.readCount(minimumBytesEach: 5)
    guard count > 0 else { throw .invalidItem(offset: start) }
    var last = -1
    for _ in 0..<count {
      let offset = reader.offset
      let author = try reader.readIndex(below: authorCount)
      let counter = try readCounter()
      let timestamp = try readTimestamp()
      let context = try readContext()
      guard author > last else { throw .notCanonical(offset: offset) }
      guard context[author] == counter, author != replica else {
        throw .invalidReference(offset: offset)
      }
      last = author
      let stamp = Stamp(
        dot: LocalDot(replica: author, counter: counter), timestamp: timestamp.packed)
      state.membership.evict(replica, Membership.Eviction(stamp: stamp, context: context))
    }
  }

  private mutating func readAdmissions(
    of replica: Int, _ authorCount: Int
  ) throws(WireError) {
    let start = reader.offset
    let count = try reader.readCount(minimumBytesEach: 3)
    guard count > 0 else { throw .invalidItem(offset: start) }
    var last = -1
    for _ in 0..<count {
      let offset = reader.offset
      let sponsor = try reader.readIndex(below: authorCount)
      let counter = try readCounter()
      let context = try readContext()
      guard sponsor > last else { throw .notCanonical(offset: offset) }
      guard context[sponsor] == counter else { throw .invalidReference(offset: offset) }
      last = sponsor
      state.membership.admit(
        replica,
        Membership.Admission(
          dot: LocalDot(replica: sponsor, counter: counter), context: context))
    }
  }
}
