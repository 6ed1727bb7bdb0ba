// SPDX-License-Identifier: Apache-2.0

extension SnapshotWriter {
  /// Appends the members, ascending by id, with what each has published; a zero without any.
  func appendMembers(to writer: inout ByteWriter) {
    guard state.membership.isDeclared else { return writer.appendVarint(0) }
    let replicas = state.replicas
    let members = state.membership.members
      .sorted { replicas[$0.replica] < replicas[$1.replica] }
    writer.appendVarint(members.count)
    for member in members {
      writer.appendReplicaID(state.replicas[member.replica])
      var flags: UInt8 = member.isFounder ? MemberFlags.founder : 0
      let hasPublished = member.published.counters.contains { $0 > 0 }
      if hasPublished { flags |= MemberFlags.published }
      if !member.evictions.isEmpty { flags |= MemberFlags.evicted }
      writer.appendByte(flags)
      if !member.isFounder, state.versionVector[member.replica] == 0 {
        append(member.admissions, to: &writer)
      }
      if hasPublished { append(member.published, to: &writer) }
      if !member.evictions.isEmpty { append(member.evictions, to: &writer) }
    }
    for replica in table {
      writer.appendVarint(state.versionVector[replica] - state.membership.work[replica])
    }
  }

  private func append(_ evictions: [Membership.Eviction], to writer: inout ByteWriter) {
    writer.appendVarint(evictions.count)
    let replicas = state.replicas
    let ascending = evictions.sorted { replicas.precedes($0.stamp.dot, $1.stamp.dot) }
    for eviction in ascending {
      writer.appendVarint(numbers[eviction.stamp.dot.replica])
      writer.appendVarint(eviction.stamp.dot.counter)
      append(HybridTimestamp(packed: eviction.stamp.timestamp), to: &writer)
      append(eviction.context, to: &writer)
    }
  }

  private func append(_ admissions: [Membership.Admission], to writer: inout ByteWriter) {
    writer.appendVarint(admissions.count)
    let replicas = state.replicas
    for admission in admissions.sorted(by: { replicas.precedes($0.dot, $1.dot) }) {
      writer.appendVarint(numbers[admission.dot.replica])
      writer.appendVarint(admission.dot.counter)
      append(admission.context, to: &writer)
    }
  }
}

/// The bits that say what follows of a member in a snapshot.
enum MemberFlags {
  static let founder: UInt8 = 1
  static let published: UInt8 = 2
  static let evicted: UInt8 = 4
  static let all: UInt8 = 7
}
