// SPDX-License-Identifier: Apache-2.0

/// What every datatype's state can do beside applying its own operations.
protocol CausalState: Sendable, InvariantChecked {
  /// The state before any operation.
  init()

  /// Whether the state is that before any operation: such a state leaves no trace in bytes.
  var isVacant: Bool { get }

  /// Takes back all operations that a fresh write of the record around saw, as if never made; the
  /// context is that of the fresh write.
  mutating func clear(_ context: WriteContext)

  /// Joins the state of another replica; afterwards this is the state of all operations of both.
  mutating func join(_ other: Self, _ join: JoinContext)
}
