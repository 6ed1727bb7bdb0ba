// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// Values up to fifteen bytes stand in the value itself, longer ones in an array: nobody may see a
/// difference.
struct InlineBytesTests {
  /// Byte strings of every length around the limits, that differ in their ends or in their lengths
  /// alone.
  private static let strings: [[UInt8]] = (1...19).flatMap { count -> [[UInt8]] in
    let zeros: [UInt8] = [ValueBytes.Tag.bytes] + Array(repeating: 0, count: count - 1)
    let rising = [ValueBytes.Tag.bytes] + (1..<UInt8(count)).map { $0 }
    var last = zeros
    last[count - 1] = ValueBytes.Tag.bytes + 1
    var full = rising
    full[count - 1] = 0xFF
    return [zeros, rising, last, full]
  }

  @Test func `the bytes come back, however many there are`() {
    for bytes in Self.strings {
      for value in [ValueBytes(unchecked: bytes), ValueBytes(unchecked: bytes[...])] {
        #expect(value.bytes == bytes && value.byteCount == bytes.count)
        #expect(value.tag == bytes[0])
        var others: [UInt8] = [7]
        value.append(to: &others)
        #expect(others == [7] + bytes)
      }
    }
  }

  @Test func `a part of an array is copied from where it starts`() {
    let bytes: [UInt8] = [9, ValueBytes.Tag.string, 0x61, 0x62, 9]
    #expect(ValueBytes(unchecked: bytes[1..<4]) == ValueBytes("ab"))
    #expect(ValueBytes(unchecked: bytes[1..<4]).bytes == Array(bytes[1..<4]))
  }

  @Test func `equality, order and hashes are those of the byte strings`() {
    for left in Self.strings {
      for right in Self.strings {
        let (first, second) = (ValueBytes(unchecked: left), ValueBytes(unchecked: right))
        #expect((first == second) == (left == right), "\(left) and \(right)")
        #expect((first < second) == left.lexicographicallyPrecedes(right), "\(left) and \(right)")
        if left == right { #expect(first.hashValue == second.hashValue) }
      }
    }
    let distinct = Set(Self.strings)
    #expect(Set(Self.strings.map { ValueBytes(unchecked: $0) }).count == distinct.count)
  }

  @Test func `a value takes no more room than two words`() {
    #expect(MemoryLayout<ValueBytes>.stride == 16)
  }
}
