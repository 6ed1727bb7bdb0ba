// SPDX-License-Identifier: Apache-2.0

/// Writes JSON so that the parser reads back the same value.
///
/// Doubles always carry a `.` or an exponent; members keep their order, so that one value gives one
/// text. A double that JSON cannot say (NaN, an infinity) is written as `null`.
package enum JSONWriter {
  /// The value on one line, without spaces.
  package static func compact(_ value: JSONValue) -> String {
    var text = ""
    write(value, indent: nil, to: &text)
    return text
  }

  /// The value over several lines, indented by two spaces a level.
  package static func indented(_ value: JSONValue) -> String {
    var text = ""
    write(value, indent: 0, to: &text)
    return text
  }

  private static func write(_ value: JSONValue, indent: Int?, to text: inout String) {
    switch value {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .double(let value): text += value.isFinite ? value.description : "null"
    case .string(let value): write(value, to: &text)
    case .array(let elements):
      writeList(elements, "[", "]", indent: indent, to: &text) { element, inner, text in
        write(element, indent: inner, to: &text)
      }
    case .object(let members):
      writeList(members, "{", "}", indent: indent, to: &text) { member, inner, text in
        write(member.name, to: &text)
        text += inner == nil ? ":" : ": "
        write(member.value, indent: inner, to: &text)
      }
    }
  }

  private static func writeList<Item>(
    _ items: [Item], _ open: String, _ close: String, indent: Int?, to text: inout String,
    item: (Item, Int?, inout String) -> Void
  ) {
    text += open
    for (index, element) in items.enumerated() {
      if index > 0 { text += "," }
      breakLine(indent.map { $0 + 1 }, in: &text)
      item(element, indent.map { $0 + 1 }, &text)
    }
    if !items.isEmpty { breakLine(indent, in: &text) }
    text += close
  }

  private static func breakLine(_ indent: Int?, in text: inout String) {
    guard let indent else { return }
    text += "\n" + String(repeating: "  ", count: indent)
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
