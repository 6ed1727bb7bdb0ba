// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes a set: its members, ascending, each with its inserts.
  func encode(_ set: Shared<SetState>, _ section: inout SectionWriter) {
    let (members, inserts) = (set.state.members, set.state.inserts)
    section.append(members.count, .count)
    var last: ValueBytes?
    for row in set.look({ $0.sortedRows }) {
      section.append(members[row], after: &last)
      encode(inserts[row], &section)
    }
  }

  /// Encodes a map: its records, ascending by key.
  func encode(_ map: Shared<MapState>, _ section: inout SectionWriter) {
    let rows = map.look { $0.heldRows }
    section.append(rows.count, .count)
    let records = map.state.fullRecords
    var last: ValueBytes?
    var usualShape: Int?
    for row in rows {
      section.append(map.state.key(inRow: row), after: &last)
      switch map.state.content(inRow: row) {
      case .setting(let dot, let timestamp, let value):
        if let usualShape {
          section.append(usualShape, .shape)
        } else {
          usualShape = section.append(map.state.register.map { [$0] } ?? [])
        }
        encode(Stamp(dot: dot, timestamp: timestamp), value, &section)
        encode(only: dot, &section)
      case .record(let place):
        encode(records[place].fields, &section)
        encode(records[place].writes, &section)
      }
    }
    if tracksRemovals { encodeRemoved(map.state, rows, &section) }
  }

  private func encodeRemoved(_ state: MapState, _ rows: [Int], _ section: inout SectionWriter) {
    let places = rows.indices.filter { !state.removedWrites(inRow: rows[$0]).isEmpty }
    section.append(places.count, .removedCount)
    var next = 0
    for place in places {
      section.append(place - next, .removedRow)
      next = place + 1
      encode(state.removedWrites(inRow: rows[place]), &section)
    }
  }

  /// Encodes the fields of a record: which, and the state of each.
  func encode(_ fields: RecordFields, _ section: inout SectionWriter) {
    section.appendShape(of: fields)
    for position in 0..<fields.count where !fields.isVacant(at: position) {
      encode(fields.state(at: position), &section)
    }
  }
}
