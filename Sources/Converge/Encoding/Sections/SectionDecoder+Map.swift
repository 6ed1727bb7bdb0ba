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
    let count = try section.count(.count, each: .sharedLength)
    // Each key has a byte of its own at least.
    state.reserveCapacity(Swift.min(count, section.remainingBytes))
    for _ in 0..<count { try decodeEntry(&section, &trail, depth: depth, into: &state) }
    if tracksRemovals { try decodeRemoved(&section, into: &state) }
    return state
  }

  // Maps call themselves through their records: what need not stand on the stack meanwhile has
  // functions of its own.

  /// Decodes a key and its record.
  private func decodeEntry(
    _ section: inout SectionReader, _ trail: inout ValueTrail, depth: Int,
    into state: inout MapState
  ) throws(WireError) {
    let start = section.offset
    let key = try section.key(after: &trail)
    let fields = try section.fields()
    if fields.count == 1, fields[0].datatype == .lwwRegister, depth < limits.maximumNestingDepth {
      let writes = try decodeWrites(&section)
      return state.restore(key, fields[0], writes, presentBy: try decodeDots(&section))
    }
    let record = try decodeRecord(fields, &section, depth: depth + 1)
    guard !record.isVacant || tracksRemovals else { throw .notCanonical(offset: start) }
    state.restore(key, record)
  }

  /// Decodes what is remembered of the removed writes of records.
  private func decodeRemoved(
    _ section: inout SectionReader, into state: inout MapState
  ) throws(WireError) {
    let start = section.offset
    var next = 0
    for _ in 0..<(try section.count(.removedCount, each: .removedRow)) {
      let start = section.offset
      next += try section.number(.removedRow, below: state.count - next)
      let removed = try decodeRemovedWrites(&section)
      guard !removed.isEmpty else { throw .notCanonical(offset: start) }
      state.restoreRemoved(row: next, removed)
      next += 1
    }
    guard state.hasNoVacantRecord else { throw .notCanonical(offset: start) }
  }

  /// Decodes a record that has certain fields.
  private func decodeRecord(
    _ keys: [FieldKey], _ section: inout SectionReader, depth: Int
  ) throws(WireError) -> RecordState {
    let fields = try decodeFields(keys, &section, depth: depth)
    return RecordState(writes: try decodeDots(&section), fields: fields)
  }

  func decodeRecordFields(
    _ section: inout SectionReader, depth: Int
  ) throws(WireError) -> RecordFields {
    try decodeFields(try section.fields(), &section, depth: depth)
  }

  private func decodeFields(
    _ keys: [FieldKey], _ section: inout SectionReader, depth: Int
  ) throws(WireError) -> RecordFields {
    var fields = RecordFields()
    for key in keys {
      fields.restore(key, try decode(key.datatype, &section, depth: depth))
    }
    return fields
  }
}
