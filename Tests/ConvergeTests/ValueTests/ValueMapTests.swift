// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ValueMapTests {
  @Test func `entries ascend by the bytes of their keys`() {
    let map: ValueMap = ["é": 1, "z": 2, "e\u{301}": 3, "": 4, "Z": 5]
    #expect(
      map.map { Array($0.key.utf8) } == [[], [0x5A], [0x65, 0xCC, 0x81], [0x7A], [0xC3, 0xA9]])
    #expect(map.map(\.value) == [4, 5, 3, 2, 1])
  }

  @Test func `of entries with one key the last counts`() {
    let map = ValueMap([("a", 1), ("b", 2), ("a", 3), ("b", 4), ("a", 5)])
    #expect(map.map(\.key) == ["a", "b"])
    #expect(map.map(\.value) == [5, 4])
    #expect(map == ["b": 4, "a": 5])
  }

  @Test func `a key is found by its bytes alone`() {
    let map: ValueMap = ["é": 1]
    #expect(map["é"] == 1)
    #expect(map["e\u{301}"] == nil)
    #expect(map[""] == nil)
    #expect(map["\u{FFFF}"] == nil)
  }
}
