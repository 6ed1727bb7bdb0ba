// SPDX-License-Identifier: Apache-2.0

/// What a document holds back, and for how long.
public struct DocumentConfiguration: Sendable {
  /// How many changes wait at most for others that they depend on.
  ///
  /// Default: 10,000.
  public var pendingLimit: Int

  /// How many bytes of changes wait at most.
  ///
  /// Default: 64 MiB.
  public var pendingLimitBytes: Int

  /// How far in the future a change may be stamped before it is held aside until its time has come.
  ///
  /// Default: one year. Without a bound only the last year that a timestamp can express is held
  /// aside, so that no change can use up the clock.
  public var futureBound: Duration?

  /// How many whole states stamped too far in the future are held aside at most.
  ///
  /// Default: 4.
  public var heldStatesLimit: Int

  /// For how long a member must have been silent before it can be evicted.
  ///
  /// Default: 30 days.
  public var evictionAge: Duration = .seconds(30 * 86_400)

  /// How much decoders take in.
  public var limits: DecodingLimits

  /// Creates a configuration.
  public init(
    pendingLimit: Int = 10_000, pendingLimitBytes: Int = 64 << 20,
    futureBound: Duration? = .seconds(365 * 86_400), heldStatesLimit: Int = 4,
    limits: DecodingLimits = .default
  ) {
    self.pendingLimit = pendingLimit
    self.pendingLimitBytes = pendingLimitBytes
    self.futureBound = futureBound
    self.heldStatesLimit = heldStatesLimit
    self.limits = limits
  }
}
