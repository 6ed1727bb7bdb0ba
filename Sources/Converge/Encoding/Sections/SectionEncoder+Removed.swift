// SPDX-License-Identifier: Apache-2.0

// What documents with members remember of the removed. It stands behind the state of a field.
extension SectionEncoder {
  /// Encodes why slots of a text are dead.
  func encode(_ removed: RemovedSlots, _ section: inout SectionWriter) {
    let parts = RemovedSlots.canonical(removed.parts.map(mapped))
    section.append(parts.count, .removedCount)
    for part in parts {
      let isOne = part.slots.count == 1
      let kind = isOne ? 0 : part.removals[0].step + 2
      section.append(kind * 2 + (part.isCleared ? 1 : 0), .removedHead)
      section.append(part.slots.first)
      if isOne {
        section.append(part.removals.count - 1, .removedCount)
      } else {
        section.append(part.slots.count - 2, .removedLength)
      }
      for removal in part.removals { section.append(removal.dot) }
    }
  }

  private func mapped(_ part: RemovedSlots.Part) -> RemovedSlots.Part {
    var part = part
    part.slots.first = mapped(part.slots.first)
    part.removals = part.removals.map {
      RemovedSlots.Removal(dot: mapped($0.dot), step: $0.step)
    }
    return part
  }

  /// Encodes what is remembered of rows, told by their place among those encoded before.
  func encodeHistories(
    of rows: [Int], _ ordering: Ordering, removed: (Int) -> RemovedWrites,
    _ section: inout SectionWriter
  ) {
    let places = rows.indices.filter {
      ordering.histories[rows[$0]] != nil || !removed(rows[$0]).isEmpty
    }
    section.append(places.count, .removedCount)
    var next = 0
    for place in places {
      section.append(place - next, .removedRow)
      next = place + 1
      encode(ordering.histories[rows[place]] ?? PlaceHistory(), &section)
      encode(removed(rows[place]), &section)
    }
  }

  /// Encodes the removed elements of a list, ascending, with what is remembered of each.
  func encodeRemoved(_ state: ListState, _ section: inout SectionWriter) {
    let removed = state.removedRows.sorted { replicas.precedes($0.key, $1.key) }
    section.append(removed.count, .removedCount)
    for (element, row) in removed {
      section.append(mapped(element))
      encode(state.ordering.histories[row] ?? PlaceHistory(), &section)
    }
  }

  private func encode(_ history: PlaceHistory, _ section: inout SectionWriter) {
    section.append(history.superseded.count, .removedCount)
    for place in history.superseded.sorted(by: { replicas.precedes($0.dot, $1.dot) }) {
      section.append(mapped(place))
      section.append(place.isTakenBack ? 1 : 0, .takenBack)
    }
    encode(history.inserted, &section)
    encode(history.removals, &section)
    section.append(history.isCleared ? 1 : 0, .removedHead)
  }

  /// Encodes the removed writes that are remembered, ascending.
  func encode(_ removed: RemovedWrites, _ section: inout SectionWriter) {
    section.append(removed.entries.count, .removedCount)
    for entry in removed.entries.sorted(by: { replicas.precedes($0.write, $1.write) }) {
      section.append(mapped(entry.write))
      encode(entry.removals, &section)
    }
  }

  private func encode(_ dots: [LocalDot], _ section: inout SectionWriter) {
    section.append(dots.count, .removedCount)
    for dot in dots.sorted(by: replicas.precedes) { section.append(mapped(dot)) }
  }
}

extension RemovedSlots {
  /// The one form of parts: ascending by slot; those with several removals slot by slot, their
  /// removals ascending; the others as long as can be, told from the first slot on.
  static func canonical(_ parts: [Part]) -> [Part] {
    var result: [Part] = []
    for part in parts.sorted(by: { $0.slots.first.bits < $1.slots.first.bits }) {
      guard part.removals.count == 1 else {
        for offset in 0..<part.slots.count {
          var one = part.piece(offset..<offset + 1)
          one.removals = Set(one.removals.map(\.dot)).sorted { $0.bits < $1.bits }
            .map { Removal(dot: $0, step: 1) }
          result.append(one)
        }
        continue
      }
      var rest = part
      if rest.slots.count == 1 { rest.removals[0].step = 1 }
      while let last = result.last, last.removals.count == 1 {
        if let joined = last.joined(with: rest) {
          result[result.count - 1] = joined
          rest.slots.count = 0
          break
        }
        guard rest.slots.count > 1, let joined = last.joined(with: rest.piece(0..<1)) else { break }
        result[result.count - 1] = joined
        rest = rest.piece(1..<rest.slots.count)
        break
      }
      if rest.slots.count == 1 { rest.removals[0].step = 1 }
      if rest.slots.count > 0 { result.append(rest) }
    }
    return result
  }
}
