// SPDX-License-Identifier: Apache-2.0

extension SectionReader {
  /// Reads a part of a text that was removed.
  mutating func removedPart() throws(WireError) -> RemovedSlots.Part {
    let start = offset
    let head = try number(.removedHead, below: 8)
    let first = try dot()
    var removals: [RemovedSlots.Removal] = []
    var count = 1
    if head >> 1 == 0 {
      let others = try self.count(.removedCount, each: .dot)
      for _ in 0...others {
        removals.append(RemovedSlots.Removal(dot: try dot(), step: 1))
      }
    } else {
      count = try number(.removedLength, below: Int(UInt32.max) - 2) + 2
      _ = try checked(first.replica, first.counter + UInt64(count) - 1, start)
      let removal = RemovedSlots.Removal(dot: try dot(), step: (head >> 1) - 2)
      let distance = UInt64(removal.step == 0 ? 0 : count - 1)
      guard removal.step >= 0 || removal.dot.counter > distance else {
        throw .invalidReference(offset: start)
      }
      let last = removal.dot.counter &+ (removal.step < 0 ? 0 : distance)
      _ = try checked(removal.dot.replica, last, start)
      removals.append(removal)
    }
    return RemovedSlots.Part(
      slots: DotRange(first: first, count: count), removals: removals, isCleared: head & 1 == 1)
  }

  /// Reads dots that ascend.
  mutating func ascendingDots() throws(WireError) -> [LocalDot] {
    var dots: [LocalDot] = []
    for _ in 0..<(try count(.removedCount, each: .dot)) {
      let start = offset
      let dot = try self.dot()
      guard dots.last.map({ $0.bits < dot.bits }) ?? true else {
        throw .notCanonical(offset: start)
      }
      dots.append(dot)
    }
    return dots
  }
}
