// SPDX-License-Identifier: Apache-2.0

/// The laws that the fuzzer holds documents to.
///
/// The names are stable: reports and corpora use them.
package enum CheckID: String, Sendable, CaseIterable {
  /// What a replica shows is what the naive model says.
  case spec
  /// Replicas that have applied everything show the same.
  case convergence
  /// Equal version vectors mean equal bytes of state.
  case bytes
  /// Merging is commutative, associative and idempotent.
  case laws
  /// Changes, state merge, snapshot and tail all lead to the same state.
  case paths
  /// What was applied before changes nothing when it comes again.
  case redelivery
  /// Decoding and encoding again gives the same bytes.
  case codec
  /// A change's timestamp exceeds all visible to it, and is the one the model's clock gives.
  case clock
  /// A call did to what its user saw just what the user asked for.
  case intent
  /// Applying says what it did, and the version vector covers just what was applied.
  case outcome
  /// A transaction that throws leaves everything as it was.
  case rollback
  /// Once everything has arrived, nothing is held back.
  case quiescence
  /// The document's own invariants hold.
  case invariants
  /// Collecting garbage changes nothing that is shown, drops nothing that is named later, and
  /// leaves nothing in the end.
  case garbage
  /// The members are those that admissions and evictions leave, and only what an evicted replica
  /// made is refused.
  case members
  /// An app's own invariant holds.
  case rule
  /// An app's action comes to its end, and does nothing but edit its document.
  case action
}

/// A check that did not hold: which, where, and the first difference.
package struct CheckFailure: Error, Sendable, Equatable {
  /// The check.
  package var check: CheckID
  /// The index of the step after which it failed; nil after the final exchange.
  package var step: Int?
  /// The replica, or nil where it is about several.
  package var replica: Int?
  /// The first difference, in one line.
  package var detail: String
  /// The app's words for its invariant or action; nil where the check is the library's.
  package var rule: String?

  /// Makes a failure; the runner adds the step.
  init(_ check: CheckID, replica: Int?, _ detail: String, rule: String? = nil) {
    self.check = check
    self.replica = replica
    self.detail = detail
    self.rule = rule
  }

  /// Whether both are about the same check, an app's about the same rule.
  package func isSameCheck(as other: CheckFailure) -> Bool {
    check == other.check && rule == other.rule
  }
}
