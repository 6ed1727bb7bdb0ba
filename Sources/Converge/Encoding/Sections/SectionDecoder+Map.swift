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
    var state = MapState()
    var trail = ValueTrail()
    for _ in 0..<(try section.count(.count, each: .sharedLength)) {
      let start = section.offset
      let key = try section.key(after: &trail)
      let record = try decodeRecord(&section, depth: depth + 1)
      guard !record.isVacant else { throw .notCanonical(offset: start) }
      state.restore(key, record)
    }
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
