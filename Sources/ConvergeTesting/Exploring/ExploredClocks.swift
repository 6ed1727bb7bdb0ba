// SPDX-License-Identifier: Apache-2.0

/// What the writers' physical clocks read.
package enum ExploredClocks: String, Sendable, CaseIterable {
  /// All the same millisecond, always.
  case equal
  /// The first writer's, whose id loses every tie, is an hour ahead of the others.
  case ahead
  /// Each writer's is an hour behind the one before it.
  case skewed

  /// The clocks that a plain run takes.
  ///
  /// With one of three ahead, two still read the same. What shows no trace of time needs no more
  /// than equal ones.
  static func usual(for alphabet: ExploredAlphabet, writerCount: Int) -> ExploredClocks {
    alphabet.isDecidedByTime && writerCount > 2 ? .ahead : .equal
  }

  private static let now: Int64 = 1_700_000_000_000
  private static let hour: Int64 = 3_600_000

  /// What a writer's clock reads, in milliseconds since 1970.
  func wall(of writer: Int) -> Int64 {
    switch self {
    case .equal: Self.now
    case .ahead: writer == 0 ? Self.now + Self.hour : Self.now
    case .skewed: Self.now - Int64(writer) * Self.hour
    }
  }
}
