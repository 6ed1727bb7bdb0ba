// SPDX-License-Identifier: Apache-2.0

@testable import Converge

/// The tree of Fugue written down as the paper has it, slot by slot, without thought of speed.
struct NaiveFugue {
  private struct Slot {
    var parent: Dot?
    var side: Side
    var isVisible = true
  }

  private var slots: [Dot: Slot] = [:]

  /// All slots in order, dead ones too.
  private(set) var order: [Dot] = []

  /// The visible slots in order.
  var visible: [Dot] { order.filter { slots[$0]?.isVisible ?? false } }

  func isVisible(_ dot: Dot) -> Bool { slots[dot]?.isVisible ?? false }

  /// Adds a slot, the root's child when it has no parent.
  mutating func insert(_ dot: Dot, parent: Dot?, side: Side) {
    slots[dot] = Slot(parent: parent, side: side)
    order = []
    var waiting: [(dot: Dot?, isOpen: Bool)] = [(nil, false)]
    // Left children, the slot, right children: pushed the other way round.
    while let (slot, isOpen) = waiting.popLast() {
      if isOpen {
        if let slot { order.append(slot) }
        continue
      }
      for child in children(of: slot, .right).reversed() { waiting.append((child, false)) }
      waiting.append((slot, true))
      for child in children(of: slot, .left).reversed() { waiting.append((child, false)) }
    }
  }

  mutating func setVisible(_ isVisible: Bool, _ dot: Dot) {
    slots[dot]?.isVisible = isVisible
  }

  private func children(of parent: Dot?, _ side: Side) -> [Dot] {
    slots.filter { $0.value.parent == parent && $0.value.side == side }.keys.sorted()
  }

  /// Where a new slot hangs to stand at a position of the visible ones.
  func placement(at position: Int) -> (parent: Dot?, side: Side) {
    let left = position == 0 ? nil : visible[position - 1]
    guard !children(of: left, .right).isEmpty else { return (left, .right) }
    let next = left.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return (order[next], .left)
  }
}
