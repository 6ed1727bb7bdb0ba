// SPDX-License-Identifier: Apache-2.0

/// How a run hangs in the tree, told from the runs before it in the sequence.
///
/// Between a run and the next the traversal either goes down to the right, to the leftmost slot
/// below the run's last slot, passing over slots that come later, or back to the nearest slot
/// that it has so passed over.
///
/// ```
/// back           the nearest slot passed over
/// down(k)        the start of a new right child of the last slot, k left children further down
/// left(k)        of a further left child of the nearest slot passed over
/// up(c, k)       of a further right child of the slot c right children above the last, or of
///                the root
/// ```
enum RunHook: Equatable {
  case back
  case down(passed: Int)
  case left(passed: Int)
  case up(climbed: UInt64, passed: Int)

  /// How many runs are passed over.
  var passedCount: Int {
    switch self {
    case .back: 0
    case .down(let passed), .left(let passed), .up(_, let passed): passed
    }
  }
}
