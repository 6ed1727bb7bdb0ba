// SPDX-License-Identifier: Apache-2.0

import Converge

/// What is checked in a history: all that depends on each of its changes.
///
/// A moment whose changes depend on fewer is a moment of a shorter history, for a change is made of
/// its author's past alone; and it was checked there.
extension Exploration {
  /// Makes all checks.
  ///
  /// - Throws: `CheckFailure` for the first that does not hold; `place` says where.
  mutating func check() throws(CheckFailure) {
    for replica in 0...reader {
      for arrived in ChangeSet.all(ofFirst: history.entries.count)
      where history.past(of: arrived) == history.all && history.canHold(arrived, at: replica) {
        try check(replica, at: arrived)
      }
    }
    try checkOrigins()
    try checkMerges()
    try checkEnd()
  }

  /// Leads a replica to a moment in all ways, and then repeats what has come.
  private mutating func check(_ replica: Int, at arrived: ChangeSet) throws(CheckFailure) {
    counts.states += 1
    let ways = history.ways(into: arrived, at: replica)
    for (index, last) in ways.enumerated() {
      counts.ways += 1
      let before = arrived.removing(last)
      if history.entries[last].author != replica {
        try arrive(last, at: replica, having: before)
      } else if last + 1 == history.entries.count, before == history.entries[last].context {
        try put(replica, at: arrived)
        place = ExploredPlace(replica: replica, arrived: before, last: .change(last))
      } else {
        try makeAgain(last, having: before)
      }
      if index == 0 { keep(replica, at: arrived) }
      try verify(replica, has: arrived)
    }
    try put(replica, at: arrived)
    try checkRepeats(replica, having: arrived)
  }

  /// Makes a change at another moment than the first time: while later ones wait at its author.
  private mutating func makeAgain(_ change: Int, having arrived: ChangeSet) throws(CheckFailure) {
    let replica = history.entries[change].author
    try put(replica, at: arrived)
    place = ExploredPlace(replica: replica, arrived: arrived, last: .change(change))
    try makeCall(of: change)
    _ = world.model.replicas[replica].clock.send(wall: edits[change].wall)
    world.model.replicas[replica].applied[replica] += 1
    try InvariantsCheck.run(replica, in: &world)
    try OutcomeCheck.checkVersionVector(replica, in: &world)
  }

  /// Makes a change's call at its author in the world, which must give the same change.
  mutating func makeCall(of change: Int) throws(CheckFailure) {
    world.counts.check(.bytes)
    let author = history.entries[change].author
    let field = world.fields[0]
    let call = call(of: change)
    var fault: ModelError?
    world.documents[author].clock = .fixed(edits[change].wall)
    let made = world.documents[author].edit { transaction in
      do throws(ModelError) {
        try field.perform(call, in: transaction, shown: field.state(in: transaction))
      } catch {
        fault = error
      }
    }
    if let fault { throw CheckFailure(.spec, replica: author, "\(fault), made again") }
    guard made == world.change(reference(change)) else {
      throw CheckFailure(
        .bytes, replica: author, "the same call in the same state made another change")
    }
  }

  /// Compares a replica in the world with what must follow from what has come to it.
  mutating func verify(_ replica: Int, has arrived: ChangeSet) throws(CheckFailure) {
    let applied = history.applied(of: arrived)
    try checkApplied(replica, applied, waiting: arrived.count - applied.count)
    try SpecCheck.run(replica, in: &world)
    try ClockCheck.run(replica, in: &world)
    world.counts.check(.bytes)
    let expected = try stateBytes(applied)
    try BytesCheck.compare(
      expected, world.documents[replica].snapshot(), .bytes, replica: replica,
      "the state after the same changes in order")
  }

  /// Checks that the model has applied what the history says, so that neither is wrong unseen.
  private mutating func checkApplied(
    _ replica: Int, _ applied: ChangeSet, waiting: Int
  ) throws(CheckFailure) {
    world.counts.check(.outcome)
    for author in 0..<history.writerCount {
      let count = applied.intersection(history.changes(of: author)).count
      guard world.model.applied(at: replica)[author] == count else {
        throw CheckFailure(
          .outcome, replica: replica, "the model has not applied \(count) changes of \(author)")
      }
    }
    guard world.documents[replica].pendingCount == waiting else {
      throw CheckFailure(
        .outcome, replica: replica,
        "\(world.documents[replica].pendingCount) changes wait, not \(waiting)")
    }
  }

  /// Hands a replica all that has come to it once more, what waits included.
  private mutating func checkRepeats(
    _ replica: Int, having arrived: ChangeSet
  ) throws(CheckFailure) {
    for change in arrived.changes {
      place = ExploredPlace(replica: replica, arrived: arrived, last: .change(change))
      try world.deliver(reference(change), to: replica, isEncoded: false)
    }
    world.counts.check(.redelivery)
    let expected = try stateBytes(history.applied(of: arrived))
    try BytesCheck.compare(
      expected, world.documents[replica].snapshot(), .redelivery, replica: replica,
      "the state after repeats")
  }
}
