// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// What `ValueBytes.validate` lets through: bytes from outside, among them hostile ones.
struct ValueBytesValidationTests {
  @Test func `what is no value or not in its one form is refused`() {
    let refused: [[UInt8]] = [
      [], [0x00, 0x00], [0x01, 0x00], [0x03], [0x07], [0x19, 1], [0x1F], [0x21], [0x27], [0x2E],
      [0x3F],
      // Integers: too short, too long, with a byte that need not be there, past 64 bits.
      [0x11], [0x10, 0], [0x11, 1, 0], [0x11, 0], [0x12, 0, 255], [0x0E, 0xFF, 0], [0x0F],
      [0x18, 0x80, 0, 0, 0, 0, 0, 0, 0], [0x08, 0x7F, 0, 0, 0, 0, 0, 0, 0],
      [0x08, 0xFF, 0, 0, 0, 0, 0, 0, 0],
      // Doubles: short, long, other NaNs.
      [0x20], [0x20, 0, 0, 0, 0, 0, 0, 0], [0x20, 0x80, 0, 0, 0, 0, 0, 0, 0, 0],
      [0x20, 0xFF, 0xF8, 0, 0, 0, 0, 0, 1], [0x20, 0x00, 0x07, 0, 0, 0, 0, 0, 0],
      // Text that is no UTF-8.
      [0x28, 0xFF], [0x28, 0xC0, 0x80], [0x28, 0xED, 0xA0, 0x80], [0x28, 0xE2, 0x82],
      // Dates without a number or with one that is no integer.
      [0x2A], [0x2A, 0x00], [0x2A, 0x11], [0x2A, 0x20, 0, 0, 0, 0, 0, 0, 0, 0],
      // UUIDs of fifteen and seventeen bytes.
      [0x2B] + Array(repeating: 0, count: 15), [0x2B] + Array(repeating: 0, count: 17),
      // Arrays: an item cut off, an empty one, a longer length, a huge one.
      [0x2C, 2, 0x00], [0x2C, 0], [0x2C, 0x81, 0x00, 0x00], [0x2C, 0x80],
      [0x2C, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x00],
      // Maps: a key alone, keys twice or descending, a key that is no UTF-8.
      [0x2D, 1, 0x61], [0x2D, 1, 0x61, 1, 0x00, 1, 0x61, 1, 0x00],
      [0x2D, 1, 0x62, 1, 0x00, 1, 0x61, 1, 0x00], [0x2D, 1, 0xFF, 1, 0x00], [0x2D, 0, 0],
    ]
    for bytes in refused {
      #expect(!ValueBytes.validate(bytes), "\(bytes)")
      #expect(ValueBytes(validating: bytes) == nil)
    }
  }

  @Test func `every value of a later version is accepted`() {
    for tag in 0x40...0xFF as ClosedRange<UInt8> {
      let bytes: [UInt8] = [tag, 0, 0xFF]
      #expect(ValueBytes.validate(bytes))
      #expect(ValueBytes(ValueBytes(unchecked: bytes).value).bytes == bytes)
      #expect(ValueBytes.validate([0x2C, 3] + bytes))
    }
  }

  @Test func `a part is checked as if it stood alone`() {
    let bytes: [UInt8] = [0xFF, 0x11, 7, 0x00]
    #expect(ValueBytes.validate(bytes, in: 1..<3))
    #expect(!ValueBytes.validate(bytes, in: 1..<4))
    #expect(!ValueBytes.validate(bytes, in: 1..<2))
    #expect(!ValueBytes.validate(bytes, in: 3..<3))
    #expect(!ValueBytes.validate(bytes, in: 3..<5))
    #expect(!ValueBytes.validate(bytes, in: -1..<2))
  }

  /// The bytes of nothing within so many arrays.
  private func nested(depth: Int) -> [UInt8] {
    var reversed: [UInt8] = [0x00]
    for _ in 0..<depth {
      var length: [UInt8] = []
      Varint.append(UInt64(reversed.count), to: &length)
      reversed += length.reversed() + [0x2C]
    }
    return reversed.reversed()
  }

  @Test func `a hundred thousand arrays within each other are refused`() {
    #expect(nested(depth: 2) == ValueBytes([[.null]]).bytes)
    #expect(ValueBytes.validate(nested(depth: 64)))
    let bytes = nested(depth: 100_000)
    #expect(!ValueBytes.validate(bytes))
    #expect(!ValueBytes.validate(bytes, depthLimit: .max))
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `of ten thousand damaged values those accepted re-encode as they came`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    var accepted = 0
    for _ in 0..<10_000 {
      let bytes = generator.damaged(ValueBytes(generator.value()).bytes)
      guard ValueBytes.validate(bytes) else { continue }
      accepted += 1
      #expect(ValueBytes(ValueBytes(unchecked: bytes).value).bytes == bytes, "\(bytes)")
    }
    #expect(accepted > 1_000 && accepted < 9_000)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `of ten thousand random byte strings those accepted re-encode as they came`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    var accepted = 0
    for _ in 0..<10_000 {
      // Small first bytes and lengths, or next to nothing would get past the first check.
      let bytes = (0..<generator.number(below: 12)).map { index -> UInt8 in
        UInt8(truncatingIfNeeded: generator.next()) & (index % 2 == 0 ? 0x2F : 0xFF)
      }
      guard ValueBytes.validate(bytes) else { continue }
      accepted += 1
      #expect(ValueBytes(ValueBytes(unchecked: bytes).value).bytes == bytes, "\(bytes)")
    }
    #expect(accepted > 100)
  }
}
