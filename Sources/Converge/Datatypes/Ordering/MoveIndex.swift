// SPDX-License-Identifier: Apache-2.0

/// The arithmetic of moves: a final index counts without the element that moves.
enum MoveIndex {
  /// The position behind whose slot an element comes to stand when it moves to an index, counted
  /// with the element where it is now.
  static func position(moving source: Int, to target: Int) -> Int {
    target <= source ? target : target + 1
  }

  /// The final index that puts an element right beside another.
  static func final(of source: Int, beside target: Int, isAfter: Bool) -> Int {
    let others = target > source ? target - 1 : target
    return isAfter ? others + 1 : others
  }
}

extension ForeignIndices {
  /// The final index counted with foreign values, for a move between indices counted without.
  ///
  /// Moving on, the element comes to stand right after the one that is at the index now; moving
  /// back, right before it.
  func whole(moving source: Int, to target: Int) -> Int {
    MoveIndex.final(of: whole(source), beside: whole(target), isAfter: target > source)
  }
}
