// SPDX-License-Identifier: Apache-2.0

/// The state of a `MovableList`.
///
/// An element is named by the dot of its insert, which also was its first place and its first
/// value. Places and values are written apart from each other. A removal is final: the element
/// leaves its dead slots behind and nothing else.
struct ListState: CausalState {
  /// The insert of each row's element, or `LocalDot.none` once it is removed.
  var elements: [LocalDot] = []
  var values: [Writes<ValueBytes>] = []
  var ordering = Ordering()
  private(set) var kinds = ValueKinds()
  /// The rows of removed elements that must be remembered; only where members are declared.
  var removedRows: [LocalDot: Int] = [:]
  /// The rows of elements whose insert's slot does not lead there any more.
  var unslottedRows: [LocalDot: Int] = [:]

  var isVacant: Bool { ordering.tree.hasNoSlots }

  var count: Int { ordering.count }

  /// The value shown at an index.
  func value(at index: Int) -> ValueBytes {
    values[ordering.row(at: index)].winner?.payload ?? ValueBytes(.null)
  }

  /// The values in order.
  var shownValues: [ValueBytes] {
    ordering.rows.map { values[$0].winner?.payload ?? ValueBytes(.null) }
  }

  /// The element shown at an index.
  func element(at index: Int) -> LocalDot { elements[ordering.row(at: index)] }

  /// The row of an element, or nil when it is removed or unknown.
  ///
  /// An element's row is the content of the slot that its insert made, wherever it is shown now,
  /// as long as that slot is needed.
  func row(of element: LocalDot) -> Int? {
    if let row = slottedRow(of: element) { return row }
    return unslottedRows.isEmpty ? nil : unslottedRows[element]
  }

  private func slottedRow(of element: LocalDot) -> Int? {
    guard let row = ordering.tree.content(of: element) else { return nil }
    return row < elements.count && elements[Int(row)] == element ? Int(row) : nil
  }

  mutating func insert(_ new: [ValueBytes], at placement: Placement, _ context: WriteContext) {
    guard ordering.insertRows(new.count, at: placement, context) else { return }
    for (offset, value) in new.enumerated() {
      let element = context.dot.advanced(by: offset)
      elements.append(element)
      // Like the first place, the first value is seen by all later ones: no timestamp is needed.
      values.append(Writes(Stamp(dot: element, timestamp: 0), value))
      kinds.insert(value)
    }
  }

  /// Inserts an element at an index, as a call of the user here.
  ///
  /// - Returns: Where it hangs.
  mutating func insert(_ value: ValueBytes, _ dot: LocalDot, at index: Int) -> Placement {
    elements.append(dot)
    values.append(Writes(Stamp(dot: dot, timestamp: 0), value))
    kinds.insert(value)
    return ordering.insertRows(1, dot, at: index)
  }

  /// Moves the element at an index, as a call of the user here.
  ///
  /// - Returns: The element's name, and where its new slot hangs.
  mutating func move(
    from source: Int, to target: Int, _ stamp: Stamp
  ) -> (element: LocalDot, placement: Placement) {
    let (row, placement) = ordering.move(from: source, to: target, stamp)
    return (elements[row], placement)
  }

  /// Ends a series of calls of the user.
  mutating func settle() {
    ordering.settle()
  }

  mutating func remove(_ ranges: [DotRange], _ context: WriteContext) {
    var removal = context.dot
    for range in ranges {
      for (element, row) in rows(in: range) {
        let dot = removal.advanced(by: element.distance(from: range.first))
        remove(row, by: dot, isCleared: false, context)
      }
      removal = removal.advanced(by: range.count)
    }
  }

  /// The elements in a range, removed ones that are remembered too, and their rows.
  private func rows(in range: DotRange) -> [(element: LocalDot, row: Int)] {
    // A range may name far more slots than there are.
    var rows: [(element: LocalDot, row: Int)] = []
    ordering.tree.forEachPart(of: range) { run, offset, count in
      let first = run.dot.advanced(by: offset)
      for step in 0..<count {
        let element = first.advanced(by: step)
        if let row = slottedRow(of: element) { rows.append((element, row)) }
      }
    }
    for (element, row) in unslottedRows where range.contains(element) {
      rows.append((element, row))
    }
    for (element, row) in removedRows where range.contains(element) {
      rows.append((element, row))
    }
    return rows
  }

  mutating func replace(_ element: LocalDot, with value: ValueBytes, _ context: WriteContext) {
    guard let row = row(of: element) else { return }
    kinds.insert(value)
    values[row].write(value, context.stamp, seen: context.seen, context.replicas)
  }

  mutating func move(_ element: LocalDot, to placement: Placement, _ context: WriteContext) {
    if let row = row(of: element) {
      ordering.place(row, at: placement, isPresent: true, context)
    } else {
      ordering.insertDead(removedRows[element], at: placement, context)
    }
  }

  mutating func clear(_ context: WriteContext) {
    for row in elements.indices
    where !elements[row].isNone && context.seen.contains(elements[row]) {
      remove(row, by: context.dot, isCleared: true, context)
    }
    for (element, row) in removedRows where context.seen.contains(element) {
      remove(row, by: context.dot, isCleared: true, context)
    }
  }

  private mutating func remove(
    _ row: Int, by removal: LocalDot, isCleared: Bool, _ context: WriteContext
  ) {
    guard context.tracksRemovals else { return remove(row) }
    removeRemembering(row)
    ordering.updateHistory(of: row) {
      $0.remove(by: removal, seen: context.seen, isCleared: isCleared)
    }
  }

  mutating func remove(_ row: Int) {
    ordering.updatePlaces(of: row, isPresent: false) { $0 = Writes() }
    elements[row] = .none
    values[row] = Writes()
  }

  mutating func join(_ other: ListState, _ join: JoinContext) {
    if join.tracksRemovals {
      kinds.formUnion(other.kinds)
      return joinRemembering(other, join)
    }
    removeWhatOtherRemoved(other, join)
    kinds.formUnion(other.kinds)
    ordering.formUnion(other.ordering, join)
    for theirs in other.elements.indices where !other.elements[theirs].isNone {
      let element = join.mapped(other.elements[theirs])
      let row: Int
      if let known = self.row(of: element) {
        row = known
      } else if !join.iApplied(element) {
        row = makeRow(of: element)
      } else {
        continue  // Removed here.
      }
      values[row].join(other.values[theirs], join)
      ordering.updatePlaces(of: row, isPresent: true) {
        $0.join(other.ordering.places[theirs], join)
      }
      // Two honest states leave every element a place and a value.
      if values[row].isEmpty || ordering.places[row].isEmpty { remove(row) }
    }
  }

  /// Puts what a snapshot holds in place of the empty tree; rows follow with `restoreRow`.
  mutating func restore(_ tree: SlotTree) {
    ordering.restore(tree)
  }

  /// Adds an element that a snapshot holds.
  mutating func restoreRow(
    _ element: LocalDot, _ value: Writes<ValueBytes>, _ places: Writes<Void>
  ) {
    let row = makeRow(of: element)
    values[row] = value
    for write in value.all { kinds.insert(write.payload) }
    ordering.updatePlaces(of: row, isPresent: true) { $0 = places }
  }

  func verifyInvariants() throws(InvariantViolation) {
    try ordering.verifyInvariants { !elements[$0].isNone }
    for row in elements.indices where !elements[row].isNone {
      try InvariantViolation.check(
        self.row(of: elements[row]) == row, "An element is not found under its row.")
      try InvariantViolation.check(!values[row].isEmpty, "An element has no value.")
      try InvariantViolation.check(!ordering.places[row].isEmpty, "An element has no place.")
    }
  }

  mutating func makeRow(of element: LocalDot) -> Int {
    let row = elements.count
    elements.append(element)
    values.append(Writes())
    ordering.addRow()
    ordering.nameRow(row, by: element)
    return row
  }

  /// An element that the other side has applied and does not have was removed there.
  private mutating func removeWhatOtherRemoved(_ other: ListState, _ join: JoinContext) {
    var alive = Set<LocalDot>()
    for element in other.elements where !element.isNone { alive.insert(join.mapped(element)) }
    for row in elements.indices where !elements[row].isNone {
      let element = elements[row]
      if join.theyApplied(element), !alive.contains(element) { remove(row) }
    }
  }
}
