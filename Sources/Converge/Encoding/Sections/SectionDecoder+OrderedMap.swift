// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  /// An ordered map of which rows are still to come.
  private struct Rows {
    var state = OrderedMapState()
    var slots: SlotOwners
    var trail = ValueTrail()

    init(_ tree: SlotTree) {
      state.restore(tree)
      slots = SlotOwners(tree)
    }

    /// Adds a row, unless its key or one of its slots is another's.
    mutating func add(
      _ key: ValueBytes, _ record: RecordState, _ places: Writes<Void>, _ start: Int
    ) throws(WireError) {
      guard state.row(of: key) == nil, slots.claim(places) else {
        throw .invalidReference(offset: start)
      }
      state.restoreRow(key, record, places)
    }
  }

  // Records lie within each other, so that what calls itself here is kept small: each step of
  // it needs a place on the stack for whatever it ever holds.

  func decodeOrderedMap(
    _ section: inout SectionReader, depth: Int
  ) throws(WireError) -> OrderedMapState {
    var rows = Rows(try decodeTree(&section, limit: section.remaining(.rowHead)))
    for slot in rows.state.ordering.tree.visibleSlots {
      let key = try section.value(after: &rows.trail)
      let fields = try decodeRecordFields(&section, depth: depth + 1)
      try decodeShown(key, fields, at: slot, &rows, &section)
    }
    rows.trail = ValueTrail()
    for _ in 0..<(try section.count(.count, each: .sharedLength)) {
      let key = try section.key(after: &rows.trail)
      let fields = try decodeRecordFields(&section, depth: depth + 1)
      try decodeHidden(key, fields, &rows, &section)
    }
    if tracksRemovals { try decodeHistories(of: &rows, &section) }
    return rows.state
  }

  private func decodeHistories(
    of rows: inout Rows, _ section: inout SectionReader
  ) throws(WireError) {
    let start = section.offset
    let count = rows.state.keys.count
    try decodeHistories(rowCount: count, &rows.slots, &section) { row, history, removed in
      rows.state.restoreHistory(of: row, history, removed)
    }
    rows.state.nameRows()
    guard rows.state.hasNoVacantRow else { throw .notCanonical(offset: start) }
  }

  private func decodeShown(
    _ key: ValueBytes, _ fields: RecordFields, at slot: LocalDot, _ rows: inout Rows,
    _ section: inout SectionReader
  ) throws(WireError) {
    let start = section.offset
    let (writes, places) = try decodeHead(at: slot, &section)
    try rows.add(key, RecordState(writes: writes, fields: fields), places, start)
  }

  private func decodeHidden(
    _ key: ValueBytes, _ fields: RecordFields, _ rows: inout Rows, _ section: inout SectionReader
  ) throws(WireError) {
    let start = section.offset
    let record = RecordState(writes: try decodeDots(&section), fields: fields)
    let places = try decodePlaces(&section)
    guard places.isEmpty ? !record.isVacant || tracksRemovals : !record.isPresent else {
      throw .notCanonical(offset: start)
    }
    try rows.add(key, record, places, start)
  }
}
