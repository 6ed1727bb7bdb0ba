// SPDX-License-Identifier: Apache-2.0

/// Parses JSON (RFC 8259) from UTF-8 bytes.
///
/// It keeps apart what Foundation's parser merges: `1` and `1.0`, `1` and `true`, 64-bit integers.
/// Depth is bounded, so that no input can exhaust the stack.
///
/// - Complexity: O(n) in the number of bytes.
package struct JSONParser {
  /// The nesting that is still read: histories need 6, traces 5, and a value that is nested deeper
  /// than this cannot stand in a document.
  package static let depthLimit = 64

  private let bytes: [UInt8]
  private let firstLine: Int
  private let start: Int
  private let end: Int
  private var position: Int

  /// Parses bytes that hold exactly one value; errors count lines from the one given.
  ///
  /// - Throws: `JSONError` with the reason, the line and the offset.
  package static func parse(
    _ bytes: [UInt8], in range: Range<Int>? = nil, line: Int = 1
  ) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes: bytes, range: range ?? 0..<bytes.count, line: line)
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.position == parser.end else { throw parser.unexpected() }
    return value
  }

  private init(bytes: [UInt8], range: Range<Int>, line: Int) {
    self.bytes = bytes
    firstLine = line
    start = range.lowerBound
    end = range.upperBound
    position = range.lowerBound
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < Self.depthLimit else { throw error(.tooDeep(limit: Self.depthLimit)) }
    skipSpace()
    guard position < end else { throw error(.endedEarly) }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var members: [JSONMember] = []
    if takesByte("}") { return .object(members) }
    repeat {
      skipSpace()
      guard position < end else { throw error(.endedEarly) }
      guard bytes[position] == UInt8(ascii: "\"") else { throw unexpected() }
      let name = try string()
      guard takesByte(":") else { throw unexpected() }
      members.append(JSONMember(name, try value(depth: depth + 1)))
    } while takesByte(",")
    guard takesByte("}") else { throw unexpected() }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    if takesByte("]") { return .array(elements) }
    repeat {
      elements.append(try value(depth: depth + 1))
    } while takesByte(",")
    guard takesByte("]") else { throw unexpected() }
    return .array(elements)
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for byte in word.utf8 {
      guard position < end else { throw error(.endedEarly) }
      guard bytes[position] == byte else { throw unexpected() }
      position += 1
    }
    return value
  }

  // MARK: Numbers

  private mutating func number() throws(JSONError) -> JSONValue {
    let first = position
    if position < end, bytes[position] == UInt8(ascii: "-") { position += 1 }
    let firstDigit = position
    guard skipDigits() > 0 else {
      if position == first { throw unexpected() }
      throw error(.malformedNumber)
    }
    if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
      throw error(.malformedNumber)
    }
    var isDouble = false
    if position < end, bytes[position] == UInt8(ascii: ".") {
      isDouble = true
      position += 1
      guard skipDigits() > 0 else { throw error(.malformedNumber) }
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      isDouble = true
      position += 1
      if position < end, bytes[position] == 0x2b || bytes[position] == 0x2d { position += 1 }
      guard skipDigits() > 0 else { throw error(.malformedNumber) }
    }
    return isDouble ? try double(from: first) : .integer(try integer(from: first))
  }

  private func integer(from first: Int) throws(JSONError) -> Int64 {
    let isNegative = bytes[first] == UInt8(ascii: "-")
    var value: Int64 = 0
    for index in (isNegative ? first + 1 : first)..<position {
      let digit = Int64(bytes[index] - UInt8(ascii: "0"))
      // The least integer has no positive twin, so negative numbers are built downwards.
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative
        ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      guard !overflow, !carry else { throw error(.integerOutOfRange) }
      value = sum
    }
    return value
  }

  private func double(from first: Int) throws(JSONError) -> JSONValue {
    let digits = String(decoding: bytes[first..<position], as: UTF8.self)
    guard let value = Double(digits), value.isFinite else { throw error(.malformedNumber) }
    return .double(value)
  }

  private mutating func skipDigits() -> Int {
    let first = position
    while position < end, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return position - first
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    position += 1
    let first = position
    while position < end, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") { return try escapedString(from: first) }
      guard bytes[position] >= 0x20 else { throw unexpected() }
      position += 1
    }
    guard position < end else { throw error(.endedEarly) }
    guard let text = String(validating: bytes[first..<position], as: UTF8.self) else {
      throw error(.malformedUTF8)
    }
    position += 1
    return text
  }

  private mutating func escapedString(from first: Int) throws(JSONError) -> String {
    var plain = Array(bytes[first..<position])
    while position < end, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") {
        position += 1
        plain.append(contentsOf: String(Character(try escape())).utf8)
      } else {
        guard bytes[position] >= 0x20 else { throw unexpected() }
        plain.append(bytes[position])
        position += 1
      }
    }
    guard position < end else { throw error(.endedEarly) }
    guard let text = String(validating: plain, as: UTF8.self) else { throw error(.malformedUTF8) }
    position += 1
    return text
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard position < end else { throw error(.endedEarly) }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw error(.malformedEscape)
    }
  }

  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let unit = try hexUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // A surrogate: the high half must be followed by the escape of its low half.
    guard unit < 0xdc00, position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw error(.malformedEscape) }
    position += 2
    let low = try hexUnit()
    guard (0xdc00...0xdfff).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
    else { throw error(.malformedEscape) }
    return scalar
  }

  private mutating func hexUnit() throws(JSONError) -> UInt32 {
    guard position + 4 <= end else { throw error(.endedEarly) }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
        throw error(.malformedEscape)
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }

  // MARK: Bytes

  private mutating func skipSpace() {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0a, 0x0d, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func takesByte(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < end, bytes[position] == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private func unexpected() -> JSONError {
    error(position < end ? .unexpectedByte(bytes[position]) : .endedEarly)
  }

  private func error(_ reason: JSONError.Reason) -> JSONError {
    let lines = bytes[start..<min(position, end)].reduce(0) { $0 + ($1 == 0x0a ? 1 : 0) }
    return JSONError(reason: reason, line: firstLine + lines, offset: position - start)
  }
}
