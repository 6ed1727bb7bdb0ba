// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes an ordered map: its slots, the record of each visible slot in order, then what is
  /// not shown but leaves a trace, ascending by key.
  func encode(_ state: OrderedMapState, _ section: inout SectionWriter) {
    let ordering = state.ordering
    encode(ordering.tree, &section)
    var rows: [Int] = []
    var isShown = [Bool](repeating: false, count: state.keys.count)
    var shownTrail = ValueTrail()
    visibleSlots(ordering.tree) { slot, row in
      isShown[row] = true
      rows.append(row)
      section.append(state.keys[row], after: &shownTrail)
      encode(state.records[row].fields, &section)
      encodeHead(state.records[row].writes, ordering.places[row], at: slot, &section)
    }
    let keys = state.keys
    let hidden = keys.indices
      .filter { !isShown[$0] && !(state.records[$0].isVacant && ordering.places[$0].isEmpty) }
      .sorted { keys[$0] < keys[$1] }
    section.append(hidden.count, .count)
    var trail = ValueTrail()
    for row in hidden {
      section.append(state.keys[row], after: &trail)
      encode(state.records[row], &section)
      encode(ordering.places[row], &section)
    }
    guard tracksRemovals else { return }
    encodeHistories(
      of: rows + hidden, ordering, removed: { state.records[$0].removed }, &section)
  }
}
