// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes an ordered map: its slots, the record of each visible slot in order, then what is
  /// not shown but leaves a trace, ascending by key.
  func encode(_ map: Shared<OrderedMapState>, _ section: inout SectionWriter) {
    let tree = map.state.ordering.tree
    encode(tree, &section)
    let (keys, records) = (map.state.keys, map.state.records)
    let places = map.state.ordering.places
    var lastShown: ValueBytes?
    visibleSlots(tree) { slot, row in
      section.append(keys[row], after: &lastShown)
      encode(records[row].fields, &section)
      encodeHead(records[row].writes, places[row], at: slot, &section)
    }
    let hidden = hiddenRows(tree, keys) { !(records[$0].isVacant && places[$0].isEmpty) }
    section.append(hidden.count, .count)
    var last: ValueBytes?
    for row in hidden {
      section.append(keys[row], after: &last)
      encode(records[row].fields, &section)
      encode(records[row].writes, &section)
      encode(places[row], &section)
    }
    guard tracksRemovals else { return }
    let ordering = map.state.ordering
    encodeHistories(
      of: ordering.rows + hidden, ordering, removed: { records[$0].removed }, &section)
  }
}
