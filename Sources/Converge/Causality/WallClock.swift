// SPDX-License-Identifier: Apache-2.0

/// A source of the time of day, given to a document from outside: the core has no clock of its own.
public struct WallClock: Sendable {
  private let read: @Sendable () -> Int64

  /// Creates a clock that asks the given function for the milliseconds since 1970.
  public init(_ now: @escaping @Sendable () -> Int64) {
    read = now
  }

  /// Returns a clock that always tells the same milliseconds since 1970.
  public static func fixed(_ milliseconds: Int64) -> WallClock {
    WallClock { milliseconds }
  }

  /// Returns the milliseconds since 1970.
  public func now() -> Int64 { read() }
}
