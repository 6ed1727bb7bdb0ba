// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes an ordered set: its slots, the member of each visible slot in order, then what is
  /// not shown but leaves a trace, ascending.
  func encode(_ state: OrderedSetState, _ section: inout SectionWriter) {
    let ordering = state.ordering
    encode(ordering.tree, &section)
    var rows: [Int] = []
    var isShown = [Bool](repeating: false, count: state.values.count)
    var shownTrail = ValueTrail()
    visibleSlots(ordering.tree) { slot, row in
      isShown[row] = true
      rows.append(row)
      encodeHead(state.inserts[row], ordering.places[row], at: slot, &section)
      section.append(state.values[row], after: &shownTrail)
    }
    let values = state.values
    let hidden = values.indices
      .filter { !isShown[$0] && !(state.inserts[$0].isEmpty && ordering.places[$0].isEmpty) }
      .sorted { values[$0] < values[$1] }
    section.append(hidden.count, .count)
    var trail = ValueTrail()
    for row in hidden {
      section.append(state.values[row], after: &trail)
      encode(state.inserts[row], &section)
      encode(ordering.places[row], &section)
    }
    guard tracksRemovals else { return }
    encodeHistories(
      of: rows + hidden, ordering, removed: { state.removed[$0] ?? RemovedWrites() }, &section)
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
