// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes the runs of a sequence, in order.
  func encode(_ tree: SlotTree, _ section: inout SectionWriter) {
    section.path.begin(tree)
    let count = section.path.runs.count
    section.append(count, .count)
    guard count > 0 else { return }
    // The hooks of which more follows are few.
    var hooks: [(place: Int, hook: RunHook)] = []
    var wasVisible = false
    for place in 0..<count {
      let hook = section.path.hook(of: place)
      let run = section.path.runs[place]
      let flags: UInt64 = (run.isContinued ? 2 : 0) | (run.isVisible != wasVisible ? 1 : 0)
      let kind = kind(of: hook)
      section.append(kind << 2 | flags, .runHead)
      if kind == 3 { hooks.append((place, hook)) }
      wasVisible = run.isVisible
    }
    for place in 0..<count { section.append(section.path.runs[place].length - 1, .runLength) }
    encodeDots(hooks, &section)
  }

  /// Encodes the dots of runs, and what is more to tell of how they hang.
  private func encodeDots(
    _ hooks: [(place: Int, hook: RunHook)], _ section: inout SectionWriter
  ) {
    section.runTrail.reset()
    var nextHook = 0
    for place in section.path.runs.indices {
      if nextHook < hooks.count, hooks[nextHook].place == place {
        append(hooks[nextHook].hook, &section)
        nextHook += 1
      }
      let run = section.path.runs[place]
      let first = mapped(run.dot)
      if !run.isContinued { section.append(section.runTrail.step(to: first), .runDot) }
      section.runTrail.follow(first.advanced(by: run.last.distance(from: run.dot)))
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
