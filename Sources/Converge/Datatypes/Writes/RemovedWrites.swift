// SPDX-License-Identifier: Apache-2.0

/// The writes that made something present and were removed, with the removals to wait for, until
/// all members know one of each.
///
/// Of the writes those that no later write has seen; of each one's removals those that have not
/// seen another.
struct RemovedWrites: Sendable {
  struct Entry: Hashable, Sendable {
    var write: LocalDot
    var removals: [LocalDot]
  }

  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  init() {}

  init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Notes a removal of what it saw; `present` are the writes before it.
  mutating func remove(_ present: DotSet, by removal: LocalDot, seen context: LocalVersionVector) {
    for place in entries.indices
    where context.contains(entries[place].write)
      && !entries[place].removals.contains(where: context.contains)
    {
      entries[place].removals.append(removal)
    }
    for write in present.dots where context.contains(write) {
      entries.append(Entry(write: write, removals: [removal]))
    }
  }

  /// Notes a write: it has seen those before it, so whoever removes it has too.
  mutating func write(seen context: LocalVersionVector) {
    entries.removeAll { context.contains($0.write) }
  }

  /// Whether a cut covers a removal of each.
  func areCovered(by cut: LocalVersionVector) -> Bool {
    entries.allSatisfy { $0.removals.contains(where: cut.contains) }
  }

  /// Forgets those of which a cut covers a removal.
  mutating func forgetCovered(by cut: LocalVersionVector) {
    entries.removeAll { $0.removals.contains(where: cut.contains) }
  }

  /// Joins the other side's, by the rule of `JoinContext`; the present writes of both are those
  /// before they are joined.
  mutating func join(
    _ other: RemovedWrites, mine: DotSet, theirs: DotSet, _ join: JoinContext
  ) {
    let present = Set(theirs.dots.map(join.mapped))
    let others = Dictionary(
      uniqueKeysWithValues: other.entries.map {
        (join.mapped($0.write), $0.removals.map(join.mapped))
      })
    var result: [Entry] = []
    for var entry in entries {
      if let more = others[entry.write] {
        entry.removals += more.filter { !entry.removals.contains($0) }
      } else if !present.contains(entry.write), join.theyApplied(entry.write) {
        continue
      }
      result.append(entry)
    }
    let known = Set(entries.map(\.write))
    for entry in other.entries {
      let write = join.mapped(entry.write)
      guard !known.contains(write), mine.contains(write) || !join.iApplied(write) else { continue }
      result.append(Entry(write: write, removals: entry.removals.map(join.mapped)))
    }
    entries = result
  }
}
