// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  func decodeList(_ section: inout SectionReader) throws(WireError) -> ListState {
    let tree = try decodeTree(&section)
    var state = ListState()
    state.restore(tree)
    var slots = SlotOwners(tree)
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
      let values = try decodeValues(of: element, isFirst: head & 2 == 0, &section)
      guard places.winner?.stamp.dot == slot, slots.claim(places, of: element) else {
        throw .invalidReference(offset: start)
      }
      state.restoreRow(element, values, places)
    }
    return state
  }

  private func decodeValues(
    of element: LocalDot, isFirst: Bool, _ section: inout SectionReader
  ) throws(WireError) -> Writes<ValueBytes> {
    let first = Stamp(dot: element, timestamp: 0)
    if isFirst { return Writes(first, try section.value()) }
    let start = section.offset
    let values = try decodeWrites(&section)
    guard values.count > 1 || values.winner.map({ $0.stamp != first }) ?? false else {
      throw .notCanonical(offset: start)
    }
    return values
  }
}
