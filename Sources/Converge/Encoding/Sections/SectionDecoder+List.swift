// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  func decodeList(_ section: inout SectionReader) throws(WireError) -> ListState {
    let tree = try decodeTree(&section, limit: section.remaining(.rowHead))
    var state = ListState()
    state.restore(tree)
    var slots = SlotOwners(tree, allowsDropped: tracksRemovals)
    var trail = ValueTrail()
    for slot in tree.visibleSlots {
      let start = section.offset
      let head = try section.number(.rowHead, below: 8)
      let isMoved = head & 1 == 1
      let element = isMoved ? try section.dot() : slot
      guard isMoved == (element != slot) else { throw .notCanonical(offset: start) }
      let first = Stamp(dot: element, timestamp: 0)
      let places: Writes<Void>
      if head & 4 == 4 {
        places = try decodePlaces(&section)
        let isUsual =
          places.count == 1
          && places.winner.map { isMoved ? $0.stamp.isPlain : $0.stamp == first } ?? false
        guard !isUsual else { throw .notCanonical(offset: start) }
      } else {
        places = Writes(isMoved ? try section.stamp(of: slot) : first, ())
      }
      let values =
        head & 2 == 0
        ? Writes(first, try section.value(after: &trail))
        : try decodeLaterValues(of: first, &section)
      guard places.winner?.stamp.dot == slot, slots.claim(places, of: element) else {
        throw .invalidReference(offset: start)
      }
      state.restoreRow(element, values, places)
    }
    if tracksRemovals { try decodeRemembered(into: &state, &slots, &section) }
    return state
  }

  private func decodeRemembered(
    into state: inout ListState, _ slots: inout SlotOwners, _ section: inout SectionReader
  ) throws(WireError) {
    let start = section.offset
    var hasRemovedWrites = false
    let elements = state.elements
    try decodeHistories(
      rowCount: elements.count, elements: elements, &slots, &section
    ) { row, history, removed in
      state.restoreHistory(of: row, history)
      hasRemovedWrites = hasRemovedWrites || !removed.isEmpty
    }
    guard !hasRemovedWrites else { throw .notCanonical(offset: start) }
    try decodeRemovedElements(into: &state, &slots, &section)
    state.nameRows()
  }

  /// Decodes the values of an element that has others than its first.
  private func decodeLaterValues(
    of first: Stamp, _ section: inout SectionReader
  ) throws(WireError) -> Writes<ValueBytes> {
    let start = section.offset
    let values = try decodeWrites(&section)
    guard values.count > 1 || values.winner.map({ $0.stamp != first }) ?? false else {
      throw .notCanonical(offset: start)
    }
    return values
  }
}
