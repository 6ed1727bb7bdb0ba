// SPDX-License-Identifier: Apache-2.0

/// The dots of writes that nothing has superseded: usually one, more after concurrent writes.
///
/// What says that an element is a member, a flag is on, a record is present. Without duplicates,
/// in no order that means anything.
struct DotSet: Hashable, Sendable {
  private var first = LocalDot.none
  private var others: [LocalDot] = []

  init() {}

  init(_ dot: LocalDot) {
    first = dot
  }

  /// Creates the set of dots that are known to differ.
  init(distinct dots: [LocalDot]) {
    first = dots.first ?? .none
    others = Array(dots.dropFirst())
  }

  var isEmpty: Bool { first.isNone }

  var count: Int { first.isNone ? 0 : 1 + others.count }

  /// The dot of a set that has one.
  var only: LocalDot? { others.isEmpty && !first.isNone ? first : nil }

  func contains(_ dot: LocalDot) -> Bool {
    !dot.isNone && (first == dot || others.contains(dot))
  }

  mutating func insert(_ dot: LocalDot) {
    if first.isNone { first = dot } else if !contains(dot) { others.append(dot) }
  }

  /// Removes what a write or a removal saw.
  ///
  /// - Returns: Whether anything was removed.
  @discardableResult
  mutating func remove(seenBy context: LocalVersionVector) -> Bool {
    guard !others.isEmpty else {
      guard !first.isNone, context.contains(first) else { return false }
      first = .none
      return true
    }
    let before = count
    others.removeAll { context.contains($0) }
    if context.contains(first) { first = others.popLast() ?? .none }
    return count != before
  }

  /// Adds a write, which takes the place of those that it saw: whoever removes it has seen them.
  mutating func supersede(with dot: LocalDot, seenBy context: LocalVersionVector) {
    if others.isEmpty, first.isNone || context.contains(first) {
      first = dot
    } else {
      remove(seenBy: context)
      insert(dot)
    }
  }

  /// Joins the other side's dots, by the rule of `JoinContext`.
  ///
  /// - Returns: Whether any are left.
  @discardableResult
  mutating func join(_ other: DotSet, _ join: JoinContext) -> Bool {
    guard !others.isEmpty || !other.others.isEmpty else {
      joinOnly(join.mapped(other.first), join)
      return !isEmpty
    }
    let theirs = other.dots.map(join.mapped)
    var result = DotSet()
    for dot in dots where theirs.contains(dot) || !join.theyApplied(dot) { result.insert(dot) }
    for dot in theirs where !join.iApplied(dot) { result.insert(dot) }
    self = result
    return !isEmpty
  }

  /// Joins where neither side has more than one dot.
  private mutating func joinOnly(_ theirs: LocalDot, _ join: JoinContext) {
    guard first != theirs else { return }
    if !first.isNone, join.theyApplied(first) { first = .none }
    if !theirs.isNone, !join.iApplied(theirs) { insert(theirs) }
  }

  /// The dots, in no order that means anything.
  var dots: [LocalDot] { first.isNone ? [] : [first] + others }

  /// Whether no dot is kept twice.
  var isDistinct: Bool { !others.contains(first) && others.areDistinct }

  /// Appends the dots, in no order that means anything.
  func append(to dots: inout [LocalDot]) {
    if !first.isNone { dots.append(first) }
    dots += others
  }
}
