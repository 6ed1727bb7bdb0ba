// SPDX-License-Identifier: Apache-2.0

/// How far in the future a change may be stamped before it is held aside.
struct FutureBound: Sendable {
  /// nil when only the clock's last year is out of bounds.
  let bound: Duration?
  let clock: WallClock

  /// When a timestamp may be taken in, in milliseconds since 1970, or nil when that is now.
  ///
  /// What does not exceed the greatest timestamp applied is never too early.
  func limit(of timestamp: HybridTimestamp, after last: HybridTimestamp) -> Int64? {
    if timestamp.milliseconds > HybridTimestamp.lastUsableMilliseconds {
      return Int64(HybridTimestamp.lastUsableMilliseconds)
    }
    guard let bound, timestamp > last else { return nil }
    let now = now(last)
    if Int64(timestamp.milliseconds) <= now, bound >= .zero { return nil }
    let (seconds, attoseconds) = bound.components
    let whole = seconds.multipliedReportingOverflow(by: 1_000)
    let milliseconds = whole.partialValue
      .addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    let until = Int64(timestamp.milliseconds)
      .subtractingReportingOverflow(milliseconds.partialValue)
    guard !whole.overflow, !milliseconds.overflow, !until.overflow else { return nil }
    return now < until.partialValue ? until.partialValue : nil
  }

  /// The wall clock; where it is outside 48 bits, the hybrid clock in its stead.
  func now(_ last: HybridTimestamp) -> Int64 {
    let wall = clock.now()
    let isUsable = wall >= 0 && wall <= Int64(HybridTimestamp.maximumMilliseconds)
    return isUsable ? wall : Int64(last.milliseconds)
  }
}
