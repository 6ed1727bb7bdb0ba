// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says which seed was running when the library traps.
///
/// A trap ends the process, so the failure cannot be shrunk or reported as others are; but with the
/// seed it can be run again.
enum TrapReport {
  // Safety: it is written once, before there is a second thread.
  nonisolated(unsafe) private static var key = pthread_key_t()

  /// The signals that a trap raises, on Intel and on ARM.
  private static let signals = [SIGILL, SIGTRAP]

  /// Begins to watch for traps; to be called once, before any history runs.
  static func begin() {
    pthread_key_create(&key, nil)
    for number in signals {
      signal(number) { number in
        TrapReport.write()
        // The signal comes again when the handler returns, and then ends the process.
        signal(number, SIG_DFL)
      }
    }
  }

  /// Notes the seed that runs from now on, on this thread.
  @Sendable static func note(_ seed: UInt64) {
    // Nothing noted reads as 0. Seeds have 63 bits.
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: UInt(seed) + 1))
  }

  /// Writes the seed to standard error: no memory is allocated, as befits a signal handler.
  ///
  /// The handler runs on the thread that trapped.
  private static func write() {
    guard let noted = pthread_getspecific(key) else { return }
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    withUnsafeMutableBytes(of: &digits) { buffer in
      var rest = UInt64(UInt(bitPattern: noted)) - 1
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
