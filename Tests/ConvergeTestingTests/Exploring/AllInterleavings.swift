// SPDX-License-Identifier: Apache-2.0

/// Everything that can happen to replicas, enumerated without thought.
///
/// Each replica edits or is handed any change at any time. Exploring must cover just that.
struct AllInterleavings {
  /// A change: who made it and what its author had applied.
  struct Change: Hashable {
    var author: Int
    var letter: Int
    var context: Set<Change>
  }

  /// A replica and what has come to it, in a history of just these changes.
  struct Arrivals: Hashable {
    var history: Set<Change>
    var replica: Int
    var order: [Change]
  }

  /// A replica and what has come to it, in whatever order.
  struct State: Hashable {
    var history: Set<Change>
    var replica: Int
    var arrived: Set<Change>
  }

  let writerCount: Int
  let letterCount: Int
  let changeCount: Int
  /// Every situation reached: for each replica, and one that only reads, what came in which order.
  private(set) var reached: Set<[[Change]]> = []

  init(writerCount: Int, letterCount: Int, changeCount: Int) {
    self.writerCount = writerCount
    self.letterCount = letterCount
    self.changeCount = changeCount
    visit(Array(repeating: [], count: writerCount + 1))
  }

  private mutating func visit(_ situation: [[Change]]) {
    guard reached.insert(situation).inserted else { return }
    let made = Self.made(in: situation)
    for replica in situation.indices {
      var next = situation
      for change in made where !situation[replica].contains(change) {
        next[replica] = situation[replica] + [change]
        visit(next)
      }
      guard replica < writerCount, made.count < changeCount else { continue }
      for letter in 0..<letterCount {
        let change = Change(
          author: replica, letter: letter, context: Self.applied(situation[replica]))
        next[replica] = situation[replica] + [change]
        visit(next)
      }
    }
  }

  private static func made(in situation: [[Change]]) -> Set<Change> {
    Set(situation.joined())
  }

  /// Those changes of which all that their authors had applied has come.
  private static func applied(_ arrived: [Change]) -> Set<Change> {
    Set(arrived.filter { $0.context.isSubset(of: arrived) })
  }

  /// All histories of at least one change.
  var histories: Set<Set<Change>> {
    Set(reached.map { Self.made(in: $0) }.filter { !$0.isEmpty })
  }

  /// What came to replicas of histories all of which some of it depends on.
  var arrivals: Set<Arrivals> {
    var arrivals: Set<Arrivals> = []
    for situation in reached {
      for (replica, order) in situation.enumerated() where !order.isEmpty {
        let past = order.reduce(into: Set(order)) { $0.formUnion($1.context) }
        arrivals.insert(Arrivals(history: past, replica: replica, order: order))
      }
    }
    return arrivals
  }
}
