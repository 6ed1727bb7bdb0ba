// SPDX-License-Identifier: Apache-2.0

// A removed element keeps its row, without a value, until all members know of the removal: what
// another replica did to it at the same time finds it there.
extension ListState {
  /// Removes an element, or does nothing when that was done before.
  mutating func removeRemembering(_ row: Int) {
    let element = elements[row]
    guard !element.isNone else { return }
    let before = ordering.places[row]
    remove(row)
    ordering.supersede(before, of: row)
    unslottedRows[element] = nil
    removedRows[element] = row
  }

  /// Forgets an element: the other side has applied and forgotten its removal.
  private mutating func forget(_ element: LocalDot, _ row: Int) {
    if elements[row] == element { removeRemembering(row) }
    for place in ordering.listedPlaces(of: row) { ordering.nameRow(nil, by: place.dot) }
    ordering.updateHistory(of: row) { $0 = PlaceHistory() }
    removedRows[element] = nil
  }

  /// Joins another state, what both remember of removed elements too.
  mutating func joinRemembering(_ other: ListState, _ join: JoinContext) {
    ordering.formUnion(other.ordering, join)
    var theirRows: [LocalDot: Int] = [:]
    for (row, element) in other.elements.enumerated() where !element.isNone {
      theirRows[join.mapped(element)] = row
    }
    var theirRemoved: [LocalDot: Int] = [:]
    for (element, row) in other.removedRows { theirRemoved[join.mapped(element)] = row }
    var mine: [LocalDot: Int] = removedRows
    for (row, element) in elements.enumerated() where !element.isNone { mine[element] = row }
    for (element, row) in mine {
      if let theirs = theirRows[element] ?? theirRemoved[element] {
        if theirRemoved[element] != nil { removeRemembering(row) }
        joinElement(row, with: other, row: theirs, join)
      } else if join.theyApplied(element) {
        forget(element, row)
      }
    }
    for (element, theirs) in theirRows where mine[element] == nil && !join.iApplied(element) {
      joinElement(makeRow(of: element), with: other, row: theirs, join)
    }
    for (element, theirs) in theirRemoved where mine[element] == nil && !join.iApplied(element) {
      let row = makeRow(of: element)
      removeRemembering(row)
      joinElement(row, with: other, row: theirs, join)
    }
    ordering.nameUnslotted(&unslottedRows, elements)
  }

  private mutating func joinElement(
    _ row: Int, with other: ListState, row theirs: Int, _ join: JoinContext
  ) {
    guard !elements[row].isNone else {
      let before = ordering.listedPlaces(of: row)
      return ordering.joinHistory(of: row, before, with: other.ordering, row: theirs, join)
    }
    values[row].join(other.values[theirs], join)
    ordering.joinPlaces(of: row, with: other.ordering, row: theirs, isPresent: true, join)
    unnameInsert(of: row)
    // Two honest states leave every element a place and a value.
    if values[row].isEmpty || ordering.places[row].isEmpty { removeRemembering(row) }
  }

  /// Lets the slot of an element's insert lead nowhere when it is no place that is remembered.
  private mutating func unnameInsert(of row: Int) {
    let element = elements[row]
    guard !element.isNone, !ordering.listedPlaces(of: row).contains(where: { $0.dot == element })
    else { return }
    ordering.nameRow(nil, by: element)
  }

  /// Adds a removed element that a snapshot remembers.
  mutating func restoreRemoved(_ element: LocalDot, _ history: PlaceHistory) {
    let row = elements.count
    elements.append(.none)
    values.append(Writes())
    ordering.addRow()
    removedRows[element] = row
    ordering.restoreHistory(of: row, history)
  }

  /// Adds what a snapshot remembers of an element's places.
  mutating func restoreHistory(of row: Int, _ history: PlaceHistory) {
    ordering.restoreHistory(of: row, history)
  }

  /// Lets all slots that are remembered lead to their rows.
  mutating func nameRows() {
    for row in elements.indices { unnameInsert(of: row) }
    ordering.nameRows()
    ordering.nameUnslotted(&unslottedRows, elements)
  }

  // MARK: Collecting

  /// Where a new slot must hang to stand at an index.
  func placement(at index: Int, _ placing: PlacingContext) -> Placement {
    guard let cut = placing.cut else { return ordering.tree.placement(at: index) }
    return ordering.placement(at: index, passingOver: cut, placing.replicas) { row in
      ordering.isRemoved(row, under: cut)
    }
  }

  /// Drops what a cut settles.
  mutating func collect(_ collection: inout GarbageCollection) {
    var isDropped = [Bool](repeating: false, count: elements.count)
    var removed: [Int: LocalDot] = [:]
    for (element, row) in removedRows { removed[row] = element }
    for row in elements.indices {
      let isSettled = ordering.isRemoved(row, under: collection.cut)
      let hasNoPlace = ordering.forgetPlaces(
        of: row, under: collection.cut, isSettled: isSettled, collection.replicas)
      guard elements[row].isNone, hasNoPlace else { continue }
      isDropped[row] = true
      if let element = removed[row] { removedRows[element] = nil }
      collection.elementCount += 1
    }
    collection.slotCount += ordering.dropSlots()
    dropRows(isDropped)
    ordering.nameUnslotted(&unslottedRows, elements)
  }

  private mutating func dropRows(_ isDropped: [Bool]) {
    guard isDropped.contains(true) else { return }
    var numbers: [Int?] = []
    var count = 0
    for isDropped in isDropped {
      numbers.append(isDropped ? nil : count)
      if !isDropped { count += 1 }
    }
    elements = elements.indices.filter { !isDropped[$0] }.map { elements[$0] }
    values = values.indices.filter { !isDropped[$0] }.map { values[$0] }
    removedRows = removedRows.compactMapValues { numbers[$0] }
    unslottedRows = unslottedRows.compactMapValues { numbers[$0] }
    ordering.renumberRows(numbers, count: count)
  }
}

extension Ordering {
  /// Collects the rows of the elements whose insert's slot does not lead there.
  func nameUnslotted(_ rows: inout [LocalDot: Int], _ elements: [LocalDot]) {
    rows.removeAll(keepingCapacity: true)
    for (row, element) in elements.enumerated() where !element.isNone {
      if tree.content(of: element) == UInt32(truncatingIfNeeded: row) { continue }
      rows[element] = row
    }
  }
}
