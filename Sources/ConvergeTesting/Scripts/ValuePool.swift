// SPDX-License-Identifier: Apache-2.0

/// The values, members, keys and texts that the numbers of a script stand for.
///
/// The pools hold what implementations confuse: values that print alike, strings that differ only
/// in their normal form, and the ends of the integers.
enum ValuePool {
  private static let values: [JSONValue] = [
    .integer(0), .string("a"), .null, .integer(1), .double(1), .bool(true), .string("1"),
    .double(0), .double(-0.0), .string("\u{e9}"), .string("e\u{301}"), .string(""), .array([]),
    .array([.integer(1), .string("x")]), .array([.null]), .integer(.max), .integer(.min),
    .double(0.5), .double(1e300), .bool(false), .string("🌿"),
  ]

  private static let words = [
    "a", "b", "\u{e9}", "e\u{301}", "", "c", "🌿", "1", "d", "e", "f", "g",
  ]

  private static let integers: [Int64] = [1, 2, -1, 0, .max, .min, 128, -129, 3, 4, 5, 6]

  private static let texts = [
    "a", "bc", "🌿", "e\u{301}", "\u{e9}", "def", "\r\n", "👩‍👧", "longer text", "x",
  ]

  private static let amounts: [Int64] = [1, -1, 3, 0, -5, 1000, .max, .min]

  /// A value for a register, list or record: from the pool, or an integer of its own.
  static func value(_ number: Int) -> JSONValue {
    number < values.count ? values[max(number, 0)] : .integer(Int64(number))
  }

  /// The fields whose members are integers.
  private static let integerFields = ["numbers", "ranks"]

  /// A member of a set.
  ///
  /// One set never mixes integers and strings, since the order between kinds is that of an encoding
  /// that the model does not know.
  static func member(_ number: Int, of field: HistoryField) -> JSONValue {
    integerFields.contains { $0.hasSameBytes(as: field.name) }
      ? .integer(integers[wrap(number, integers.count)]) : .string(word(number))
  }

  /// A record's key.
  static func word(_ number: Int) -> String { words[wrap(number, words.count)] }

  private static let registerNames = ["title", "done", ""]
  private static let counterNames = ["uses", "e\u{301}"]

  /// The name of a record's register.
  static func registerName(_ number: Int) -> String {
    registerNames[wrap(number, registerNames.count)]
  }

  /// The name of a record's counter.
  static func counterName(_ number: Int) -> String {
    counterNames[wrap(number, counterNames.count)]
  }

  /// The fields of records whose fields are not declared.
  static let recordFields =
    registerNames.map { HistoryField($0, .register) }
    + counterNames.map { HistoryField($0, .counter) }

  /// A piece of text.
  static func text(_ number: Int) -> String { texts[wrap(number, texts.count)] }

  /// What an increment adds.
  static func amount(_ number: Int) -> Int64 { amounts[wrap(number, amounts.count)] }

  /// A number taken modulo a size; 0 where there is nothing.
  static func wrap(_ number: Int, _ size: Int) -> Int {
    size > 0 ? Int(number.magnitude % UInt(size)) : 0
  }
}
