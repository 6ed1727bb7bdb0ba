// SPDX-License-Identifier: Apache-2.0

/// The members of a document, and what each has published.
///
/// Part of the state: a function of the members declared at the start and of the changes applied.
/// Without members declared, everyone may write and nothing is ever dropped.
struct Membership: Sendable {
  /// One member.
  struct Member: Sendable {
    /// Its number in the document's table.
    var replica: Int
    /// Whether it was declared at the start.
    var isFounder = false
    /// While it has made no change: who admitted it, and what it knows by that; of each sponsor
    /// the first.
    var admissions: [Admission] = []
    /// Its cut, as it has told: for each replica the last counter that all members had applied.
    var published = LocalVersionVector()
    /// Who took it out of the members; of each author the first.
    var evictions: [Eviction] = []
  }

  /// One operation that took a replica out of the members.
  struct Eviction: Sendable {
    /// Its dot and its change's timestamp.
    var stamp: Stamp
    /// What its author had applied, the operation itself included.
    var context: LocalVersionVector
  }

  /// One operation that made a replica a member.
  struct Admission: Sendable {
    var dot: LocalDot
    /// What its author had applied, the operation itself included.
    var context: LocalVersionVector
  }

  /// In no order that means anything.
  private(set) var members: [Member] = []
  /// The last counter of each replica that is not an acknowledgement.
  private(set) var work = LocalVersionVector()

  var isDeclared: Bool { !members.isEmpty }

  /// A member by its number.
  func member(_ replica: Int) -> Member? { members.first { $0.replica == replica } }

  /// Whether a replica may write.
  func accepts(_ replica: Int) -> Bool { !isDeclared || member(replica) != nil }

  /// Adds a member from the start.
  mutating func declare(_ replica: Int) {
    guard member(replica) == nil else { return }
    members.append(Member(replica: replica, isFounder: true))
  }

  /// Notes that an operation made a replica a member, one that has made no change yet.
  mutating func admit(_ replica: Int, _ admission: Admission) {
    let place = place(of: replica)
    guard !members[place].isFounder else { return }
    let sponsor = admission.dot.replica
    let known = members[place].admissions.firstIndex { $0.dot.replica == sponsor }
    if let known {
      guard admission.dot.counter < members[place].admissions[known].dot.counter else { return }
      members[place].admissions[known] = admission
    } else {
      members[place].admissions.append(admission)
    }
  }

  /// Notes that an operation took a replica out of the members.
  mutating func evict(_ replica: Int, _ eviction: Eviction) {
    guard let place = members.firstIndex(where: { $0.replica == replica }) else { return }
    let author = eviction.stamp.dot.replica
    let known = members[place].evictions.firstIndex { $0.stamp.dot.replica == author }
    if let known {
      let first = members[place].evictions[known].stamp.dot
      if eviction.stamp.dot.counter < first.counter { members[place].evictions[known] = eviction }
    } else {
      members[place].evictions.append(eviction)
    }
  }

  /// Adds a member that has made changes already, or does nothing when it is known.
  mutating func add(_ replica: Int) {
    _ = place(of: replica)
  }

  /// Notes a change of a member: from now on its changes tell what it knows.
  mutating func noteChange(by replica: Int) {
    guard let place = members.firstIndex(where: { $0.replica == replica }) else { return }
    members[place].admissions = []
  }

  /// Notes an operation that is not an acknowledgement.
  mutating func noteWork(_ dot: LocalDot) {
    guard isDeclared, work[dot.replica] < dot.counter else { return }
    work[dot.replica] = dot.counter
  }

  /// Takes in what a member has published; it never takes anything back.
  mutating func publish(_ cut: LocalVersionVector, by replica: Int) {
    guard let place = members.firstIndex(where: { $0.replica == replica }) else { return }
    members[place].published.merge(cut)
  }

  /// The lesser counter of each replica.
  static func least(of vectors: [LocalVersionVector]) -> LocalVersionVector {
    guard var result = vectors.first else { return LocalVersionVector() }
    for vector in vectors.dropFirst() { result.formMinimum(vector) }
    return result
  }

  private mutating func place(of replica: Int) -> Int {
    if let place = members.firstIndex(where: { $0.replica == replica }) { return place }
    members.append(Member(replica: replica))
    return members.count - 1
  }
}
