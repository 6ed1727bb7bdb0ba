// SPDX-License-Identifier: Apache-2.0

/// A source of the time of day, given to a document from outside: the core has no clock of its own.
public struct WallClock: Sendable {
  private enum Source {
    case asked(@Sendable () -> Int64)
    case fixed(Int64)
  }

  private let source: Source

  /// Creates a clock that asks the given function for the milliseconds since 1970.
  public init(_ now: @escaping @Sendable () -> Int64) {
    source = .asked(now)
  }

  private init(_ source: Source) {
    self.source = source
  }

  /// Returns a clock that always tells the same milliseconds since 1970.
  public static func fixed(_ milliseconds: Int64) -> WallClock {
    WallClock(.fixed(milliseconds))
  }

  /// Returns the milliseconds since 1970.
  public func now() -> Int64 {
    switch source {
    case .asked(let now): now()
    case .fixed(let milliseconds): milliseconds
    }
  }
}
