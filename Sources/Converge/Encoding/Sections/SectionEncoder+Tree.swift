// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes the runs of a sequence, in order.
  func encode(_ tree: SlotTree, _ section: inout SectionWriter) {
    let runs = tree.slotRuns
    var path = RunPath()
    var trail = DotTrail()
    var wasVisible = false
    section.append(runs.count, .count)
    for (place, run) in runs.enumerated() {
      let isContinued = run.isContinued
      let flags: UInt64 = (isContinued ? 2 : 0) | (run.isVisible != wasVisible ? 1 : 0)
      wasVisible = run.isVisible
      append(path.hook(of: place, in: runs), flags, &section)
      section.append(run.length - 1, .runLength)
      if !isContinued { section.append(trail.step(to: mapped(run.dot)), .runDot) }
      trail.follow(mapped(run.last))
    }
  }

  private func append(_ hook: RunHook, _ flags: UInt64, _ section: inout SectionWriter) {
    switch hook {
    case .back:
      section.append(flags, .runHead)
    case .down(let passed) where passed < 2:
      section.append(UInt64(passed + 1) << 2 | flags, .runHead)
    case .down(let passed):
      section.append(3 << 2 | flags, .runHead)
      section.append(passed * 3, .runHook)
    case .left(let passed):
      section.append(3 << 2 | flags, .runHead)
      section.append(passed * 3 + 1, .runHook)
    case .up(let climbed, let passed):
      section.append(3 << 2 | flags, .runHead)
      section.append(passed * 3 + 2, .runHook)
      section.append(climbed - 1, .runHook)
    }
  }

  /// The places of the visible slots, in order.
  func visibleSlots(_ tree: SlotTree, _ body: (_ slot: LocalDot, _ row: Int) -> Void) {
    tree.forEachVisibleRun { dot, content, count in
      for offset in 0..<count { body(dot.advanced(by: offset), Int(content) + offset) }
    }
  }
}
