// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@Suite struct JSONWriterTests {
  @Test func `what is written is read back the same`() throws {
    let value = JSONValue.object([
      JSONMember("b", .array([.null, .bool(false), .integer(.min), .double(1), .double(-0.0)])),
      JSONMember("a\n\"\\\u{1}", .string("🌿 e\u{301} \u{2028}\u{7f}")),
      JSONMember("empty", .array([.array([]), .object([])])),
    ])
    #expect(try JSONParser.parse(Array(JSONWriter.compact(value).utf8)) == value)
    #expect(try JSONParser.parse(Array(JSONWriter.indented(value).utf8)) == value)
  }

  @Test func `members keep their order and doubles their point`() {
    let value = JSONValue.object([
      JSONMember("b", .double(1)), JSONMember("a", .array([.integer(1), .string("x")])),
    ])
    #expect(JSONWriter.compact(value) == #"{"b":1.0,"a":[1,"x"]}"#)
    #expect(JSONWriter.indented(value) == "{\n  \"b\": 1.0,\n  \"a\": [\n    1,\n    \"x\"\n  ]\n}")
  }
}
