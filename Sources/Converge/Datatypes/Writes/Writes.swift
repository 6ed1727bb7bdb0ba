// SPDX-License-Identifier: Apache-2.0

/// The writes to one place that no other write has seen: usually one, more after concurrent ones.
///
/// The greatest of them in last-writer-wins order is the greatest of all writes ever made, for a
/// write is greater than all that it saw. Keeping the others shows what lost a conflict, and lets
/// a removal take away exactly what it saw.
struct Writes<Payload: Sendable>: Sendable {
  struct Write: Sendable {
    var stamp: Stamp
    var payload: Payload
  }

  /// The greatest write.
  private(set) var winner: Write?
  /// The other writes, in no order that means anything.
  private(set) var rivals: [Write] = []

  init() {}

  init(_ stamp: Stamp, _ payload: Payload) {
    winner = Write(stamp: stamp, payload: payload)
  }

  var isEmpty: Bool { winner == nil }

  var count: Int { winner == nil ? 0 : 1 + rivals.count }

  /// Whether a write that saw so much takes the place of all there is.
  @inline(__always)
  func isReplaced(seen context: LocalVersionVector) -> Bool {
    guard rivals.isEmpty else { return false }
    guard let winner else { return true }
    return context.contains(winner.stamp.dot)
  }

  /// Adds a write in place of those that it saw.
  mutating func write(
    _ payload: Payload, _ stamp: Stamp, seen context: LocalVersionVector, _ replicas: ReplicaTable
  ) {
    let write = Write(stamp: stamp, payload: payload)
    if isReplaced(seen: context) {
      winner = write
    } else {
      remove(seenBy: context, replicas)
      insert(write, replicas)
    }
  }

  /// Adds a write that none of the others has seen, nor it them.
  mutating func insert(_ write: Write, _ replicas: ReplicaTable) {
    guard let greatest = winner else {
      winner = write
      return
    }
    if replicas.isGreater(write.stamp, than: greatest.stamp) {
      rivals.append(greatest)
      winner = write
    } else {
      rivals.append(write)
    }
  }

  /// Removes the writes that a later one saw.
  ///
  /// - Returns: Whether anything was removed.
  @discardableResult
  mutating func remove(seenBy context: LocalVersionVector, _ replicas: ReplicaTable) -> Bool {
    filter(replicas) { !context.contains($0.dot) }
  }

  /// Marks the writes that a fresh write saw as taken back, instead of removing them.
  mutating func takeBack(seenBy context: LocalVersionVector, _ replicas: ReplicaTable) {
    guard !rivals.isEmpty else {
      if let dot = winner?.stamp.dot, context.contains(dot) { winner?.stamp.isTakenBack = true }
      return
    }
    let writes = all
    self = Writes()
    for var write in writes {
      if context.contains(write.stamp.dot) { write.stamp.isTakenBack = true }
      insert(write, replicas)
    }
  }

  /// Removes the writes with the given dots.
  mutating func remove(_ dots: Set<LocalDot>, _ replicas: ReplicaTable) {
    filter(replicas) { !dots.contains($0.dot) }
  }

  /// Joins the other side's writes, by the rule of `JoinContext`.
  mutating func join(_ other: Writes, _ join: JoinContext) {
    guard !rivals.isEmpty || !other.rivals.isEmpty else {
      joinOnly(other.winner, join)
      return
    }
    let theirs = other.all.map { write in
      var write = write
      write.stamp.dot = join.mapped(write.stamp.dot)
      return write
    }
    let ours = all
    self = Writes()
    for var write in ours {
      if let same = theirs.first(where: { $0.stamp.dot == write.stamp.dot }) {
        write.stamp.isTakenBack = write.stamp.isTakenBack || same.stamp.isTakenBack
      } else if join.theyApplied(write.stamp.dot) {
        continue
      }
      insert(write, join.replicas)
    }
    for write in theirs where !join.iApplied(write.stamp.dot) {
      insert(write, join.replicas)
    }
  }

  /// Joins where neither side has more than one write.
  private mutating func joinOnly(_ write: Write?, _ join: JoinContext) {
    let mine = winner?.stamp.dot
    let theirs = write.map { join.mapped($0.stamp.dot) }
    if let mine, mine == theirs {
      if write?.stamp.isTakenBack ?? false { winner?.stamp.isTakenBack = true }
      return
    }
    if let mine, join.theyApplied(mine) { winner = nil }
    guard var write, let theirs, !join.iApplied(theirs) else { return }
    write.stamp.dot = theirs
    insert(write, join.replicas)
  }

  /// All writes, the greatest first.
  var all: [Write] {
    guard let winner else { return [] }
    return rivals.isEmpty ? [winner] : [winner] + rivals
  }

  /// All writes, descending: the greatest first, then the losers.
  func descending(_ replicas: ReplicaTable) -> [Write] {
    rivals.isEmpty ? all : all.sorted { replicas.isGreater($0.stamp, than: $1.stamp) }
  }

  @discardableResult
  private mutating func filter(_ replicas: ReplicaTable, _ isKept: (Stamp) -> Bool) -> Bool {
    guard let greatest = winner else { return false }
    guard !rivals.isEmpty else {
      guard !isKept(greatest.stamp) else { return false }
      winner = nil
      return true
    }
    let before = rivals.count
    rivals.removeAll { !isKept($0.stamp) }
    if isKept(greatest.stamp) { return rivals.count != before }
    let rest = rivals
    winner = nil
    rivals = []
    for write in rest { insert(write, replicas) }
    return true
  }
}
