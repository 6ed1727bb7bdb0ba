// SPDX-License-Identifier: Apache-2.0

/// On which side of its parent a slot stands.
enum Side: UInt8, Sendable {
  case left = 0
  case right = 1
}

/// Where a new slot goes: its parent in the tree, or the root, and the side.
struct Placement: Hashable, Sendable {
  /// The parent slot; `LocalDot.none` is the root, which has right children only.
  var parent: LocalDot
  var side: Side
}
