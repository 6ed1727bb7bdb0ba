// SPDX-License-Identifier: Apache-2.0

import Converge

extension Exploration {
  /// Merges into the reader, at every moment, states that add up with it to the whole history.
  ///
  /// That two states give the same whichever is merged into the other, and the same as the changes
  /// one by one, leaves no other grouping of three to differ; it is tried nevertheless, on what the
  /// writers had when they were last heard of.
  mutating func checkMerges() throws(CheckFailure) {
    let sets = ChangeSet.all(ofFirst: history.entries.count).filter { $0 != .none }
    for state in ChangeSet.all(ofFirst: history.entries.count)
    where history.applied(of: state) == state {
      try lend(state)
      for arrived in sets {
        for path in paths(of: state, into: arrived) {
          try merge(state, by: path, having: arrived)
        }
      }
    }
    try checkLaws()
  }

  /// The ways to merge a state where just these changes have come.
  ///
  /// Two states that add up to the history are joined. Where one change is missing, the whole is
  /// merged by all paths; where all are, that is `paths`. Where changes wait, the whole is joined,
  /// and for each that waits just what it waits for.
  private func paths(of state: ChangeSet, into arrived: ChangeSet) -> [MergePath] {
    let applied = history.applied(of: arrived)
    if applied == arrived {
      guard arrived.union(state) == history.all else { return [] }
      let lacksOne = state == history.all && arrived.count == state.count - 1
      return lacksOne ? MergePath.allCases : [.state]
    }
    guard history.past(of: arrived) == history.all else { return [] }
    let isWaitedFor = arrived.subtracting(applied).changes
      .contains { history.entries[$0].context == state }
    return isWaitedFor || state == history.all ? [.state] : []
  }

  private mutating func merge(
    _ state: ChangeSet, by path: MergePath, having arrived: ChangeSet
  ) throws(CheckFailure) {
    counts.merges += 1
    try put(reader, at: arrived)
    place = ExploredPlace(replica: reader, arrived: arrived, last: .state(state, by: path))
    try world.perform(.merge(from: lender, to: reader, by: path))
    try verify(reader, has: arrived.union(state))
    try takeRest(having: arrived.union(state))
  }

  /// Hands the reader in the world what it lacks of the history, in order.
  private mutating func takeRest(having arrived: ChangeSet) throws(CheckFailure) {
    let rest = history.all.subtracting(arrived)
    guard rest != .none else { return }
    for change in rest.changes {
      try world.deliver(reference(change), to: reader, isEncoded: false)
    }
    try verify(reader, has: history.all)
  }

  /// Makes the last change again, at an author that came to its state by merging or restarted.
  mutating func checkOrigins() throws(CheckFailure) {
    let change = history.entries.count - 1
    let author = history.entries[change].author
    let context = history.entries[change].context
    let own = history.changes(of: author).removing(change).last
    let before = own.map { history.entries[$0].context.inserting($0) } ?? .none
    if before != context {
      try lend(context)
      for path in MergePath.allCases {
        try put(author, at: before)
        place = ExploredPlace(
          replica: author, arrived: before, last: .state(context, by: path))
        try world.perform(.merge(from: lender, to: author, by: path))
        try makeCall(of: change)
      }
    }
    try put(author, at: context)
    place = ExploredPlace(replica: author, arrived: context, last: .change(change))
    try world.perform(.restart(author, fromSnapshot: true))
    try makeCall(of: change)
  }

  private mutating func checkLaws() throws(CheckFailure) {
    for writer in 0..<history.writerCount {
      let last = history.changes(of: writer).last
      try put(writer, at: last.map { history.entries[$0].context.inserting($0) } ?? .none)
    }
    place = ExploredPlace(replica: 0, arrived: .none, last: .nothing)
    try LawsCheck.run(0, in: &world)
  }

  /// Checks at the end of the history what is about the whole of it.
  mutating func checkEnd() throws(CheckFailure) {
    guard !history.entries.isEmpty else { return }
    try lend(history.all.removing(history.entries.count - 1))
    try put(reader, at: history.all)
    place = ExploredPlace(replica: reader, arrived: history.all, last: .nothing)
    try QuiescenceCheck.run(reader, in: &world)
    try PathsCheck.runThoroughly(reader, in: &world)
    try RedeliveryCheck.run(reader, to: try stateBytes(history.all), in: &world)
    try checkReloads()
  }

  /// Reloads the reader from its snapshot at every moment, and goes on with what remains.
  private mutating func checkReloads() throws(CheckFailure) {
    for state in ChangeSet.all(ofFirst: history.entries.count)
    where history.applied(of: state) == state && state != history.all {
      place = ExploredPlace(replica: reader, arrived: state, last: .nothing)
      try put(reader, at: state)
      try world.perform(.restart(reader, fromSnapshot: true))
      try takeRest(having: state)
    }
  }
}
