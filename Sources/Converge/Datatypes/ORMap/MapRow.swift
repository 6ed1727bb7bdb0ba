// SPDX-License-Identifier: Apache-2.0

/// What a map keeps of a record in its row.
///
/// Most records of an app's settings are alike: present by the write that set their only register.
/// All that there is to know of one stands in the row itself, in a quarter of the memory that the
/// state of any other record takes.
enum MapRow: Sendable {
  /// A record of which nothing is left but a set of the map's usual register.
  case setting(LocalDot, timestamp: UInt64, ValueBytes)
  /// Where the record stands among those with a state of their own.
  case record(Int)
}
