// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Seeds that several threads note.
final class SeedList: Sendable {
  private let list = Mutex<[UInt64]>([])

  var seeds: [UInt64] { list.withLock { $0 } }

  func add(_ seed: UInt64) {
    list.withLock { $0.append(seed) }
  }
}
