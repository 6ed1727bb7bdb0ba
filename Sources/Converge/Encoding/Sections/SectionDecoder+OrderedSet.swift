// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  func decodeOrderedSet(_ section: inout SectionReader) throws(WireError) -> OrderedSetState {
    let tree = try decodeTree(&section, limit: section.remaining(.rowHead))
    var state = OrderedSetState()
    state.restore(tree)
    var slots = SlotOwners(tree)
    var shownTrail = ValueTrail()
    for slot in tree.visibleSlots {
      let start = section.offset
      let (inserts, places) = try decodeHead(at: slot, &section)
      let value = try section.value(after: &shownTrail)
      guard state.row(of: value) == nil, slots.claim(places) else {
        throw .invalidReference(offset: start)
      }
      state.restoreRow(value, inserts, places)
    }
    var trail = ValueTrail()
    for _ in 0..<(try section.count(.count, each: .sharedLength)) {
      let start = section.offset
      let value = try section.key(after: &trail)
      let inserts = try decodeDots(&section)
      let places = try decodePlaces(&section)
      guard inserts.isEmpty != places.isEmpty else { throw .notCanonical(offset: start) }
      guard state.row(of: value) == nil, slots.claim(places) else {
        throw .invalidReference(offset: start)
      }
      state.restoreRow(value, inserts, places)
    }
    if tracksRemovals {
      try decodeHistories(rowCount: state.values.count, &slots, &section) { row, history, removed in
        state.restoreHistory(of: row, history, removed)
      }
      state.nameRows()
    }
    return state
  }

  /// Decodes what makes an element present and where it stands, one that is shown.
  func decodeHead(
    at slot: LocalDot, _ section: inout SectionReader
  ) throws(WireError) -> (dots: DotSet, places: Writes<Void>) {
    let start = section.offset
    let head = try section.number(.rowHead, below: 4)
    var dots = DotSet(slot)
    if head & 1 == 1 {
      dots = try decodeDots(&section)
      guard !dots.isEmpty, dots.count > 1 || !dots.contains(slot) else {
        throw .notCanonical(offset: start)
      }
    }
    guard head & 2 == 2 else { return (dots, Writes(try section.stamp(of: slot), ())) }
    let places = try decodePlaces(&section)
    guard let winner = places.winner, winner.stamp.dot == slot else {
      throw .invalidReference(offset: start)
    }
    guard places.count > 1 || !winner.stamp.isPlain else { throw .notCanonical(offset: start) }
    return (dots, places)
  }
}
