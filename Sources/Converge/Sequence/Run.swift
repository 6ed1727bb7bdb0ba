// SPDX-License-Identifier: Apache-2.0

/// Slots of one replica with consecutive counters, each a right child of the one before, that
/// stand next to each other in the sequence and are all visible or all dead.
///
/// ```
/// dot  dot+1  dot+2  …          children of the first slot: left only
///  └─R──┴─R────┴─R── …          children of the last slot:  right only
/// ```
///
/// A slot inside a run has no children but the next: whoever attaches one there splits the run.
struct Run: Sendable {
  /// The first slot.
  var dot: LocalDot
  /// Where the first slot hangs.
  var parent: LocalDot
  /// How many slots; 0 in a place that no run has.
  var length: UInt32
  /// The content of the first slot, the following slots having the following numbers; or
  /// `Run.noContent` for all.
  var content: UInt32
  /// The run of the least left child of the first slot, of the least right child of the last
  /// slot, and of the next greater sibling; or `RunOrder.none`.
  var firstLeft = RunOrder.none
  var firstRight = RunOrder.none
  var nextSibling = RunOrder.none
  var side: Side
  var isVisible: Bool

  /// Content of slots that nothing will be shown in.
  static let noContent = UInt32.max

  /// The most slots of a run.
  static let longest = UInt64(UInt32.max) - 1

  var count: Int { Int(length) }

  var visibleCount: Int { isVisible ? Int(length) : 0 }

  var last: LocalDot { dot.advanced(by: Int(length) - 1) }

  /// The dot after the last slot's.
  var end: LocalDot { dot.advanced(by: Int(length)) }

  @inline(__always)
  func contains(_ slot: LocalDot) -> Bool {
    slot.bits &- dot.bits < UInt64(length)
  }

  func content(at offset: Int) -> UInt32 {
    content == Run.noContent ? content : content &+ UInt32(truncatingIfNeeded: offset)
  }

  /// Whether a run that hangs on this one only goes on where it ends, so that both could be one.
  func isContinued(by right: Run) -> Bool {
    right.side == .right && right.dot == end && right.parent == last
      && right.firstLeft == RunOrder.none && right.nextSibling == RunOrder.none
      && UInt64(length) + UInt64(right.length) <= Run.longest
  }
}
