// SPDX-License-Identifier: Apache-2.0

import Converge

/// One history, with every replica at every moment of it that some order of arrivals leads to.
///
/// The replicas are the writers and two readers behind them; the second one only lends its state.
/// What a replica is at a moment follows from the changes that have come to it, however they came:
/// that is what is checked, so each moment is kept once.
struct Exploration {
  private static let revisionStride = 1 << 10

  let alphabet: ExploredAlphabet
  let clocks: ExploredClocks
  private(set) var history: CausalHistory
  /// The run's documents, model and checks; replicas are put into it at the moment looked at.
  var world: World
  /// For each replica but the second reader, the moments known so far, by what has come.
  private var seats: [[Seat?]]
  /// The calls as their authors made them, and the edits.
  private var calls: [Call] = []
  private(set) var edits: [ScriptEdit] = []
  /// The bytes of state for sets of applied changes.
  private var bytes: [[UInt8]?]
  /// Grows with each replica put into the world, so that the model reads none as another.
  private var revision = 0
  /// What has been covered.
  var counts = ExplorationCounts()
  /// What is being checked.
  var place = ExploredPlace(replica: 0, arrived: .none, last: .nothing)

  /// The history in which nothing has happened.
  init(_ alphabet: ExploredAlphabet, clocks: ExploredClocks, writerCount: Int) {
    self.alphabet = alphabet
    self.clocks = clocks
    history = CausalHistory(writerCount: writerCount)
    let world = World(
      Script(seed: 0, replicaCount: writerCount + 2, fields: [alphabet.field], steps: []),
      isRecorded: false)
    self.world = world
    seats = (0...writerCount).map { replica in
      [Seat(document: world.documents[replica], model: world.model.replicas[replica])]
    }
    bytes = [nil]
  }

  /// The reader.
  var reader: Int { history.reader }
  /// The reader whose state is merged.
  var lender: Int { history.reader + 1 }

  /// A change's name in the run.
  func reference(_ change: Int) -> History.ChangeReference {
    History.ChangeReference(
      replica: history.entries[change].author, number: history.number(of: change))
  }

  // MARK: Growing

  /// This history with one change more, made by a writer that has applied just these.
  ///
  /// - Returns: nil when the call finds nothing to be called on.
  /// - Throws: `CheckFailure` when the edit goes wrong; `place` says where in the longer history.
  mutating func extended(
    by author: Int, letter: Int, after context: ChangeSet
  ) throws(CheckFailure) -> Exploration? {
    let number = history.changes(of: author).count + 1
    let edit = ScriptEdit(
      label: history.entries.count, replica: author, wall: clocks.wall(of: author),
      calls: [alphabet.letters[letter].call(of: author, number: number)])
    try put(author, at: context)
    var model = world.model
    let call = world.resolver.resolve(
      edit.calls[0], count: { model.count(of: $0, in: $1, at: author) })
    guard let call else { return nil }
    var longer = self
    longer.add(CausalHistory.Entry(author: author, letter: letter, context: context), call, edit)
    return longer
  }

  private mutating func add(_ entry: CausalHistory.Entry, _ call: Call, _ edit: ScriptEdit) {
    history.append(entry)
    calls.append(call)
    edits.append(edit)
    world.counts = RunCounts()
    counts = ExplorationCounts()
    for replica in seats.indices {
      seats[replica] += Array(repeating: nil, count: seats[replica].count)
    }
    bytes += Array(repeating: nil, count: bytes.count)
  }

  /// Makes the history's last change, at the moment at which its author is in the world.
  mutating func makeLastChange() throws(CheckFailure) {
    let change = history.entries.count - 1
    let entry = history.entries[change]
    place = ExploredPlace(
      replica: entry.author, arrived: entry.context, last: .change(change))
    let before = world.documents[entry.author]
    try world.perform(.abandon(edits[change]))
    world.documents[entry.author] = before
    try world.perform(.edit(edits[change]))
    keep(entry.author, at: entry.context.inserting(change))
  }

  // MARK: Moments

  /// Puts a replica into the world as it is when just these changes have come to it.
  mutating func put(_ replica: Int, at arrived: ChangeSet) throws(CheckFailure) {
    if let seat = seats[replica][arrived.index] { return sit(seat, at: replica) }
    guard let last = history.ways(into: arrived, at: replica).first else {
      preconditionFailure("A replica's own change was not kept.")
    }
    try arrive(last, at: replica, having: arrived.removing(last))
    keep(replica, at: arrived)
  }

  /// Puts a replica into the world and lets one more change come to it, from elsewhere.
  mutating func arrive(
    _ change: Int, at replica: Int, having arrived: ChangeSet
  ) throws(CheckFailure) {
    try put(replica, at: arrived)
    place = ExploredPlace(replica: replica, arrived: arrived, last: .change(change))
    try world.deliver(reference(change), to: replica, isEncoded: false)
  }

  /// Puts the second reader into the world, with just these changes applied.
  mutating func lend(_ applied: ChangeSet) throws(CheckFailure) {
    try put(reader, at: applied)
    let document = world.documents[reader].fork(as: .ofRun(lender))
    sit(Seat(document: document, model: world.model.replicas[reader]), at: lender)
  }

  private mutating func sit(_ seat: Seat, at replica: Int) {
    world.documents[replica] = seat.document
    world.model.replicas[replica] = seat.model
    world.forgetShown(at: replica)
    revision += Self.revisionStride
    world.model.replicas[replica].revision = revision
  }

  /// Keeps a replica as it is in the world.
  mutating func keep(_ replica: Int, at arrived: ChangeSet) {
    seats[replica][arrived.index] = Seat(
      document: world.documents[replica], model: world.model.replicas[replica])
  }

  /// Finds every moment, so that all longer histories begin with them.
  mutating func complete() throws(CheckFailure) {
    for replica in seats.indices {
      for arrived in ChangeSet.all(ofFirst: history.entries.count)
      where seats[replica][arrived.index] == nil && history.canHold(arrived, at: replica) {
        try put(replica, at: arrived)
      }
    }
  }

  /// The bytes of the state in which just these changes are applied.
  mutating func stateBytes(_ applied: ChangeSet) throws(CheckFailure) -> [UInt8] {
    if let known = bytes[applied.index] { return known }
    let current = Seat(document: world.documents[reader], model: world.model.replicas[reader])
    let place = place
    try put(reader, at: applied)
    let found = world.documents[reader].snapshot()
    bytes[applied.index] = found
    sit(current, at: reader)
    self.place = place
    return found
  }

  /// The call that a change was made by.
  func call(of change: Int) -> Call { calls[change] }
}

extension Exploration {
  /// Counts in how many orders the changes can come to the writers and to the reader.
  mutating func countOrders() {
    for replica in 0...reader { counts.orders += history.arrivalOrderCount(at: replica) }
  }
}
