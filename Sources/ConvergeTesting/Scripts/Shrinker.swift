// SPDX-License-Identifier: Apache-2.0

/// Makes a failing script small: fewer steps, fewer replicas, simpler numbers.
///
/// Steps are cut as in Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
/// IEEE TSE 2002, https://doi.org/10.1109/32.988498: halves first, then ever smaller pieces down to
/// single steps. Departing from it, complements are not tried apart, since scripts are total and
/// each cut is a script; and the work is bounded by runs, not by time, so that one failure shrinks
/// to one script on every machine.
package struct Shrinker {
  /// The most steps of which pairs are tried: some hundred runs.
  private static let pairLimit = 16

  private let limit: Int
  private let fails: (Script) -> Bool
  /// How many scripts have been run.
  package private(set) var runCount = 0

  /// A shrinker.
  ///
  /// - Parameters:
  ///   - limit: the most scripts to run.
  ///   - fails: whether a script fails the same check.
  package init(limit: Int, fails: @escaping (Script) -> Bool) {
    self.limit = limit
    self.fails = fails
  }

  /// The smallest failing script found from one that fails.
  package mutating func shrink(_ script: Script) -> Script {
    var smallest = script
    var previous: Script
    repeat {
      repeat {
        previous = smallest
        cutSteps(&smallest)
        cutCalls(&smallest)
        dropReplicas(&smallest)
        calmClocks(&smallest)
        simplify(&smallest)
      } while smallest != previous && runCount < limit
      joinDeliveries(&smallest)
      cutPairs(&smallest)
    } while smallest != previous && runCount < limit
    dropFields(&smallest)
    _ = keep(smallest.relabelled, in: &smallest)
    return smallest
  }

  @discardableResult
  private mutating func keep(_ candidate: Script, in smallest: inout Script) -> Bool {
    guard runCount < limit, candidate != smallest else { return false }
    runCount += 1
    guard fails(candidate) else { return false }
    smallest = candidate
    return true
  }

  // MARK: Steps

  private mutating func cutSteps(_ smallest: inout Script) {
    var size = max(smallest.steps.count / 2, 1)
    while true {
      var start = 0
      while start < smallest.steps.count {
        var candidate = smallest
        candidate.steps.removeSubrange(start..<min(start + size, candidate.steps.count))
        if !keep(candidate, in: &smallest) { start += size }
      }
      if size == 1 { return }
      size = max(size / 2, 1)
    }
  }

  /// Cuts two steps at once where neither can go alone, such as a removal and what it removes.
  private mutating func cutPairs(_ smallest: inout Script) {
    guard smallest.steps.count <= Self.pairLimit else { return }
    var first = 0
    while first + 1 < smallest.steps.count {
      let isCut = (first + 1..<smallest.steps.count).contains { second in
        var candidate = smallest
        candidate.steps.remove(at: second)
        candidate.steps.remove(at: first)
        return keep(candidate, in: &smallest)
      }
      if !isCut { first += 1 }
    }
  }

  private mutating func joinDeliveries(_ smallest: inout Script) {
    for candidate in smallest.withMergesForDeliveries {
      if keep(candidate, in: &smallest) { return }
    }
  }

  private mutating func cutCalls(_ smallest: inout Script) {
    for index in smallest.steps.indices {
      guard let first = smallest.steps[index].content else { continue }
      for position in first.calls.indices.reversed() {
        guard var edit = smallest.steps[index].content, edit.calls.count > 1 else { break }
        edit.calls.remove(at: position)
        var candidate = smallest
        candidate.steps[index] = candidate.steps[index].with(edit)
        keep(candidate, in: &smallest)
      }
    }
  }

  // MARK: Replicas and fields

  private mutating func dropReplicas(_ smallest: inout Script) {
    for replica in (0..<smallest.replicaCount).reversed() where smallest.replicaCount > 2 {
      if keep(smallest.dropping(replica: replica), in: &smallest) { continue }
      for other in 0..<smallest.replicaCount where other != replica {
        if keep(smallest.moving(replica: replica, into: other), in: &smallest) { break }
      }
    }
  }

  /// Last, as it renumbers fields: those that no call touches go.
  private mutating func dropFields(_ smallest: inout Script) {
    for field in smallest.fields.indices.reversed() where smallest.fields.count > 1 {
      if let candidate = smallest.dropping(unusedField: field) {
        keep(candidate, in: &smallest)
      }
    }
  }

  // MARK: Numbers

  /// All clocks equal, else one millisecond apart in the order that they had.
  private mutating func calmClocks(_ smallest: inout Script) {
    let plain = ScriptSimplification.plainWall
    if keep(smallest.mappingWalls { _ in plain }, in: &smallest) { return }
    let walls = smallest.walls
    keep(
      smallest.mappingWalls { wall in plain + Int64(walls.firstIndex(of: wall) ?? 0) },
      in: &smallest)
  }

  private mutating func simplify(_ smallest: inout Script) {
    for index in smallest.steps.indices {
      for simpler in ScriptSimplification.alternatives(to: smallest.steps[index]) {
        var candidate = smallest
        candidate.steps[index] = simpler(candidate.steps[index])
        keep(candidate, in: &smallest)
      }
    }
  }
}
