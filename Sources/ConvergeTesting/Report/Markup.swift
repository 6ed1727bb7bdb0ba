// SPDX-License-Identifier: Apache-2.0

/// A piece of HTML or SVG: an element, or text, which is escaped when it is written.
///
/// Only a style sheet goes in as it is, since nothing from a run ever stands in one.
package indirect enum Markup: Sendable {
  case text(String)
  case element(String, [Attribute], [Markup])
  case style(String)

  /// A name and a value, which is escaped when it is written.
  package struct Attribute: Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The elements that have no content and no end.
  private static let emptyElements = ["meta", "link", "br"]

  /// The piece as text.
  package var string: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .text(let string):
      Self.write(string, to: &text)
    case .style(let sheet):
      text += "<style>\n\(sheet)\n</style>"
    case .element(let name, let attributes, let children):
      text += "<\(name)"
      for attribute in attributes {
        text += " \(attribute.name)=\""
        Self.write(attribute.value, to: &text)
        text += "\""
      }
      text += ">"
      guard !Self.emptyElements.contains(name) else { return }
      for child in children { child.write(to: &text) }
      text += "</\(name)>"
    }
  }

  /// Writes a string so that it is nothing but text, inside elements and attributes alike.
  ///
  /// Control characters and the marks that turn the direction of writing are shown by their
  /// number, lest a value disarrange the page.
  private static func write(_ string: String, to text: inout String) {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\n": text += "\n"
      case "\u{0}"..<"\u{20}", "\u{7f}"..."\u{9f}", "\u{200e}"..."\u{200f}",
        "\u{2028}"..."\u{202e}", "\u{2066}"..."\u{2069}":
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Markup {
  /// An element with text in it.
  static func element(
    _ name: String, _ attributes: [Attribute] = [], _ text: String
  ) -> Markup {
    .element(name, attributes, [.text(text)])
  }

  /// An element of a class.
  static func element(_ name: String, class: String, _ children: [Markup]) -> Markup {
    .element(name, [Attribute("class", `class`)], children)
  }

  /// An element of a class with text in it.
  static func element(_ name: String, class: String, _ text: String) -> Markup {
    .element(name, [Attribute("class", `class`)], [.text(text)])
  }
}

extension Markup.Attribute {
  /// An attribute with a whole number.
  init(_ name: String, _ value: Int) {
    self.init(name, String(value))
  }
}
