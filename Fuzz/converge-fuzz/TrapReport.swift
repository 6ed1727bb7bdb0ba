// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says which seed was running when the library traps.
///
/// A trap ends the process, so the failure cannot be shrunk or reported as others are; but with the
/// seed it can be run again.
enum TrapReport {
  // Safety: one thread writes it, and the handler runs on that same thread.
  nonisolated(unsafe) private static var seed: UInt64 = 0

  /// The signals that a trap raises, on Intel and on ARM.
  private static let signals = [SIGILL, SIGTRAP]

  /// Begins to watch for traps.
  static func begin() {
    for number in signals {
      signal(number) { number in
        TrapReport.write()
        // The signal comes again when the handler returns, and then ends the process.
        signal(number, SIG_DFL)
      }
    }
  }

  /// Notes the seed that runs from now on.
  static func note(_ seed: UInt64) {
    self.seed = seed
  }

  /// Writes the seed to standard error: no memory is allocated, as befits a signal handler.
  private static func write() {
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    withUnsafeMutableBytes(of: &digits) { buffer in
      var rest = seed
      var start = buffer.count - 1
      buffer[start] = 0x0a
      repeat {
        start -= 1
        buffer[start] = UInt8(0x30 + rest % 10)
        rest /= 10
      } while rest > 0
      let text: StaticString = "converge-fuzz: the library trapped in the history of --seed "
      _ = Foundation.write(2, text.utf8Start, text.utf8CodeUnitCount)
      _ = Foundation.write(2, buffer.baseAddress?.advanced(by: start), buffer.count - start)
    }
  }
}
