// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  func decodeOrderedMap(
    _ section: inout SectionReader, depth: Int
  ) throws(WireError) -> OrderedMapState {
    let tree = try decodeTree(&section, limit: section.remaining(.rowHead))
    var state = OrderedMapState()
    state.restore(tree)
    var slots = SlotOwners(tree)
    var shownTrail = ValueTrail()
    for slot in tree.visibleSlots {
      let start = section.offset
      let key = try section.value(after: &shownTrail)
      let fields = try decodeRecordFields(&section, depth: depth + 1)
      let (writes, places) = try decodeHead(at: slot, &section)
      guard state.row(of: key) == nil, slots.claim(places) else {
        throw .invalidReference(offset: start)
      }
      state.restoreRow(key, RecordState(writes: writes, fields: fields), places)
    }
    var trail = ValueTrail()
    for _ in 0..<(try section.count(.count, each: .sharedLength)) {
      let start = section.offset
      let key = try section.key(after: &trail)
      let record = try decodeRecord(&section, depth: depth + 1)
      let places = try decodePlaces(&section)
      guard places.isEmpty ? !record.isVacant : !record.isPresent else {
        throw .notCanonical(offset: start)
      }
      guard state.row(of: key) == nil, slots.claim(places) else {
        throw .invalidReference(offset: start)
      }
      state.restoreRow(key, record, places)
    }
    return state
  }
}
