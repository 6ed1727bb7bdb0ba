// SPDX-License-Identifier: Apache-2.0

/// The state of an `OrderedORSet`: membership as in `SetState`, places as in `Ordering`.
///
/// An element that is not a member keeps its row and its places: an insert that saw it present
/// may still bring it back, and then it stands where it stood.
struct OrderedSetState: CausalState {
  private var rows = ValueRows()
  private(set) var inserts: [DotSet] = []
  private(set) var ordering = Ordering()
  private(set) var kinds = ValueKinds()
  /// The removed inserts of each row that must be remembered; only where members are declared.
  private(set) var removed: [Int: RemovedWrites] = [:]

  /// The elements that were ever inserted, by row.
  var values: [ValueBytes] { rows.values }

  var isVacant: Bool {
    ordering.tree.hasNoSlots && inserts.allSatisfy(\.isEmpty)
  }

  var count: Int { ordering.count }

  func contains(_ value: ValueBytes) -> Bool {
    row(of: value).map(isPresent) ?? false
  }

  func index(of value: ValueBytes) -> Int? {
    row(of: value).flatMap(ordering.index(of:))
  }

  func row(of value: ValueBytes) -> Int? { rows.row(of: value) }

  /// The members in order.
  var members: [ValueBytes] { ordering.rows.map { values[$0] } }

  func member(at index: Int) -> ValueBytes { values[ordering.row(at: index)] }

  /// Applies an insert, which brings a place when its author found the element absent.
  mutating func insert(_ value: ValueBytes, at placement: Placement?, _ context: WriteContext) {
    let row = makeRow(of: value)
    inserts[row].supersede(with: context.dot, seenBy: context.seen)
    updateRemoved(of: row) { $0.write(seen: context.seen) }
    if let placement {
      ordering.place(row, at: placement, isPresent: true, isInsert: true, context)
    }
    ordering.settle(row, isPresent: true)
  }

  mutating func remove(_ value: ValueBytes, _ context: WriteContext) {
    guard let row = row(of: value) else { return }
    removeInserts(of: row, context)
    ordering.settle(row, isPresent: isPresent(row))
  }

  mutating func move(_ value: ValueBytes, to placement: Placement, _ context: WriteContext) {
    let row = makeRow(of: value)
    ordering.place(row, at: placement, isPresent: !inserts[row].isEmpty, context)
  }

  /// Where a new slot must hang to stand at an index.
  func placement(at index: Int, _ placing: PlacingContext) -> Placement {
    guard let cut = placing.cut else { return ordering.tree.placement(at: index) }
    return ordering.placement(at: index, passingOver: cut, placing.replicas) { row in
      isSettled(row, under: cut)
    }
  }

  /// Whether an element is absent by what a cut covers.
  private func isSettled(_ row: Int, under cut: LocalVersionVector) -> Bool {
    inserts[row].isEmpty && removed[row]?.areCovered(by: cut) ?? true
  }

  /// Drops what a cut settles.
  mutating func collect(_ collection: inout GarbageCollection) {
    var numbers: [Int?] = []
    var count = 0
    for row in values.indices {
      updateRemoved(of: row) { $0.forgetCovered(by: collection.cut) }
      let isSettled = isSettled(row, under: collection.cut)
      let hasNoPlace = ordering.forgetPlaces(
        of: row, under: collection.cut, isSettled: isSettled, collection.replicas)
      let isDropped = isSettled && hasNoPlace
      numbers.append(isDropped ? nil : count)
      if isDropped { collection.elementCount += 1 } else { count += 1 }
    }
    collection.slotCount += ordering.dropSlots()
    if count < numbers.count { renumberRows(numbers, count: count) }
  }

  mutating func clear(_ context: WriteContext) {
    for row in values.indices {
      removeInserts(of: row, context)
      ordering.takeBackPlaces(of: row, isPresent: !inserts[row].isEmpty, context)
    }
  }

  mutating func join(_ other: OrderedSetState, _ join: JoinContext) {
    ordering.formUnion(other.ordering, join)
    for value in other.values { _ = makeRow(of: value) }
    for row in values.indices {
      let theirs = other.row(of: values[row])
      let theirInserts = theirs.map { other.inserts[$0] } ?? DotSet()
      if join.tracksRemovals {
        let mine = inserts[row]
        let theirRemoved = theirs.flatMap { other.removed[$0] } ?? RemovedWrites()
        updateRemoved(of: row) { $0.join(theirRemoved, mine: mine, theirs: theirInserts, join) }
      }
      inserts[row].join(theirInserts, join)
      ordering.joinPlaces(
        of: row, with: other.ordering, row: theirs, isPresent: !inserts[row].isEmpty, join)
    }
  }

  /// Puts what a snapshot holds in place of the empty tree; rows follow with `restoreRow`.
  mutating func restore(_ tree: SlotTree) {
    ordering.restore(tree)
  }

  /// Adds a row that a snapshot holds.
  mutating func restoreRow(_ value: ValueBytes, _ inserts: DotSet, _ places: Writes<Void>) {
    let row = makeRow(of: value)
    self.inserts[row] = inserts
    ordering.updatePlaces(of: row, isPresent: !inserts.isEmpty) { $0 = places }
  }

  /// Adds what a snapshot remembers of a row.
  mutating func restoreHistory(
    of row: Int, _ history: PlaceHistory, _ writes: RemovedWrites
  ) {
    ordering.restoreHistory(of: row, history)
    updateRemoved(of: row) { $0 = writes }
  }

  /// Lets all slots that are remembered lead to their rows.
  mutating func nameRows() {
    ordering.nameRows()
  }

  func verifyInvariants() throws(InvariantViolation) {
    try ordering.verifyInvariants { isPresent($0) }
    for row in inserts.indices { try inserts[row].verifyInvariants() }
    try rows.verifyInvariants()
    try InvariantViolation.check(rows.count == inserts.count, "A row is without inserts.")
  }

  /// An element is a member when some insert lives and it stands somewhere.
  ///
  /// Every honest insert that finds it absent comes with a place; one that does not must not make a
  /// member without an index.
  @inline(__always)
  func isPresent(_ row: Int) -> Bool {
    !inserts[row].isEmpty && !ordering.places[row].isEmpty
  }

  /// Changes what is remembered of a row's removed inserts.
  mutating func updateRemoved(of row: Int, _ change: (inout RemovedWrites) -> Void) {
    guard var writes = removed[row] else {
      var writes = RemovedWrites()
      change(&writes)
      if !writes.isEmpty { removed[row] = writes }
      return
    }
    change(&writes)
    removed[row] = writes.isEmpty ? nil : writes
  }

  private mutating func removeInserts(of row: Int, _ context: WriteContext) {
    if context.tracksRemovals {
      let present = inserts[row]
      updateRemoved(of: row) { $0.remove(present, by: context.dot, seen: context.seen) }
    }
    inserts[row].remove(seenBy: context.seen)
  }

  /// Keeps the rows that are given a new number, in the same order.
  private mutating func renumberRows(_ numbers: [Int?], count: Int) {
    let old = self
    rows.removeAll()
    inserts = []
    removed = [:]
    for (row, number) in numbers.enumerated() {
      guard let number else { continue }
      _ = rows.insert(old.values[row])
      inserts.append(old.inserts[row])
      if let writes = old.removed[row] { removed[number] = writes }
    }
    ordering.renumberRows(numbers, count: count)
  }

  private mutating func makeRow(of value: ValueBytes) -> Int {
    let (row, isNew) = rows.insert(value)
    if isNew {
      kinds.insert(value)
      inserts.append(DotSet())
      ordering.addRow()
    }
    return row
  }
}
