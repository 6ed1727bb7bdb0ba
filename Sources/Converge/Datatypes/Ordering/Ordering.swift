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
  /// What must be remembered of earlier places, by row; only where members are declared.
  private(set) var histories: [Int: PlaceHistory] = [:]

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
  ///
  /// `isInsert` says that the place came with an insert that found the element absent.
  mutating func place(
    _ row: Int, at placement: Placement, isPresent: Bool, isInsert: Bool = false,
    _ context: WriteContext
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
    } else if context.tracksRemovals {
      supersede(before, of: row)
      if isInsert { updateHistory(of: row) { $0.inserted.append(context.dot) } }
    }
  }

  /// Lets a slot, shown or dead, lead to a row, or to none.
  mutating func nameRow(_ row: Int?, by slot: LocalDot) {
    tree.setContent(row.map { UInt32(truncatingIfNeeded: $0) } ?? Run.noContent, of: slot)
  }

  /// Adds a slot of an element that will never be shown again, of which a row may still be kept.
  mutating func insertDead(_ row: Int?, at placement: Placement, _ context: WriteContext) {
    let isHung = tree.insert(
      context.dot, length: 1, at: placement,
      content: row.map { UInt32(truncatingIfNeeded: $0) } ?? Run.noContent, isVisible: false,
      replicas: context.replicas)
    if isHung, let row { updateHistory(of: row) { $0.superseded.append(context.stamp) } }
  }

  /// Remembers those of a row's places that are none any more.
  mutating func supersede(_ before: Writes<Void>, of row: Int) {
    let left = places[row].all.map(\.stamp.dot)
    let gone = before.all.map(\.stamp).filter { !left.contains($0.dot) }
    if !gone.isEmpty { updateHistory(of: row) { $0.superseded += gone } }
  }

  /// Changes what is remembered of a row.
  mutating func updateHistory(of row: Int, _ change: (inout PlaceHistory) -> Void) {
    var history = histories.removeValue(forKey: row) ?? PlaceHistory()
    change(&history)
    if !history.isEmpty { histories[row] = history }
  }

  /// Removes places that are settled for good.
  mutating func removePlaces(_ dots: Set<LocalDot>, of row: Int, _ replicas: ReplicaTable) {
    if !dots.isEmpty { places[row].remove(dots, replicas) }
  }

  /// Drops the slots that lead to no row and on which nothing hangs.
  ///
  /// - Returns: How many.
  mutating func dropSlots() -> Int {
    DeadSlots.dropChildless(from: &tree) { run, offset in run.content(at: offset) == Run.noContent }
  }

  /// Keeps the rows that are given a new number, in the same order.
  mutating func renumberRows(_ numbers: [Int?], count: Int) {
    var places: [Writes<Void>] = []
    var histories: [Int: PlaceHistory] = [:]
    places.reserveCapacity(count)
    for (row, number) in numbers.enumerated() {
      guard let number else { continue }
      places.append(self.places[row])
      if let history = self.histories[row] { histories[number] = history }
    }
    self.places = places
    self.histories = histories
    DeadSlots.renumberContents(in: &tree) { run in
      guard run.content != Run.noContent, let number = numbers[Int(run.content)] else {
        return Run.noContent
      }
      return UInt32(truncatingIfNeeded: number)
    }
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

  // Inlined, so that the closure need not take a copy of the state along.
  @inline(__always)
  func verifyInvariants(isPresent: (Int) -> Bool) throws(InvariantViolation) {
    try tree.verifyInvariants()
    for row in places.indices {
      try places[row].verifyInvariants()
      guard let place = places[row].winner?.stamp.dot else { continue }
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
