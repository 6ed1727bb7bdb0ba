// SPDX-License-Identifier: Apache-2.0

extension Ordering {
  /// All places of a row that are remembered, those that count and those superseded.
  func listedPlaces(of row: Int) -> [Stamp] {
    places[row].all.map(\.stamp) + (histories[row]?.superseded ?? [])
  }

  /// Whether an earlier place of a row is settled for good under a cut: the cut covers it, and
  /// covers some greater place, or the removal of its element.
  ///
  /// Whoever places a slot passes over more than may be dropped: over those too that a fresh write
  /// of a record around took back, and those of an earlier membership. They will never be shown,
  /// and so nobody has to know what others knew when they were dropped.
  func isRetired(
    _ place: Stamp, of row: Int, under cut: LocalVersionVector, isSettled: Bool,
    isPlacing: Bool = false, _ replicas: ReplicaTable
  ) -> Bool {
    let history = histories[row]
    if isPlacing, place.isTakenBack || history?.isCleared ?? false { return true }
    guard cut.contains(place.dot) else { return false }
    if isSettled { return true }
    return listedPlaces(of: row).contains { other in
      replicas.isGreater(other, than: place)
        && (cut.contains(other.dot)
          || isPlacing && history?.inserted.contains(other.dot) ?? false)
    }
  }

  /// Whether a list's element was removed by what a cut covers.
  func isRemoved(_ row: Int, under cut: LocalVersionVector) -> Bool {
    histories[row]?.removals.contains(where: cut.contains) ?? false
  }

  /// Where a new slot must hang to stand at a position, passing over what may be dropped.
  func placement(
    at position: Int, passingOver cut: LocalVersionVector, _ replicas: ReplicaTable,
    isSettled: (Int) -> Bool
  ) -> Placement {
    tree.placement(at: position) { run in
      guard run.content != Run.noContent else { return nil }
      for offset in 0..<run.count {
        let slot = run.dot.advanced(by: offset)
        let row = Int(run.content(at: offset))
        guard let place = listedPlaces(of: row).first(where: { $0.dot == slot }) else { continue }
        let isRetired = isRetired(
          place, of: row, under: cut, isSettled: isSettled(row), isPlacing: true, replicas)
        if !isRetired { return offset }
      }
      return nil
    }
  }

  /// Takes back the places of a row that a fresh write of the record around saw.
  mutating func takeBackPlaces(of row: Int, isPresent: Bool, _ context: WriteContext) {
    updatePlaces(of: row, isPresent: isPresent) {
      $0.takeBack(seenBy: context.seen, context.replicas)
    }
    updateHistory(of: row) { history in
      for place in history.superseded.indices
      where context.seen.contains(history.superseded[place].dot) {
        history.superseded[place].isTakenBack = true
      }
    }
  }

  /// Joins the places of a row, and what is remembered of earlier ones.
  mutating func joinPlaces(
    of row: Int, with other: Ordering, row theirs: Int?, isPresent: Bool, _ join: JoinContext
  ) {
    let before = listedPlaces(of: row)
    updatePlaces(of: row, isPresent: isPresent) {
      $0.join(theirs.map { other.places[$0] } ?? Writes(), join)
    }
    guard join.tracksRemovals else { return }
    joinHistory(of: row, before, with: other, row: theirs, join)
  }

  /// Joins what is remembered of a row: a place that the other side has applied and does not
  /// remember was settled there.
  mutating func joinHistory(
    of row: Int, _ mine: [Stamp], with other: Ordering, row theirRow: Int?, _ join: JoinContext
  ) {
    let theirs = (theirRow.map { other.listedPlaces(of: $0) } ?? []).map { place in
      var place = place
      place.dot = join.mapped(place.dot)
      return place
    }
    var listed: [Stamp] = []
    for var place in mine {
      if let same = theirs.first(where: { $0.dot == place.dot }) {
        place.isTakenBack = place.isTakenBack || same.isTakenBack
      } else if join.theyApplied(place.dot) {
        nameRow(nil, by: place.dot)
        continue
      }
      listed.append(place)
    }
    for place in theirs where !mine.contains(where: { $0.dot == place.dot }) {
      if !join.iApplied(place.dot) { listed.append(place) }
    }
    let current = Set(places[row].all.map(\.stamp.dot))
    let theirHistory = theirRow.flatMap { other.histories[$0] }
    let theirInserted = Set((theirHistory?.inserted ?? []).map(join.mapped))
    let myDots = Set(mine.map(\.dot))
    let theirDots = Set(theirs.map(\.dot))
    updateHistory(of: row) { history in
      let myInserted = Set(history.inserted)
      history.superseded = listed.filter { !current.contains($0.dot) }
      history.inserted = listed.map(\.dot).filter {
        (myInserted.contains($0) || !myDots.contains($0))
          && (theirInserted.contains($0) || !theirDots.contains($0))
      }
      for removal in (theirHistory?.removals ?? []).map(join.mapped)
      where !history.removals.contains(removal) {
        history.removals.append(removal)
      }
      if theirHistory?.isCleared ?? false { history.isCleared = true }
    }
    for place in listed { nameRow(row, by: place.dot) }
  }

  /// Puts what a snapshot remembers of a row.
  mutating func restoreHistory(of row: Int, _ history: PlaceHistory) {
    updateHistory(of: row) { $0 = history }
  }

  /// Lets all places that are remembered lead to their rows, as dead slots of a snapshot do not.
  mutating func nameRows() {
    for row in places.indices {
      for place in listedPlaces(of: row) { nameRow(row, by: place.dot) }
    }
  }

  // MARK: Collecting

  /// Forgets the least places of a row as long as a cut settles them.
  ///
  /// - Returns: Whether the row has no place left.
  mutating func forgetPlaces(
    of row: Int, under cut: LocalVersionVector, isSettled: Bool, _ replicas: ReplicaTable
  ) -> Bool {
    let ascending = listedPlaces(of: row).sorted { replicas.isGreater($1, than: $0) }
    var settled = Set<LocalDot>()
    for place in ascending {
      guard isRetired(place, of: row, under: cut, isSettled: isSettled, replicas) else { break }
      settled.insert(place.dot)
      nameRow(nil, by: place.dot)
    }
    removePlaces(settled, of: row, replicas)
    updateHistory(of: row) { history in
      history.superseded.removeAll { settled.contains($0.dot) }
      history.inserted.removeAll { settled.contains($0) || cut.contains($0) }
    }
    return settled.count == ascending.count
  }
}
