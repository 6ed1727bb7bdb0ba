// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  /// Decodes the runs of a sequence, of no more visible slots than the limit.
  ///
  /// The contents of the visible slots are their positions.
  func decodeTree(
    _ section: inout SectionReader, limit: Int
  ) throws(WireError) -> SlotTree {
    let count = try section.count(.count, each: .runHead)
    var builder = SlotTreeBuilder(replicas: replicas, runCount: count)
    var trail = DotTrail()
    var isVisible = false
    for place in 0..<count {
      let start = section.offset
      let head = try section.number(.runHead, below: 16)
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
      let length = try decodeLength(&section)
      let dot = try decodeDot(isContinued ? parent : nil, notAfter: parent, &trail, &section)
      let last = try section.checked(dot.replica, dot.counter + UInt64(length) - 1, start)
      trail.follow(last)
      guard builder.append(dot, length: length, isVisible: isVisible) else {
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
    _ kind: Int, _ section: inout SectionReader
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

  private func decodeLength(_ section: inout SectionReader) throws(WireError) -> UInt32 {
    let start = section.offset
    let number = try section.number(.runLength)
    guard number < SlotRun.longest else { throw .invalidItem(offset: start) }
    return UInt32(truncatingIfNeeded: number) + 1
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
