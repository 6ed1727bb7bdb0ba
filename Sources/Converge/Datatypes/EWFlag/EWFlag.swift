// SPDX-License-Identifier: Apache-2.0

/// An enable-wins flag (EW flag): on when some enable was not seen by any disable.
///
/// Carlos Baquero, Paulo Sérgio Almeida and Ali Shoker, "Making Operation-Based CRDTs
/// Operation-Based", 2014, https://arxiv.org/abs/1710.04469.
public struct EWFlag: Sendable {
  private let state: FlagState

  init(_ state: FlagState) {
    self.state = state
  }

  /// Whether the flag is on.
  public var isOn: Bool { !state.enables.isEmpty }
}

extension EWFlag: ReplicatedDatatype, StartsEmpty {
  /// The number that stands for the datatype in bytes.
  public static var datatype: DatatypeTag { .ewFlag }

  /// Creates what a field shows.
  public init(_ field: StoredField) {
    guard case .flag(let state) = field.state else {
      self.init(FlagState())
      return
    }
    self.init(state)
  }
}
