// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes a list: its slots, then the element of each visible slot in order.
  func encode(_ list: Shared<ListState>, _ section: inout SectionWriter) {
    let tree = list.state.ordering.tree
    encode(tree, &section)
    let (elements, values) = (list.state.elements, list.state.values)
    let places = list.state.ordering.places
    var last: ValueBytes?
    visibleSlots(tree) { slot, row in
      let first = Stamp(dot: elements[row], timestamp: 0)
      let values = values[row]
      let isFirstValue = values.count == 1 && values.winner?.stamp == first
      encodeHead(first, places[row], at: slot, isFirstValue, &section)
      if isFirstValue, let value = values.winner {
        section.append(value.payload, after: &last)
      } else {
        encode(values, &section)
      }
    }
    guard tracksRemovals else { return }
    let state = list.state
    encodeHistories(
      of: state.ordering.rows, state.ordering, removed: { _ in RemovedWrites() }, &section)
    encodeRemoved(state, &section)
  }

  /// Encodes which element a row is and where it stands.
  private func encodeHead(
    _ first: Stamp, _ places: Writes<Void>, at slot: LocalDot, _ isFirstValue: Bool,
    _ section: inout SectionWriter
  ) {
    let isMoved = first.dot != slot
    let isUsualPlace =
      places.count == 1
      && places.winner.map { isMoved ? $0.stamp.isPlain : $0.stamp == first }
        ?? false
    section.append(
      (isMoved ? 1 : 0) | (isFirstValue ? 0 : 2) | (isUsualPlace ? 0 : 4), .rowHead)
    if isMoved { section.append(mapped(first.dot)) }
    if !isUsualPlace {
      encode(places, &section)
    } else if isMoved, let place = places.winner {
      section.addToTable(mapped(place.stamp))
    }
  }
}
