// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// A source of values and bytes that a seed determines (SplitMix64).
struct ValueGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits &>> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits &>> 31)
  }

  /// A number from 0 up to a bound.
  mutating func number(below bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  /// An integer of any magnitude, often beside a boundary.
  mutating func integer() -> Int64 {
    switch number(below: 4) {
    case 0: Int64(bitPattern: next())
    case 1: Int64(number(below: 7)) - 3
    case 2: Int64(bitPattern: (1 &<< UInt64(number(below: 64))) &+ UInt64(number(below: 3)) &- 1)
    default: Int64(bitPattern: next()) &>> Int64(number(below: 64))
    }
  }

  /// A floating-point number, often a special one.
  mutating func double() -> Double {
    let special: [Double] = [
      0, -0.0, 1, -1, .infinity, -.infinity, .nan, -.nan, .signalingNaN, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .pi,
    ]
    return switch number(below: 3) {
    case 0: Double(bitPattern: next())
    case 1: Double(integer())
    default: special[number(below: special.count)]
    }
  }

  /// A text of scalars of every UTF-8 length, some of which combine.
  mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "b", "z", "\0", "\u{7F}", "\u{80}", "é", "e", "\u{301}", "\u{7FF}", "\u{800}",
      "\u{D7FF}",
      "\u{E000}", "\u{FFFF}", "\u{10000}", "🌿", "\u{200D}", "\u{10FFFF}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<number(below: 5) { text.append(scalars[number(below: scalars.count)]) }
    return String(text)
  }

  mutating func bytes(below bound: Int) -> [UInt8] {
    (0..<number(below: bound)).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// A value of any kind, nested at most so deep.
  mutating func value(depth: Int = 3) -> Value {
    switch number(below: depth > 0 ? 12 : 9) {
    case 0: .null
    case 1: .bool(next() & 1 == 1)
    case 2: .integer(integer())
    case 3: .double(double())
    case 4: .string(text())
    case 5: .bytes(bytes(below: 5))
    case 6: .date(milliseconds: integer())
    case 7: .uuid(high: next(), low: next())
    case 8: .unknown([0x40 | UInt8(truncatingIfNeeded: next())] + bytes(below: 4))
    case 9: .map(map(depth: depth - 1))
    default: .array((0..<number(below: 4)).map { _ in value(depth: depth - 1) })
    }
  }

  private mutating func map(depth: Int) -> ValueMap {
    ValueMap((0..<number(below: 4)).map { _ in (text(), value(depth: depth)) })
  }

  /// Bytes with one to three accidents: a byte changed, removed, doubled, or the rest cut off.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...number(below: 3) where !bytes.isEmpty {
      let index = number(below: bytes.count)
      switch number(below: 5) {
      case 0: bytes[index] = UInt8(truncatingIfNeeded: next())
      case 1: bytes[index] ^= 1 << UInt8(number(below: 8))
      case 2: bytes.remove(at: index)
      case 3: bytes.insert(bytes[index], at: index)
      default: bytes.removeLast(bytes.count - index)
      }
    }
    return bytes
  }
}
