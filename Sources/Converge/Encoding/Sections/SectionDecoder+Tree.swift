// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  /// Decodes the runs of a sequence, of no more visible slots than the limit.
  ///
  /// The contents of the visible slots are their positions.
  func decodeTree(
    _ section: inout SectionReader, limit: Int
  ) throws(WireError) -> SlotTree {
    let count = try section.count(.count, each: .runHead)
    let heads = try section.numbers(.runHead, count: count)
    let lengths = try section.numbers(.runLength, count: count)
    var builder = SlotTreeBuilder(replicas: replicas, runCount: count)
    var trail = DotTrail()
    var isVisible = false
    for (place, (head, length)) in zip(heads, lengths).enumerated() {
      let start = section.offset
      guard head < 16, length < SlotRun.longest else { throw .invalidItem(offset: start) }
      let isContinued = head & 2 == 2
      let isTurned = head & 1 == 1
      let hook = try decodeHook(head >> 2, &section)
      // Who is passed over has to come later.
      guard hook == .back || hook.passedCount < count - place - builder.passedCount,
        let parent = builder.hang(hook)
      else { throw .invalidReference(offset: start) }
      // A run that only goes on with the one before is part of that.
      if hook == .down(passed: 0), isContinued, !isTurned { throw .notCanonical(offset: start) }
      isVisible = isVisible != isTurned
      let dot = try decodeDot(isContinued ? parent : nil, notAfter: parent, &trail, &section)
      let last = try section.checked(dot.replica, dot.counter + length, start)
      trail.follow(last)
      let slots = UInt32(truncatingIfNeeded: length) + 1
      guard builder.append(dot, length: slots, isVisible: isVisible) else {
        throw .notCanonical(offset: start)
      }
      guard builder.visibleCount <= min(limit, Int(UInt32.max) - 1) else {
        throw .truncated(offset: start)
      }
    }
    guard let tree = builder.finish() else { throw .invalidReference(offset: section.offset) }
    return tree
  }

  private func decodeHook(
    _ kind: UInt64, _ section: inout SectionReader
  ) throws(WireError) -> RunHook {
    switch kind {
    case 0: return .back
    case 1: return .down(passed: 0)
    case 2: return .down(passed: 1)
    default: break
    }
    let start = section.offset
    let number = try section.number(.runHook, below: .max)
    let passed = number / 3
    switch number % 3 {
    case 0:
      guard passed >= 2 else { throw .notCanonical(offset: start) }
      return .down(passed: passed)
    case 1:
      return .left(passed: passed)
    default:
      let climbed = try section.number(.runHook).addingReportingOverflow(1)
      guard !climbed.overflow else { throw .invalidReference(offset: start) }
      return .up(climbed: climbed.partialValue, passed: passed)
    }
  }

  /// Decodes a run's first dot, which is the one after its parent's when that is given.
  private func decodeDot(
    _ continued: LocalDot?, notAfter parent: LocalDot, _ trail: inout DotTrail,
    _ section: inout SectionReader
  ) throws(WireError) -> LocalDot {
    let start = section.offset
    if let continued {
      guard !continued.isNone else { throw .invalidItem(offset: start) }
      return try section.checked(continued.replica, continued.counter + 1, start)
    }
    trail.take(try section.step(.runDot, after: trail.replica))
    let dot = try section.checked(trail.replica, trail.counter, start)
    guard parent.isNone || dot != parent.advanced(by: 1) else {
      throw .notCanonical(offset: start)
    }
    return dot
  }
}
