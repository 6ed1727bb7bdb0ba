// SPDX-License-Identifier: Apache-2.0

/// A check that failed in an exploration, and a script that leads there.
struct FoundFailure: Sendable {
  /// The check and the first difference.
  var failure: CheckFailure
  /// The history's edits as their authors made them, and the arrivals before the failure.
  var script: Script

  /// A failure at the place where an exploration is.
  init(_ exploration: Exploration, _ failure: CheckFailure) {
    self.failure = failure
    var composer = PlaceComposer(exploration)
    script = composer.compose()
  }
}

/// Writes the script that leads to a place.
private struct PlaceComposer {
  private let history: CausalHistory
  private let edits: [ScriptEdit]
  private let place: ExploredPlace
  private let field: HistoryField
  private var steps: [ScriptStep] = []
  private var made = ChangeSet.none
  /// What has come to each replica.
  private var arrived: [ChangeSet]

  init(_ exploration: Exploration) {
    history = exploration.history
    edits = exploration.edits
    place = exploration.place
    field = exploration.alphabet.field
    arrived = Array(repeating: .none, count: history.writerCount + 2)
  }

  /// The replica at the place takes its own way; all others come to changes in order.
  mutating func compose() -> Script {
    for change in history.arrivals(of: place.arrived, at: place.replica) {
      bring(change, to: place.replica)
    }
    if case .change(let change) = place.last { bring(change, to: place.replica) }
    let lender = history.reader + 1
    if place.replica == history.reader { makeAll() }
    switch place.last {
    case .state(let state, let path):
      for change in state.changes { bring(change, to: lender) }
      steps.append(.merge(from: lender, to: place.replica, by: path))
      arrived[place.replica] = arrived[place.replica].union(state)
      makeAll()
    case .change, .nothing:
      makeAll()
      for change in history.applied(of: arrived[place.replica]).changes {
        bring(change, to: lender)
      }
    }
    steps.append(.examine(place.replica, isThorough: true))
    return Script(
      seed: 0, replicaCount: history.writerCount + 2, fields: [field], steps: steps)
  }

  private mutating func makeAll() {
    for change in history.all.changes { make(change) }
  }

  private mutating func bring(_ change: Int, to replica: Int) {
    guard history.entries[change].author != replica || made.contains(change) else {
      return edit(change)
    }
    make(change)
    steps.append(.deliver(label: change, to: replica, isEncoded: false))
    arrived[replica] = arrived[replica].inserting(change)
  }

  /// Makes a change unless it is made, at its author, who first comes to what it had applied.
  private mutating func make(_ change: Int) {
    guard !made.contains(change) else { return }
    let entry = history.entries[change]
    for earlier in entry.context.changes where !arrived[entry.author].contains(earlier) {
      bring(earlier, to: entry.author)
    }
    edit(change)
  }

  private mutating func edit(_ change: Int) {
    let author = history.entries[change].author
    steps += [.abandon(edits[change]), .edit(edits[change])]
    made = made.inserting(change)
    arrived[author] = arrived[author].inserting(change)
  }
}
