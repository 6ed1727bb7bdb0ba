// SPDX-License-Identifier: Apache-2.0

/// Why slots are dead: the removals to wait for, until all members know one of them.
///
/// Of each dead slot the removals that have not seen another removal of it, usually one. A dead
/// slot that is not here was removed by what every member has published to be known to all.
/// Slots with consecutive counters whose removals' counters go up, or down, one by one are one
/// part: typing, removing a stretch and removing backwards stay short.
struct RemovedSlots: Sendable {
  /// Removals of the slots of a part: of the first slot's, and by how much each next differs.
  struct Removal: Hashable, Sendable {
    var dot: LocalDot
    /// 1, 0 or -1.
    var step: Int

    func at(_ offset: Int) -> LocalDot { dot.advanced(by: step * offset) }

    func from(_ offset: Int) -> Removal { Removal(dot: at(offset), step: step) }

    /// The offsets, of so many, at which the removal is covered.
    func covered(_ count: Int, by context: LocalVersionVector) -> Range<Int> {
      let known = context[dot.replica]
      if step == 0 { return dot.counter <= known ? 0..<count : 0..<0 }
      if step > 0 {
        guard known >= dot.counter else { return 0..<0 }
        return 0..<Int(Swift.min(UInt64(count), known - dot.counter + 1))
      }
      guard dot.counter > known else { return 0..<count }
      return Int(Swift.min(UInt64(count), dot.counter - known))..<count
    }
  }

  struct Part: Hashable, Sendable {
    var slots: DotRange
    /// At least one.
    var removals: [Removal]
    /// Whether a fresh write of a record around removed them: then nobody who has seen it hangs
    /// anything on them.
    var isCleared = false

    func piece(_ range: Range<Int>) -> Part {
      var part = self
      part.slots = DotRange(first: slots.first.advanced(by: range.lowerBound), count: range.count)
      part.removals = removals.map { $0.from(range.lowerBound) }
      return part
    }

    /// The part cut where a context begins or ends to cover a removal, each piece with whether it
    /// covers one.
    func pieces(under context: LocalVersionVector) -> [(range: Range<Int>, isCovered: Bool)] {
      let covered = removals.map { $0.covered(slots.count, by: context) }
      let cuts = Set([0, slots.count] + covered.flatMap { [$0.lowerBound, $0.upperBound] })
        .sorted()
      return zip(cuts, cuts.dropFirst()).map { lower, upper in
        (lower..<upper, covered.contains { $0.contains(lower) })
      }
    }
  }

  /// Ascending by slot, without overlap.
  private(set) var parts: [Part] = []

  var isEmpty: Bool { parts.isEmpty }

  init() {}

  init(ascending parts: [Part]) {
    self.parts = parts
  }

  /// Adds slots that were visible until now.
  mutating func insert(_ part: Part) {
    let place = place(after: part.slots.first)
    if place > 0, let joined = parts[place - 1].joined(with: part) {
      parts[place - 1] = joined
      joinNext(place - 1)
    } else {
      parts.insert(part, at: place)
      joinNext(place)
    }
  }

  /// Adds a removal to slots that are dead already, unless it has seen an earlier one.
  mutating func add(
    _ removal: Removal, to slots: DotRange, seen context: LocalVersionVector, isCleared: Bool
  ) {
    change(slots) { part in
      let offset = part.slots.first.distance(from: slots.first)
      return part.pieces(under: context).map { range, isCovered in
        var piece = part.piece(range)
        guard !isCovered else { return piece }
        piece.removals.append(removal.from(offset + range.lowerBound))
        if isCleared { piece.isCleared = true }
        return piece
      }
    }
  }

  /// Joins what another side knows of slots that are dead on both: all removals of both.
  mutating func join(_ other: Part) {
    change(other.slots) { part in
      var part = part
      let offset = part.slots.first.distance(from: other.slots.first)
      for removal in other.removals.map({ $0.from(offset) })
      where !part.removals.contains(where: {
        part.slots.count == 1 ? $0.dot == removal.dot : $0 == removal
      }) {
        part.removals.append(removal)
      }
      part.isCleared = part.isCleared || other.isCleared
      return [part]
    }
  }

  /// Forgets slots.
  mutating func forget(_ slots: DotRange) {
    change(slots) { _ in [] }
  }

  /// Forgets the slots that a cut covers with one of their removals.
  mutating func forgetCovered(by cut: LocalVersionVector) {
    var kept = RemovedSlots()
    for part in parts {
      for (range, isRetired) in part.retired(under: cut) where !isRetired {
        kept.parts.append(part.piece(range))
      }
    }
    parts = kept.parts
  }

  /// The first of dead slots that is here and not retired under a cut, as an offset.
  func firstKept(in slots: DotRange, under cut: LocalVersionVector) -> Int? {
    var place = Swift.max(place(after: slots.first) - 1, 0)
    while place < parts.count, parts[place].slots.first.bits <= slots.last.bits {
      let part = parts[place]
      place += 1
      guard part.slots.overlaps(slots), !part.isCleared else { continue }
      for (range, isRetired) in part.retired(under: cut) where !isRetired {
        let first = part.slots.first.advanced(by: range.lowerBound)
        let last = part.slots.first.advanced(by: range.upperBound - 1)
        guard last.bits >= slots.first.bits, first.bits <= slots.last.bits else { continue }
        return first.bits <= slots.first.bits ? 0 : first.distance(from: slots.first)
      }
    }
    return nil
  }

  func contains(_ slot: LocalDot) -> Bool {
    let place = place(after: slot)
    return place > 0 && parts[place - 1].slots.contains(slot)
  }

  /// The parts, cut to a range of slots.
  func parts(in slots: DotRange) -> [Part] {
    var result: [Part] = []
    var place = Swift.max(place(after: slots.first) - 1, 0)
    while place < parts.count, parts[place].slots.first.bits <= slots.last.bits {
      if let range = parts[place].offsets(in: slots) { result.append(parts[place].piece(range)) }
      place += 1
    }
    return result
  }

  /// The ranges of slots that are not here.
  func gaps(in slots: DotRange) -> [DotRange] {
    var gaps: [DotRange] = []
    var next = slots.first
    for part in parts(in: slots) {
      if part.slots.first != next {
        gaps.append(DotRange(first: next, count: part.slots.first.distance(from: next)))
      }
      next = part.slots.last.advanced(by: 1)
    }
    let rest = slots.count - next.distance(from: slots.first)
    if rest > 0 { gaps.append(DotRange(first: next, count: rest)) }
    return gaps
  }

  /// Puts others in place of the parts in a range of slots.
  private mutating func change(_ slots: DotRange, _ body: (Part) -> [Part]) {
    let first = Swift.max(place(after: slots.first) - 1, 0)
    var end = first
    var result: [Part] = []
    while end < parts.count, parts[end].slots.first.bits <= slots.last.bits {
      let part = parts[end]
      end += 1
      guard let range = part.offsets(in: slots) else {
        result.append(part)
        continue
      }
      if range.lowerBound > 0 { result.append(part.piece(0..<range.lowerBound)) }
      result += body(part.piece(range))
      if range.upperBound < part.slots.count {
        result.append(part.piece(range.upperBound..<part.slots.count))
      }
    }
    parts.replaceSubrange(first..<end, with: result)
  }

  private mutating func joinNext(_ place: Int) {
    guard place + 1 < parts.count, let joined = parts[place].joined(with: parts[place + 1]) else {
      return
    }
    parts[place] = joined
    parts.remove(at: place + 1)
  }

  /// How many parts start at or before a slot.
  private func place(after slot: LocalDot) -> Int {
    var low = 0
    var high = parts.count
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].slots.first.bits <= slot.bits { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RemovedSlots.Part {
  /// The pieces, each with whether a cut covers it with one of its removals.
  func retired(under cut: LocalVersionVector) -> [(range: Range<Int>, isRetired: Bool)] {
    let known = RemovedSlots.Removal(dot: slots.first, step: 1).covered(slots.count, by: cut)
    guard !known.isEmpty else { return [(0..<slots.count, false)] }
    var result = piece(known).pieces(under: cut).map { ($0.range, $0.isCovered) }
    if known.count < slots.count { result.append((known.count..<slots.count, false)) }
    return result
  }

  /// Which offsets lie in a range of slots.
  func offsets(in range: DotRange) -> Range<Int>? {
    guard slots.overlaps(range) else { return nil }
    let first = Swift.max(slots.first.bits, range.first.bits)
    let last = Swift.min(slots.last.bits, range.last.bits)
    let lower = LocalDot(bits: first).distance(from: slots.first)
    return lower..<LocalDot(bits: last).distance(from: slots.first) + 1
  }

  /// This part with the next one, when both are one.
  func joined(with next: RemovedSlots.Part) -> RemovedSlots.Part? {
    guard slots.last.advanced(by: 1) == next.slots.first, isCleared == next.isCleared,
      removals.count == 1, next.removals.count == 1
    else { return nil }
    let step = next.removals[0].dot.distance(from: removals[0].at(slots.count - 1))
    guard (-1...1).contains(step), slots.count == 1 || removals[0].step == step,
      next.slots.count == 1 || next.removals[0].step == step
    else { return nil }
    var part = self
    part.slots.count += next.slots.count
    part.removals[0].step = step
    return part
  }
}
