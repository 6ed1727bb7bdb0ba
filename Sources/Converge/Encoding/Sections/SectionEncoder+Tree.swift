// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes the runs of a sequence, in order.
  func encode(_ tree: SlotTree, _ section: inout SectionWriter) {
    let runs = tree.slotRuns
    section.append(runs.count, .count)
    guard !runs.isEmpty else { return }
    var path = RunPath()
    let hooks = runs.indices.map { path.hook(of: $0, in: runs) }
    var wasVisible = false
    for (run, hook) in zip(runs, hooks) {
      let flags: UInt64 = (run.isContinued ? 2 : 0) | (run.isVisible != wasVisible ? 1 : 0)
      section.append(kind(of: hook) << 2 | flags, .runHead)
      wasVisible = run.isVisible
    }
    for run in runs { section.append(run.length - 1, .runLength) }
    var trail = DotTrail()
    for (run, hook) in zip(runs, hooks) {
      if kind(of: hook) == 3 { append(hook, &section) }
      if !run.isContinued { section.append(trail.step(to: mapped(run.dot)), .runDot) }
      trail.follow(mapped(run.last))
    }
  }

  /// The number of a hook in a run's head; of 3, more follows.
  private func kind(of hook: RunHook) -> UInt64 {
    switch hook {
    case .back: 0
    case .down(passed: 0): 1
    case .down(passed: 1): 2
    case .down, .left, .up: 3
    }
  }

  private func append(_ hook: RunHook, _ section: inout SectionWriter) {
    switch hook {
    case .back, .down: section.append(hook.passedCount * 3, .runHook)
    case .left: section.append(hook.passedCount * 3 + 1, .runHook)
    case .up(let climbed, _):
      section.append(hook.passedCount * 3 + 2, .runHook)
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
