// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes a list: its slots, then the element of each visible slot in order.
  func encode(_ state: ListState, _ section: inout SectionWriter) {
    encode(state.ordering.tree, &section)
    var trail = ValueTrail()
    var rows: [Int] = []
    visibleSlots(state.ordering.tree) { slot, row in
      rows.append(row)
      let first = Stamp(dot: state.elements[row], timestamp: 0)
      let values = state.values[row]
      let isFirstValue = values.count == 1 && values.winner?.stamp == first
      encodeHead(first, state.ordering.places[row], at: slot, isFirstValue, &section)
      if isFirstValue, let value = values.winner {
        section.append(value.payload, after: &trail)
      } else {
        encode(values, &section)
      }
    }
    guard tracksRemovals else { return }
    encodeHistories(of: rows, state.ordering, removed: { _ in RemovedWrites() }, &section)
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
