// SPDX-License-Identifier: Apache-2.0

import Converge
import Synchronization

/// The wall clock of the measured documents: each reading is a keystroke after the one before.
///
/// What a clock costs is the app's, so this one costs next to nothing; but times differ as they do
/// in a live session, since they count in the bytes.
final class TypingClock: Sendable {
  /// The milliseconds between two readings: about eighty words a minute.
  static let step: Int64 = 150
  private static let start: Int64 = 1_700_000_000_000

  private let milliseconds = Atomic<Int64>(start)

  var wallClock: WallClock {
    WallClock { self.milliseconds.add(Self.step, ordering: .relaxed).newValue }
  }
}
