// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  func decodeSet(_ section: inout SectionReader) throws(WireError) -> SetState {
    var state = SetState()
    var trail = ValueTrail()
    for _ in 0..<(try section.count(.count, each: .sharedLength)) {
      let start = section.offset
      let value = try section.key(after: &trail)
      let inserts = try decodeDots(&section)
      guard !inserts.isEmpty else { throw .notCanonical(offset: start) }
      state.restore(value, inserts)
    }
    return state
  }

  func decodeMap(
    _ section: inout SectionReader, depth: Int
  ) throws(WireError) -> MapState {
    let start = section.offset
    var state = MapState()
    var trail = ValueTrail()
    for _ in 0..<(try section.count(.count, each: .sharedLength)) {
      let start = section.offset
      let key = try section.key(after: &trail)
      let record = try decodeRecord(&section, depth: depth + 1)
      guard !record.isVacant || tracksRemovals else { throw .notCanonical(offset: start) }
      state.restore(key, record)
    }
    guard tracksRemovals else { return state }
    var next = 0
    for _ in 0..<(try section.count(.removedCount, each: .removedRow)) {
      let start = section.offset
      next += try section.number(.removedRow, below: state.records.count - next)
      let removed = try decodeRemovedWrites(&section)
      guard !removed.isEmpty else { throw .notCanonical(offset: start) }
      state.restoreRemoved(row: next, removed)
      next += 1
    }
    guard state.hasNoVacantRecord else { throw .notCanonical(offset: start) }
    return state
  }

  func decodeRecord(
    _ section: inout SectionReader, depth: Int
  ) throws(WireError) -> RecordState {
    let fields = try decodeRecordFields(&section, depth: depth)
    return RecordState(writes: try decodeDots(&section), fields: fields)
  }

  func decodeRecordFields(
    _ section: inout SectionReader, depth: Int
  ) throws(WireError) -> RecordFields {
    var fields = RecordFields()
    for key in try section.fields() {
      fields.restore(key, try decode(key.datatype, &section, depth: depth))
    }
    return fields
  }
}
