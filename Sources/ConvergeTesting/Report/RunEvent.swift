// SPDX-License-Identifier: Apache-2.0

import Converge

/// One thing that happened in a run, as a report shows it.
package struct RunEvent: Sendable, Equatable {
  /// What a delivery came to.
  package enum Delivery: Sendable, Equatable {
    /// The change was applied, and with it so many that had waited.
    case applied(released: Int)
    /// The change had been applied before.
    case alreadyKnown
    /// The change waits for these.
    case waits(for: [History.ChangeReference])
  }

  /// What kind of thing happened.
  package enum Kind: Sendable, Equatable {
    /// The replica committed a change.
    case made(History.ChangeReference)
    /// The replica was handed a change.
    case delivered(History.ChangeReference, Delivery)
    /// The replica took in another's whole state, and with it so many changes that it lacked.
    case merged(from: Int, brought: Int)
    /// The replica began again and lost the changes that waited.
    case restarted(lost: [History.ChangeReference])
    /// The link to another replica went down or came up.
    case linked(to: Int, isUp: Bool)
    /// Something else: a transaction that threw, an examination, garbage collected.
    case noted
  }

  /// The script's step; nil in the final exchange.
  package var step: Int?
  /// The replica that it happened at.
  package var replica: Int
  /// What happened.
  package var kind: Kind
  /// What else there is to say, in lines: the calls, the way a state was taken in.
  package var words: [String]
  /// What the replica showed afterwards of each field whose content changed.
  package var shows: [String] = []

  /// Makes an event.
  package init(step: Int?, replica: Int, kind: Kind, words: [String]) {
    self.step = step
    self.replica = replica
    self.kind = kind
    self.words = words
  }
}

extension RunEvent.Delivery {
  /// What a document says that a delivery came to; nil where it refused the change.
  init?(_ outcome: ApplyOutcome, _ changes: [[Change]]) {
    switch outcome {
    case .applied(let released): self = .applied(released: released)
    case .alreadyKnown: self = .alreadyKnown
    case .pending(let dots):
      self = .waits(
        for: dots.compactMap { dot in
          changes.indices.first { ReplicaID.ofRun($0) == dot.replica }.flatMap { author in
            changes[author].firstIndex { $0.lastCounter >= dot.counter }
              .map { History.ChangeReference(replica: author, number: $0 + 1) }
          }
        })
    case .heldAside, .refused: return nil
    }
  }

  /// What the model says a delivery came to.
  init(_ outcome: NaiveModel.Outcome) {
    switch outcome {
    case .applied(let released): self = .applied(released: released)
    case .alreadyKnown: self = .alreadyKnown
    case .pending(let missing): self = .waits(for: missing)
    }
  }
}
