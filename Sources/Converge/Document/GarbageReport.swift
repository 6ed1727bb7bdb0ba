// SPDX-License-Identifier: Apache-2.0

/// What a collection of garbage dropped, and what it had to wait for.
public struct GarbageReport: Hashable, Sendable {
  /// How many dead places of sequences were dropped.
  public var slots = 0
  /// How many removed elements were forgotten.
  public var elements = 0
  /// Of how many removed records the contents were dropped.
  public var records = 0
  /// How many changes were dropped from the log.
  public var changes = 0
  /// The members that have not published yet that everyone knows all there is; ascending.
  ///
  /// While a member is in here, some garbage may stay: until it has heard all, all have heard that,
  /// and it has published so.
  public var heldUpBy: [ReplicaID] = []
  /// Whether nothing could be dropped because the document holds what this version cannot read.
  public var isHeldUpByUnread = false

  /// Whether nothing was dropped.
  public var isEmpty: Bool { slots == 0 && elements == 0 && records == 0 && changes == 0 }
}
