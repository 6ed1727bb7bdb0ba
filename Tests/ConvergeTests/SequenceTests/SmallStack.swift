// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A thread with as little stack as an app's background threads have, or less.
enum SmallStack {
  /// Half a megabyte: what a secondary thread has on Apple's systems.
  ///
  /// Eight times as much where the environment says that a sanitizer is at work, which makes the
  /// frame of every function larger.
  static let sizeBytes =
    (ProcessInfo.processInfo.environment["CONVERGE_SANITIZER"] == nil ? 1 : 8) * 512 << 10

  /// Runs a closure on such a thread and returns what it returns.
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = sizeBytes
      thread.start()
    }
  }
}
