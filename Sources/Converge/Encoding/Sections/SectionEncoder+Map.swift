// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes a set: its members, ascending, each with its inserts.
  func encode(_ state: SetState, _ section: inout SectionWriter) {
    section.append(state.members.count, .count)
    guard !state.members.isEmpty else { return }
    var trail = ValueTrail()
    for (value, inserts) in state.members.sorted(by: { $0.key < $1.key }) {
      section.append(value, after: &trail)
      encode(inserts, &section)
    }
  }

  /// Encodes a map: its records, ascending by key.
  func encode(_ state: MapState, _ section: inout SectionWriter) {
    var records: [(key: ValueBytes, record: RecordState)] = []
    records.reserveCapacity(state.records.count)
    for (key, record) in state.records where !record.isVacant { records.append((key, record)) }
    records.sort { $0.key < $1.key }
    section.append(records.count, .count)
    var trail = ValueTrail()
    for (key, record) in records {
      section.append(key, after: &trail)
      encode(record, &section)
    }
    guard tracksRemovals else { return }
    let places = records.indices.filter { !records[$0].record.removed.isEmpty }
    section.append(places.count, .removedCount)
    var next = 0
    for place in places {
      section.append(place - next, .removedRow)
      next = place + 1
      encode(records[place].record.removed, &section)
    }
  }

  /// Encodes a record: its fields, then the writes that make it present.
  func encode(_ record: RecordState, _ section: inout SectionWriter) {
    encode(record.fields, &section)
    encode(record.writes, &section)
  }

  /// Encodes the fields of a record: which, and the state of each.
  func encode(_ fields: RecordFields, _ section: inout SectionWriter) {
    let entries =
      fields.hasVacantEntry ? fields.entries.filter { !$0.state.isVacant } : fields.entries
    section.append(entries.map(\.key))
    for entry in entries { encode(entry.state, &section) }
  }
}
