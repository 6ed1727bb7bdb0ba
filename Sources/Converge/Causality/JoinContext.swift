// SPDX-License-Identifier: Apache-2.0

/// What a join of two states needs beside them: what each has applied, and how the other's
/// replica numbers read here.
///
/// The rule for every dot in a state (Almeida, Shoker and Baquero, "Delta State Replicated Data
/// Types", 2018, https://arxiv.org/abs/1603.01529, section 7.2): it stays when both have it, or
/// when the side without it has not applied it. A dot that one side has applied and does not have
/// was removed or superseded there. An operation that a side keeps unread it has not applied.
struct JoinContext: Sendable {
  /// What this side has taken in.
  var mine: LocalVersionVector
  /// What the other side has taken in, in this side's numbers.
  var theirs: LocalVersionVector
  /// What of that each side keeps unread, in this side's numbers.
  var unreadByMe: [DotRange] = []
  var unreadByThem: [DotRange] = []
  /// This side's number of each of the other side's replicas.
  var numbers: [Int]
  /// The replicas of this side, the other side's included.
  var replicas: ReplicaTable
  /// Whether what was removed is remembered until all members know of it.
  var tracksRemovals = false

  /// Whether this side has applied a dot.
  func iApplied(_ dot: LocalDot) -> Bool {
    mine.contains(dot) && !unreadByMe.contains { $0.contains(dot) }
  }

  /// Whether the other side has applied a dot.
  func theyApplied(_ dot: LocalDot) -> Bool {
    theirs.contains(dot) && !unreadByThem.contains { $0.contains(dot) }
  }

  /// Whether a side keeps operations unread.
  var hasUnread: Bool { !unreadByMe.isEmpty || !unreadByThem.isEmpty }

  /// The same for what unread operations have done too: they write to the records around them.
  var countingUnread: JoinContext {
    var join = self
    join.unreadByMe = []
    join.unreadByThem = []
    return join
  }

  /// A dot of the other side, in this side's numbers.
  func mapped(_ dot: LocalDot) -> LocalDot {
    dot.isNone ? dot : LocalDot(replica: numbers[dot.replica], counter: dot.counter)
  }
}
