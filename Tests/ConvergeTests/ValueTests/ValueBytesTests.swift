// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ValueBytesTests {
  private static let boundaries: [Int64] = {
    var numbers: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    for shift in 1..<63 as Range<Int64> {
      for delta in -2...2 as ClosedRange<Int64> {
        numbers += [1 << shift + delta, -(1 << shift) + delta]
      }
    }
    return Set(numbers).sorted()
  }()

  @Test func `each kind of value has the bytes that the format says`() {
    let forms: [(Value, [UInt8])] = [
      (.null, [0x00]), (.bool(false), [0x01]), (.bool(true), [0x02]),
      (.integer(0), [0x10]), (.integer(1), [0x11, 1]), (.integer(255), [0x11, 255]),
      (.integer(256), [0x12, 1, 0]),
      (.integer(.max), [0x18, 0x7F] + Array(repeating: 0xFF, count: 7)),
      (.integer(-1), [0x0F, 0xFF]), (.integer(-256), [0x0F, 0x00]),
      (.integer(-257), [0x0E, 0xFE, 0xFF]), (.integer(-65_536), [0x0E, 0x00, 0x00]),
      (.integer(.min), [0x08, 0x80] + Array(repeating: 0, count: 7)),
      (.double(0), [0x20, 0x80, 0, 0, 0, 0, 0, 0, 0]),
      (.double(-0.0), [0x20, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
      (.double(1), [0x20, 0xBF, 0xF0, 0, 0, 0, 0, 0, 0]),
      (.double(-.nan), [0x20, 0xFF, 0xF8, 0, 0, 0, 0, 0, 0]),
      (.string(""), [0x28]), (.string("é"), [0x28, 0xC3, 0xA9]),
      (.bytes([0xFF]), [0x29, 0xFF]),
      (.date(milliseconds: 0), [0x2A, 0x10]), (.date(milliseconds: -1), [0x2A, 0x0F, 0xFF]),
      (.uuid(high: 1, low: 2), [0x2B, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2]),
      (.array([]), [0x2C]), (.array([.null, 1]), [0x2C, 1, 0x00, 2, 0x11, 1]),
      (.map([:]), [0x2D]),
      (.map(["b": 1, "a": .null]), [0x2D, 1, 0x61, 1, 0x00, 1, 0x62, 2, 0x11, 1]),
      (.unknown([0x7F, 1]), [0x7F, 1]), (.unknown([0x02]), [0x29, 0x02]), (.unknown([]), [0x29]),
    ]
    for (value, bytes) in forms {
      #expect(ValueBytes(value).bytes == bytes)
      #expect(ValueBytes.validate(bytes))
    }
  }

  @Test func `integers around every power of two survive and keep their order`() {
    let encoded = Self.boundaries.map { ValueBytes($0) }
    #expect(encoded == encoded.sorted())
    #expect(Set(encoded).count == Self.boundaries.count)
    for (number, bytes) in zip(Self.boundaries, encoded) {
      #expect(ValueBytes.validate(bytes.bytes))
      #expect(bytes == ValueBytes(.integer(number)))
      #expect(bytes.decoded(as: Int64.self) == number)
      let date = ValueBytes(.date(milliseconds: number))
      #expect(ValueBytes.validate(date.bytes))
      #expect(date.decoded(as: Instant.self) == Instant(milliseconds: number))
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `the order of bytes is that of integers and of moments`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    for _ in 0..<200 {
      let left = generator.integer()
      let right = generator.integer()
      #expect((ValueBytes(left) < ValueBytes(right)) == (left < right))
      let moments = [left, right].map { ValueBytes(.date(milliseconds: $0)) }
      #expect((moments[0] < moments[1]) == (left < right))
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `the order of bytes is that of doubles, with NaN last`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    func precedes(_ left: Double, _ right: Double) -> Bool {
      if left.isNaN || right.isNaN { return !left.isNaN }
      return left == right ? left.sign == .minus && right.sign == .plus : left < right
    }
    for _ in 0..<200 {
      let left = generator.double()
      let right = generator.double()
      let isSame = left.bitPattern == right.bitPattern || (left.isNaN && right.isNaN)
      let bytes = [left, right].map { ValueBytes(.double($0)) }
      #expect((bytes[0] < bytes[1]) == (precedes(left, right) && !isSame))
      #expect((bytes[0] == bytes[1]) == isSame)
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `the order of bytes is that of a string's scalars`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    for _ in 0..<200 {
      let left = generator.text()
      let right = generator.text()
      let isLess = left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
      #expect((ValueBytes(left) < ValueBytes(right)) == isLess)
      #expect(ValueBytes(left) == ValueBytes(.string(left)))
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a value survives its bytes, and its bytes are canonical`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    for _ in 0..<200 {
      let value = generator.value()
      let bytes = ValueBytes(value)
      #expect(ValueBytes.validate(bytes.bytes))
      #expect(describe(bytes.value) == describe(value))
      #expect(ValueBytes(bytes.value) == bytes)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `equal bytes have equal hashes and no value has two`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    var byDescription: [String: ValueBytes] = [:]
    for _ in 0..<500 {
      let value = generator.value(depth: 1)
      let bytes = ValueBytes(value)
      let other = byDescription.updateValue(bytes, forKey: describe(value))
      if let other { #expect(other == bytes && other.hashValue == bytes.hashValue) }
    }
    #expect(Set(byDescription.values).count == byDescription.count)
  }

  @Test func `arrays and maps may nest sixty-four deep and no deeper`() {
    var value = Value.null
    for level in 0..<64 { value = level.isMultiple(of: 2) ? [value] : ["k": value] }
    let bytes = ValueBytes(value).bytes
    #expect(ValueBytes.validate(bytes))
    #expect(ValueBytes(ValueBytes(unchecked: bytes).value).bytes == bytes)
    #expect(!ValueBytes.validate(bytes, depthLimit: 63))
    let deeper = ValueBytes(ofAnyDepth: [value]).bytes
    #expect(!ValueBytes.validate(deeper))
    #expect(!ValueBytes.validate(deeper, depthLimit: .max))
    #expect(Value.array([value]) == Value.array([value]))
  }

  @Test func `a value too deep to be written ends the process with a sentence`() async {
    await #expect(processExitsWith: .failure) {
      var value = Value.null
      for _ in 0..<65 { value = [value] }
      _ = ValueBytes(value)
    }
  }

  /// A text that tells values apart without their canonical bytes.
  private func describe(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .integer(let integer): "i\(integer)"
    case .double(let double): double.isNaN ? "nan" : "d\(double.bitPattern)"
    case .string(let text): "s\(text.unicodeScalars.map(\.value))"
    case .bytes(let bytes): "b\(bytes)"
    case .date(let milliseconds): "t\(milliseconds)"
    case .uuid(let high, let low): "u\(high),\(low)"
    case .array(let items): "[\(items.map { describe($0) }.joined(separator: ";"))]"
    case .map(let map):
      "{"
        + map.map { "\($0.key.unicodeScalars.map(\.value)):\(describe($0.value))" }
        .joined(separator: ";") + "}"
    case .unknown(let bytes): "?\(bytes)"
    }
  }
}
