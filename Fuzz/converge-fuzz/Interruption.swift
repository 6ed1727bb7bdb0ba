// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Being asked to stop: by Ctrl-C, or by SIGTERM as schedulers send it.
///
/// The first signal is a wish, which the run looks at between two histories; a second one ends the
/// process at once.
enum Interruption {
  /// The number of the signal that came, or 0.
  private static let received = Atomic<Int32>(0)

  /// Lets this thread take the signals, also where the process was started with them blocked.
  ///
  /// To be called on the main thread, which outlives all others: those that work block signals.
  static func admit() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Begins to listen.
  static func begin() {
    // The handler must find it made: making it is nothing for a handler.
    received.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        if Interruption.received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
      }
    }
  }

  /// Whether a signal has come.
  static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

  /// The exit code that shells give to a process that a signal ended, or nil when none has come.
  static var exitCode: ExitCode? {
    switch received.load(ordering: .relaxed) {
    case SIGINT: .interrupted
    case SIGTERM: .terminated
    default: nil
    }
  }
}
