// SPDX-License-Identifier: Apache-2.0

extension CheckID {
  /// What must hold, in one sentence.
  package var law: String {
    switch self {
    case .spec: "What a replica shows is what the model says."
    case .convergence: "Replicas that have applied everything show the same."
    case .bytes: "Replicas that have applied the same have the same snapshot, byte for byte."
    case .laws: "Joining states is commutative, associative and idempotent."
    case .paths: "Changes one by one, joined states, snapshots, deltas: all end in the same bytes."
    case .redelivery: "What was applied before changes nothing when it comes again."
    case .codec: "Decoding and encoding again gives the same bytes."
    case .clock: "Clocks and timestamps are those of the model's clock."
    case .intent: "A call does to what its user saw just what the user asked for."
    case .outcome: "Applying says what it did, and version vectors cover just what was applied."
    case .rollback: "A transaction that throws leaves everything as it was."
    case .quiescence: "Once everything has arrived, nothing waits."
    case .garbage: "Collecting garbage changes nothing that is shown, and leaves nothing."
    case .members: "The members are those that admissions and evictions leave."
    case .rule: "What the app says must always hold does hold."
    case .action: "An action of the app runs to its end, and its changes follow one another."
    case .invariants: "The structures' own invariants hold, and what waits is what should wait."
    }
  }
}
