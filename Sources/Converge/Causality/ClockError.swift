// SPDX-License-Identifier: Apache-2.0

/// What a hybrid logical clock refuses.
public enum ClockError: Error, Hashable, Sendable {
  /// The clock stands at the very last timestamp, and there is none to follow it.
  case exhausted

  /// A remote timestamp lies in the future, past the last milliseconds that the bound allows.
  case drift(remote: HybridTimestamp, limit: UInt64)
}
