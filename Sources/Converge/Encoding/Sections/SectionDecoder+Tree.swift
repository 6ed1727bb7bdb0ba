// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  /// Decodes the runs of a sequence. The contents of the visible slots are their positions.
  func decodeTree(_ section: inout SectionReader) throws(WireError) -> SlotTree {
    let count = try section.count(.count)
    var builder = SlotTreeBuilder(replicas: replicas)
    var trail = DotTrail()
    var last: (visible: Bool, slot: LocalDot)?
    for place in 0..<count {
      let start = section.offset
      let head = try section.number(.runHead, below: 16)
      let hook = try decodeHook(head >> 2, &section)
      let isContinued = head & 2 == 2
      let isVisible = head & 1 == 1
      guard let parent = builder.hang(hook), builder.passedCount < count - place else {
        throw .invalidReference(offset: start)
      }
      // A run that only goes on with the one before is part of that.
      if hook == .down(passed: 0), isContinued, isVisible == last?.visible {
        throw .notCanonical(offset: start)
      }
      let length = try section.number(.runLength).addingReportingOverflow(1)
      let dot: LocalDot
      if isContinued {
        guard !parent.isNone else { throw .invalidItem(offset: start) }
        dot = try section.checked(parent.replica, parent.counter + 1, start)
      } else {
        trail.take(try section.step(.runDot, after: trail.replica))
        dot = try section.checked(trail.replica, trail.counter, start)
        guard parent.isNone || dot != parent.advanced(by: 1) else {
          throw .notCanonical(offset: start)
        }
      }
      let end = dot.counter.addingReportingOverflow(length.partialValue &- 1)
      guard !length.overflow, !end.overflow else { throw .invalidReference(offset: start) }
      let lastSlot = try section.checked(dot.replica, end.partialValue, start)
      guard builder.append(dot, length: length.partialValue, isVisible: isVisible) else {
        throw .notCanonical(offset: start)
      }
      trail.follow(lastSlot)
      last = (isVisible, lastSlot)
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
    let number = try section.count(.runHook)
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
}
