// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes an ordered set: its slots, the member of each visible slot in order, then what is
  /// not shown but leaves a trace, ascending.
  func encode(_ set: Shared<OrderedSetState>, _ section: inout SectionWriter) {
    let tree = set.state.ordering.tree
    encode(tree, &section)
    let (values, inserts) = (set.state.values, set.state.inserts)
    let places = set.state.ordering.places
    var lastShown: ValueBytes?
    visibleSlots(tree) { slot, row in
      encodeHead(inserts[row], places[row], at: slot, &section)
      section.append(values[row], after: &lastShown)
    }
    let hidden = hiddenRows(tree, values) { !(inserts[$0].isEmpty && places[$0].isEmpty) }
    section.append(hidden.count, .count)
    var last: ValueBytes?
    for row in hidden {
      section.append(values[row], after: &last)
      encode(inserts[row], &section)
      encode(places[row], &section)
    }
    guard tracksRemovals else { return }
    let (ordering, removed) = (set.state.ordering, set.state.removed)
    encodeHistories(
      of: ordering.rows + hidden, ordering, removed: { removed[$0] ?? RemovedWrites() }, &section)
  }

  /// The rows that are not shown but leave a trace, ascending by value.
  func hiddenRows(
    _ tree: SlotTree, _ values: [ValueBytes], leavesTrace: (Int) -> Bool
  ) -> [Int] {
    // Mostly all rows are shown.
    guard tree.count < values.count else { return [] }
    var isShown: [Bool] = []
    isShown.reserveCapacity(values.count)
    isShown += repeatElement(false, count: values.count)
    visibleSlots(tree) { _, row in isShown[row] = true }
    var rows: [Int] = []
    rows.reserveCapacity(values.count - tree.count)
    for row in values.indices where !isShown[row] && leavesTrace(row) { rows.append(row) }
    if rows.count > 1 { rows.sort { values[$0] < values[$1] } }
    return rows
  }

  /// Encodes what makes an element present and where it stands, one that is shown.
  func encodeHead(
    _ dots: DotSet, _ places: Writes<Void>, at slot: LocalDot, _ section: inout SectionWriter
  ) {
    let isNew = dots.count == 1 && dots.contains(slot)
    let isUsualPlace = places.count == 1 && places.winner?.stamp.isPlain ?? false
    section.append((isNew ? 0 : 1) | (isUsualPlace ? 0 : 2), .rowHead)
    if !isNew { encode(dots, &section) }
    if !isUsualPlace {
      encode(places, &section)
    } else if let place = places.winner {
      section.addToTable(mapped(place.stamp))
    }
  }
}
