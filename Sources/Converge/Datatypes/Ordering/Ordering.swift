// SPDX-License-Identifier: Apache-2.0

/// The order of elements that can be moved: each stands where the greatest of its places says.
///
/// After Martin Kleppmann, "Moving Elements in List CRDTs" (PaPoC 2020,
/// https://martin.kleppmann.com/papers/list-move-papoc20.pdf): a move makes a new slot and writes
/// it into the element's place, a last-writer-wins register; so of concurrent moves one wins and
/// the element never stands twice. Elements are named by row: the content number of their slots.
struct Ordering: Sendable {
  private(set) var tree = SlotTree()
  /// The places of each row that no later place has seen: usually one, more after concurrent
  /// moves.
  private(set) var places: [Writes<Void>] = []

  var count: Int { tree.count }

  /// Adds a row that has no place yet.
  mutating func addRow() {
    places.append(Writes())
  }

  /// Adds rows whose elements are new, one after another in the sequence, all present.
  ///
  /// Their first places carry no timestamp: every later place of the element has seen them.
  ///
  /// - Returns: Whether the parent is there; without it nothing is added.
  mutating func insertRows(_ count: Int, at placement: Placement, _ context: WriteContext) -> Bool {
    let first = UInt32(truncatingIfNeeded: places.count)
    guard
      tree.insert(
        context.dot, length: count, at: placement, content: first, isVisible: true,
        replicas: context.replicas)
    else { return false }
    for offset in 0..<count {
      places.append(Writes(Stamp(dot: context.dot.advanced(by: offset), timestamp: 0), ()))
    }
    return true
  }

  /// Adds rows at an index, as a call of the user here.
  ///
  /// - Returns: Where the first hangs.
  mutating func insertRows(_ count: Int, _ dot: LocalDot, at index: Int) -> Placement {
    let placement = tree.insert(
      dot, length: count, atPosition: index, content: UInt32(truncatingIfNeeded: places.count))
    for offset in 0..<count {
      places.append(Writes(Stamp(dot: dot.advanced(by: offset), timestamp: 0), ()))
    }
    return placement
  }

  /// Moves the row at an index, as a call of the user here, who has seen all other places.
  ///
  /// - Returns: The row, and where its new slot hangs.
  mutating func move(
    from source: Int, to target: Int, _ stamp: Stamp
  ) -> (row: Int, placement: Placement) {
    let (content, placement) = tree.move(from: source, to: target, stamp.dot)
    places[Int(content)] = Writes(stamp, ())
    return (Int(content), placement)
  }

  /// Ends a series of calls of the user.
  mutating func settle() {
    tree.settle()
  }

  /// Gives a row a new place, where it is shown if its element is present.
  mutating func place(
    _ row: Int, at placement: Placement, isPresent: Bool, _ context: WriteContext
  ) {
    let before = places[row]
    places[row].write((), context.stamp, seen: context.seen, context.replicas)
    let wins = places[row].winner?.stamp.dot == context.dot
    if wins, let old = before.winner?.stamp.dot { tree.setVisible(false, old) }
    let isHung = tree.insert(
      context.dot, length: 1, at: placement, content: UInt32(truncatingIfNeeded: row),
      isVisible: wins && isPresent, replicas: context.replicas)
    if !isHung {
      places[row] = before
      settle(row, isPresent: isPresent)
    }
  }

  /// Lets a slot, shown or dead, lead to a row.
  mutating func nameRow(_ row: Int, by slot: LocalDot) {
    tree.setContent(UInt32(truncatingIfNeeded: row), of: slot)
  }

  /// Adds a slot of an element that will never be shown again.
  mutating func insertDead(at placement: Placement, _ context: WriteContext) {
    tree.insert(
      context.dot, length: 1, at: placement, content: Run.noContent, isVisible: false,
      replicas: context.replicas)
  }

  /// Shows a row at its greatest place, or hides it.
  mutating func settle(_ row: Int, isPresent: Bool) {
    guard let place = places[row].winner?.stamp.dot else { return }
    if isPresent {
      tree.show(place, content: UInt32(truncatingIfNeeded: row))
    } else {
      tree.setVisible(false, place)
    }
  }

  /// Changes the places of a row, keeping what is shown in step.
  mutating func updatePlaces(
    of row: Int, isPresent: Bool, _ update: (inout Writes<Void>) -> Void
  ) {
    let old = places[row].winner?.stamp.dot
    update(&places[row])
    if let old, places[row].winner?.stamp.dot != old { tree.setVisible(false, old) }
    settle(row, isPresent: isPresent)
  }

  /// Adds the other side's slots, dead; the rows' places are joined one by one afterwards.
  mutating func formUnion(_ other: Ordering, _ join: JoinContext) {
    tree.formUnion(other.tree, join)
  }

  /// Puts what a snapshot holds in place of the empty tree.
  mutating func restore(_ tree: SlotTree) {
    self.tree = tree
  }

  /// Where the element at an index must hang to stand at another, counted without it.
  ///
  /// The slot that it then stands behind is asked for; its own old one stays as a dead one.
  func placement(moving source: Int, to target: Int) -> Placement {
    tree.placement(at: target <= source ? target : target + 1)
  }

  // MARK: Reading

  /// The row that is shown at an index.
  func row(at index: Int) -> Int { Int(tree.slot(at: index).content) }

  /// The index at which a row is shown, or nil when it is not.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  func index(of row: Int) -> Int? {
    places[row].winner.flatMap { tree.position(of: $0.stamp.dot) }
  }

  /// The rows shown, in order.
  var rows: [Int] {
    var result: [Int] = []
    result.reserveCapacity(count)
    tree.forEachVisibleRun { _, content, count in
      result.append(contentsOf: Int(content)..<Int(content) + count)
    }
    return result
  }

  func verifyInvariants(isPresent: (Int) -> Bool) throws(InvariantViolation) {
    try tree.verifyInvariants()
    for (row, writes) in places.enumerated() {
      try writes.verifyInvariants()
      guard let place = writes.winner?.stamp.dot else { continue }
      try InvariantViolation.check(
        tree.contains(place), "A place names a slot that is not there.")
      let index = tree.position(of: place)
      try InvariantViolation.check(
        (index != nil) == isPresent(row), "A row is shown or hidden wrongly.")
      if let index {
        try InvariantViolation.check(
          self.row(at: index) == row, "A row is shown at another row's place.")
      }
    }
    try InvariantViolation.check(
      tree.count == places.indices.count { isPresent($0) && !places[$0].isEmpty },
      "A slot is shown that is nobody's place.")
  }
}
