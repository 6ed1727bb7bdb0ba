// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  /// Decodes why slots of a tree are dead.
  func decodeRemoved(
    _ tree: SlotTree, _ section: inout SectionReader
  ) throws(WireError) -> RemovedSlots {
    let start = section.offset
    var parts: [RemovedSlots.Part] = []
    for _ in 0..<(try section.count(.removedCount, each: .removedHead)) {
      let start = section.offset
      let part = try section.removedPart()
      if let last = parts.last, last.slots.last.bits >= part.slots.first.bits {
        throw .notCanonical(offset: start)
      }
      var dead = 0
      tree.forEachPart(of: part.slots) { run, _, count in dead += run.isVisible ? 0 : count }
      guard dead == part.slots.count else { throw .invalidReference(offset: start) }
      parts.append(part)
    }
    guard RemovedSlots.canonical(parts) == parts else { throw .notCanonical(offset: start) }
    return RemovedSlots(ascending: parts)
  }

  /// Decodes what is remembered of rows, and hands it over row by row.
  func decodeHistories(
    rowCount: Int, elements: [LocalDot] = [], _ slots: inout SlotOwners,
    _ section: inout SectionReader,
    _ body: (_ row: Int, PlaceHistory, RemovedWrites) -> Void
  ) throws(WireError) {
    var next = 0
    for _ in 0..<(try section.count(.removedCount, each: .removedRow)) {
      let start = section.offset
      next += try section.number(.removedRow, below: rowCount - next)
      let history = try decodeHistory(
        of: next < elements.count ? elements[next] : nil, &slots, &section)
      let removed = try decodeRemovedWrites(&section)
      guard !history.isEmpty || !removed.isEmpty, history.removals.isEmpty, !history.isCleared
      else { throw .notCanonical(offset: start) }
      body(next, history, removed)
      next += 1
    }
  }

  /// Decodes the removed elements of a list.
  func decodeRemovedElements(
    into state: inout ListState, _ slots: inout SlotOwners, _ section: inout SectionReader
  ) throws(WireError) {
    var last: LocalDot?
    for _ in 0..<(try section.count(.removedCount, each: .dot)) {
      let start = section.offset
      let element = try section.dot()
      guard last.map({ $0.bits < element.bits }) ?? true else {
        throw .notCanonical(offset: start)
      }
      last = element
      guard slots.claimElement(element) else { throw .invalidReference(offset: start) }
      let history = try decodeHistory(of: element, &slots, &section)
      guard !history.removals.isEmpty, !history.superseded.isEmpty else {
        throw .notCanonical(offset: start)
      }
      state.restoreRemoved(element, history)
    }
  }

  private func decodeHistory(
    of element: LocalDot?, _ slots: inout SlotOwners, _ section: inout SectionReader
  ) throws(WireError) -> PlaceHistory {
    var history = PlaceHistory()
    for _ in 0..<(try section.count(.removedCount, each: .takenBack)) {
      let start = section.offset
      var stamp = try section.stamp()
      stamp.isTakenBack = try section.number(.takenBack, below: 2) == 1
      if let last = history.superseded.last, last.dot.bits >= stamp.dot.bits {
        throw .notCanonical(offset: start)
      }
      guard stamp.dot == element ? slots.has(stamp.dot) : slots.claim(stamp.dot) else {
        throw .invalidReference(offset: start)
      }
      history.superseded.append(stamp)
    }
    history.inserted = try section.ascendingDots()
    history.removals = try section.ascendingDots()
    history.isCleared = try section.number(.removedHead, below: 2) == 1
    return history
  }

  /// Decodes the removed writes that are remembered.
  func decodeRemovedWrites(_ section: inout SectionReader) throws(WireError) -> RemovedWrites {
    var entries: [RemovedWrites.Entry] = []
    for _ in 0..<(try section.count(.removedCount, each: .dot)) {
      let start = section.offset
      let write = try section.dot()
      let removals = try section.ascendingDots()
      guard !removals.isEmpty, entries.last.map({ $0.write.bits < write.bits }) ?? true else {
        throw .notCanonical(offset: start)
      }
      entries.append(RemovedWrites.Entry(write: write, removals: removals))
    }
    return RemovedWrites(entries)
  }
}
