// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@Suite struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONValue {
    try JSONParser.parse(Array(text.utf8))
  }

  private func error(_ text: String) -> JSONError? {
    do {
      _ = try JSONParser.parse(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `an integer, a double, a boolean and a string are four values`() throws {
    let values = try parse(#"[1, 1.0, true, "1", 1e0]"#)
    #expect(
      values == .array([.integer(1), .double(1), .bool(true), .string("1"), .double(1)]))
    #expect(JSONValue.integer(1) != .double(1))
    #expect(JSONValue.integer(1) != .bool(true))
  }

  @Test func `both ends of the 64-bit integers are read and nothing beyond`() throws {
    #expect(try parse("-9223372036854775808") == .integer(.min))
    #expect(try parse("9223372036854775807") == .integer(.max))
    #expect(error("9223372036854775808")?.reason == .integerOutOfRange)
    #expect(error("-9223372036854775809")?.reason == .integerOutOfRange)
  }

  @Test func `strings that differ only in their normal form differ`() throws {
    let values = try #require(try parse(#"["\u00e9", "e\u0301", "é"]"#).elements)
    #expect(values[0] != values[1])
    #expect(values[0] == values[2])
  }

  @Test func `escapes and surrogate pairs are read`() throws {
    #expect(try parse(#""\"\\\/\b\f\n\r\t\ud83c\udf3f""#) == .string("\"\\/\u{8}\u{c}\n\r\t🌿"))
    #expect(error(#""\ud83c""#)?.reason == .malformedEscape)
    #expect(error(#""\udf3f""#)?.reason == .malformedEscape)
    #expect(error(#""\x""#)?.reason == .malformedEscape)
  }

  @Test func `negative zero is no zero and no integer when it has a point`() throws {
    #expect(try parse("-0.0") == .double(-0.0))
    #expect(try parse("-0.0") != .double(0))
  }

  @Test(arguments: [
    "", "{", "[1", "[1,", "[1,]", "{\"a\"}", "{\"a\":}", "01", "1.", "1e", "-", "tru", "nul",
    "\"a", "\"a\\", "\"\u{1}\"", "1 2", "+1", "NaN", "1e999", "{1:2}",
  ])
  func `what is not JSON is refused`(text: String) {
    #expect(error(text) != nil)
  }

  @Test func `an error tells line and offset`() {
    let error = error("{\n  \"a\": 1,\n  \"b\": x\n}")
    #expect(error?.reason == .unexpectedByte(UInt8(ascii: "x")))
    #expect(error?.line == 3)
    #expect(error?.offset == 19)
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    #expect(throws: JSONError.self) { try JSONParser.parse([0x22, 0xff, 0x22]) }
  }

  @Test func `depth is bounded and takes no stack`() {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(error(deep)?.reason == .tooDeep(limit: JSONParser.depthLimit))
  }
}
