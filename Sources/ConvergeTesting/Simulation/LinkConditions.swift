// SPDX-License-Identifier: Apache-2.0

/// How a link treats what travels over it while it is up.
public struct LinkConditions: Sendable, Hashable {
  /// How long a message is under way.
  public var delay: ClosedRange<Duration>
  /// Of a hundred messages, how many get lost.
  ///
  /// A lost message is sent again by `settle()`, and when the link comes up anew.
  public var lossPercent: Int
  /// Of a hundred messages, how many arrive twice.
  public var repeatPercent: Int
  /// Whether a message may overtake those sent before it; else all arrive in the order sent.
  public var reorders: Bool

  /// Conditions that differ from those of a perfect link in what is given.
  ///
  /// - Precondition: The delay is not negative; from 0 to 99 messages get lost, and from 0 to 100
  ///   arrive twice.
  public init(
    delay: ClosedRange<Duration> = .zero ... .zero, lossPercent: Int = 0, repeatPercent: Int = 0,
    reorders: Bool = false
  ) {
    precondition(delay.lowerBound >= .zero, "Nothing arrives before it is sent.")
    precondition((0..<100).contains(lossPercent), "A link on which all gets lost is down.")
    precondition((0...100).contains(repeatPercent), "A percentage is from 0 to 100.")
    self.delay = delay
    self.lossPercent = lossPercent
    self.repeatPercent = repeatPercent
    self.reorders = reorders
  }

  /// At once, all, once and in order.
  public static var perfect: LinkConditions { LinkConditions() }
}
