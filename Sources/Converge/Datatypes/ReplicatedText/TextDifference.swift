// SPDX-License-Identifier: Apache-2.0

/// The least edits between two texts.
///
/// Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1, 1986,
/// https://doi.org/10.1007/BF01840446, the greedy algorithm of section 2, after what both texts
/// share at their ends is set aside. It departs in giving up on texts that differ by more than
/// `differenceLimit`: a text pasted over another has no difference worth finding.
enum TextDifference {
  /// An edit: removals at a position of the old text, and a range of the new text put there.
  struct Edit: Hashable {
    var position: Int
    var removed: Int
    var inserted: Range<Int>
  }

  /// Scalars removed and inserted beyond which the middle is replaced whole.
  ///
  /// The search keeps its square in memory, 16 bytes each: under three megabytes.
  static let differenceLimit = 400

  /// Returns the edits that make `new` of `old`, ascending and apart from each other.
  static func edits(from old: [Unicode.Scalar], to new: [Unicode.Scalar]) -> [Edit] {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var end = 0
    while end < old.count - start, end < new.count - start,
      old[old.count - 1 - end] == new[new.count - 1 - end]
    {
      end += 1
    }
    let oldMiddle = start..<old.count - end
    let newMiddle = start..<new.count - end
    if oldMiddle.isEmpty && newMiddle.isEmpty { return [] }
    let whole = Edit(position: start, removed: oldMiddle.count, inserted: newMiddle)
    if oldMiddle.isEmpty || newMiddle.isEmpty { return [whole] }
    return search(old[oldMiddle], new[newMiddle]) ?? [whole]
  }

  /// How far a path comes on a diagonal, and whether by a removal.
  private struct Reach {
    var x: Int
    var isRemoval: Bool
  }

  /// Finds a shortest path of removals and inserts through two slices, or gives up.
  private static func search(
    _ old: ArraySlice<Unicode.Scalar>, _ new: ArraySlice<Unicode.Scalar>
  ) -> [Edit]? {
    // reaches[d][k + d]: how far in `old` a path of d steps comes on the diagonal k = x - y.
    var reaches: [[Reach?]] = []
    for steps in 0...Swift.min(differenceLimit, old.count + new.count) {
      var row: [Reach?] = Array(repeating: nil, count: 2 * steps + 1)
      for diagonal in stride(from: -steps, through: steps, by: 2) {
        guard
          var reach = steps == 0
            ? Reach(x: 0, isRemoval: false)
            : step(reaches[steps - 1], to: diagonal, old.count, new.count)
        else { continue }
        while reach.x < old.count, reach.x - diagonal < new.count,
          old[old.startIndex + reach.x] == new[new.startIndex + reach.x - diagonal]
        {
          reach.x += 1
        }
        row[diagonal + steps] = reach
        if reach.x == old.count, reach.x - diagonal == new.count {
          return path(reaches + [row], old, new)
        }
      }
      reaches.append(row)
    }
    return nil
  }

  /// The furthest that one more step comes on a diagonal, within both texts.
  private static func step(
    _ row: [Reach?], to diagonal: Int, _ oldCount: Int, _ newCount: Int
  ) -> Reach? {
    let steps = row.count / 2
    var best: Reach?
    if abs(diagonal + 1) <= steps, let above = row[diagonal + 1 + steps],
      above.x - diagonal <= newCount
    {
      best = Reach(x: above.x, isRemoval: false)
    }
    if abs(diagonal - 1) <= steps, let left = row[diagonal - 1 + steps], left.x < oldCount,
      left.x + 1 > best?.x ?? -1
    {
      best = Reach(x: left.x + 1, isRemoval: true)
    }
    return best
  }

  /// Walks a path back and gathers its steps to edits.
  private static func path(
    _ reaches: [[Reach?]], _ old: ArraySlice<Unicode.Scalar>, _ new: ArraySlice<Unicode.Scalar>
  ) -> [Edit] {
    var edits: [Edit] = []
    var diagonal = old.count - new.count
    for steps in stride(from: reaches.count - 1, to: 0, by: -1) {
      guard let reach = reaches[steps][diagonal + steps] else { break }
      diagonal += reach.isRemoval ? -1 : 1
      guard let before = reaches[steps - 1][diagonal + steps - 1] else { break }
      let y = new.startIndex + before.x - diagonal
      add(
        Edit(
          position: old.startIndex + before.x, removed: reach.isRemoval ? 1 : 0,
          inserted: y..<y + (reach.isRemoval ? 0 : 1)), to: &edits)
    }
    return edits.reversed()
  }

  /// Adds a step before the others, as part of the first edit when it touches it.
  private static func add(_ step: Edit, to edits: inout [Edit]) {
    if let next = edits.last, step.position + step.removed == next.position,
      step.inserted.upperBound == next.inserted.lowerBound
    {
      edits[edits.count - 1] = Edit(
        position: step.position, removed: step.removed + next.removed,
        inserted: step.inserted.lowerBound..<next.inserted.upperBound)
    } else {
      edits.append(step)
    }
  }
}
