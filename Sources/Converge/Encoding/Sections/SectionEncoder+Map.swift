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
    let rows = state.sortedRows { !$0.isVacant }
    section.append(rows.count, .count)
    var trail = ValueTrail()
    for row in rows {
      section.append(state.keys[row], after: &trail)
      encode(state.records[row], &section)
    }
    guard tracksRemovals else { return }
    let places = rows.indices.filter { !state.records[rows[$0]].removed.isEmpty }
    section.append(places.count, .removedCount)
    var next = 0
    for place in places {
      section.append(place - next, .removedRow)
      next = place + 1
      encode(state.records[rows[place]].removed, &section)
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
