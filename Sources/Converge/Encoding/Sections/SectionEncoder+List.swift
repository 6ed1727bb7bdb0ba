// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes a list: its slots, then the element of each visible slot in order.
  func encode(_ state: ListState, _ section: inout SectionWriter) {
    encode(state.ordering.tree, &section)
    visibleSlots(state.ordering.tree) { slot, row in
      encode(
        state.elements[row], state.values[row], state.ordering.places[row], at: slot, &section)
    }
  }

  private func encode(
    _ element: LocalDot, _ values: Writes<ValueBytes>, _ places: Writes<Void>, at slot: LocalDot,
    _ section: inout SectionWriter
  ) {
    let first = Stamp(dot: element, timestamp: 0)
    let isMoved = element != slot
    let isFirstValue = values.count == 1 && values.winner?.stamp == first
    let isUsualPlace =
      places.count == 1
      && places.winner.map { isMoved ? $0.stamp.isPlain : $0.stamp == first }
        ?? false
    section.append(
      (isMoved ? 1 : 0) | (isFirstValue ? 0 : 2) | (isUsualPlace ? 0 : 4), .rowHead)
    if isMoved { section.append(mapped(element)) }
    if !isUsualPlace {
      encode(places, &section)
    } else if isMoved, let place = places.winner {
      section.addToTable(mapped(place.stamp))
    }
    if isFirstValue, let value = values.winner {
      section.append(value.payload)
    } else {
      encode(values, &section)
    }
  }
}
