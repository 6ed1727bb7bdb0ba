// SPDX-License-Identifier: Apache-2.0

/// What fuzzing an app came to, where nothing failed.
///
/// An action that never changed anything was not tested: a test may ask for that.
public struct FuzzSummary: Sendable {
  /// How many histories were run.
  public let histories: Int
  /// How many checks were made, the app's invariants among them.
  public let checks: Int
  /// How often each action changed something, in the order declared.
  public let actions: [(name: String, changed: Int)]

  /// The actions that never changed anything.
  public var idleActions: [String] { actions.filter { $0.changed == 0 }.map(\.name) }
}

extension FuzzSummary: CustomStringConvertible {
  /// The numbers in lines.
  public var description: String {
    (["\(histories) histories, \(checks) checks"] + actions.map { "  \($0.name): \($0.changed)" })
      .joined(separator: "\n")
  }
}
