// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes a set: its members, ascending, each with its inserts.
  func encode(_ state: SetState, _ section: inout SectionWriter) {
    section.append(state.count, .count)
    var trail = ValueTrail()
    for row in state.sortedRows {
      section.append(state.members[row], after: &trail)
      encode(state.inserts[row], &section)
    }
  }

  /// Encodes a map: its records, ascending by key.
  func encode(_ state: MapState, _ section: inout SectionWriter) {
    let rows = state.heldRows
    section.append(rows.count, .count)
    var trail = ValueTrail()
    let usual = state.register.map { [$0] } ?? []
    for row in rows {
      section.append(state.keys[row], after: &trail)
      if let setting = state.setting(inRow: row) {
        section.append(usual)
        encode(Writes(setting.stamp, setting.value), &section)
        encode(DotSet(setting.stamp.dot), &section)
      } else {
        encode(state.record(inRow: row), &section)
      }
    }
    guard tracksRemovals else { return }
    let places = rows.indices.filter { !state.removedWrites(inRow: rows[$0]).isEmpty }
    section.append(places.count, .removedCount)
    var next = 0
    for place in places {
      section.append(place - next, .removedRow)
      next = place + 1
      encode(state.removedWrites(inRow: rows[place]), &section)
    }
  }

  /// Encodes a record: its fields, then the writes that make it present.
  func encode(_ record: RecordState, _ section: inout SectionWriter) {
    encode(record.fields, &section)
    encode(record.writes, &section)
  }

  /// Encodes the fields of a record: which, and the state of each.
  func encode(_ fields: RecordFields, _ section: inout SectionWriter) {
    let positions = (0..<fields.count).filter { !fields.isVacant(at: $0) }
    section.append(positions.map { fields.key(at: $0) })
    for position in positions { encode(fields[position].state, &section) }
  }
}
