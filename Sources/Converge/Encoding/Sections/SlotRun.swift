// SPDX-License-Identifier: Apache-2.0

/// A run as bytes have it: as long as can be, whatever the runs in memory are.
///
/// A stretch of slots next to each other in the sequence, all visible or all dead, with
/// consecutive dots, each a right child of the one before. Other than in memory, a slot inside
/// may have more right children, further on in the sequence.
struct SlotRun {
  /// The most slots of a run in bytes, as of one in memory.
  static let longest = Run.longest

  var dot: LocalDot
  var parent: LocalDot
  var side: Side
  var isVisible: Bool
  var length: UInt64
  /// For a left child, the place of its parent's run in the sequence of runs.
  var leftParent = 0
  /// Whether the encoder's way has passed over it.
  var isPassed = false
  /// The number of its first run in memory: the only one that left children hang on.
  var number: UInt32

  var last: LocalDot { dot.advanced(by: Int(truncatingIfNeeded: length) - 1) }

  /// Whether the first dot is the one after its parent's.
  var isContinued: Bool { side == .right && !parent.isNone && dot == parent.advanced(by: 1) }

  func contains(_ slot: LocalDot) -> Bool {
    slot.replica == dot.replica && slot.bits >= dot.bits && slot.bits - dot.bits < length
  }
}

extension SlotTree {
  /// Appends the runs as bytes have them, in order; the places are room to work in.
  ///
  /// - Complexity: O(*n*) in the number of runs.
  func appendSlotRuns(to result: inout [SlotRun], _ places: inout [Int]) {
    var hasLeft = false
    result.reserveCapacity(tree.runs.count)
    tree.forEachRun { number, run in
      if let before = result.last, run.side == .right, run.parent == before.last,
        run.dot == before.last.advanced(by: 1), run.isVisible == before.isVisible
      {
        result[result.count - 1].length += UInt64(run.length)
      } else {
        hasLeft = hasLeft || run.side == .left
        result.append(
          SlotRun(
            dot: run.dot, parent: run.parent, side: run.side, isVisible: run.isVisible,
            length: UInt64(run.length), number: number))
      }
    }
    if hasLeft { findLeftParents(of: &result, &places) }
  }

  private func findLeftParents(of result: inout [SlotRun], _ places: inout [Int]) {
    places.removeAll(keepingCapacity: true)
    places += repeatElement(0, count: tree.runs.count)
    for place in result.indices { places[Int(result[place].number)] = place }
    for place in result.indices {
      var child = tree.runs[result[place].number].firstLeft
      while child != RunOrder.none {
        result[places[Int(child)]].leftParent = place
        child = tree.runs[child].nextSibling
      }
    }
  }
}
