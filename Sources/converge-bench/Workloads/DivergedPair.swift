// SPDX-License-Identifier: Apache-2.0

import Converge

/// Two replicas of one document that have changed at the same time since they were alike.
struct DivergedPair<Fields: Schema> {
  private(set) var first: Document<Fields>
  private(set) var second: Document<Fields>
  /// What both had applied when they were alike.
  private let common: VersionVector

  init(_ first: Document<Fields>, _ second: Document<Fields>) {
    self.first = first
    self.second = second
    common = first.versionVector
  }

  /// Changes each replica, told its side: 0 or 1.
  mutating func diverge(_ change: (inout Document<Fields>, Int) -> Void) {
    change(&first, 0)
    change(&second, 1)
  }

  /// Both export what is new since they were alike, and take in the other's; returns the bytes.
  mutating func exchange() throws(WireError) -> [Int] {
    let ofFirst = first.changes(since: common).encoded(in: first.id)
    let ofSecond = second.changes(since: common).encoded(in: second.id)
    try first.receive(ofSecond)
    try second.receive(ofFirst)
    return [ofFirst.count, ofSecond.count]
  }
}
