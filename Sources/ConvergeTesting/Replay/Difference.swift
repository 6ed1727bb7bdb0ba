// SPDX-License-Identifier: Apache-2.0

/// Finds where two values first differ and says so in one line.
package enum Difference {
  /// The number of characters after which a shown value is cut.
  private static let shownLimit = 120

  /// The first difference, or nil when the values are equal.
  package static func first(expected: JSONValue, shown: JSONValue) -> String? {
    guard expected != shown else { return nil }
    return describe(expected, shown, path: "")
  }

  private static func describe(_ expected: JSONValue, _ shown: JSONValue, path: String) -> String {
    switch (expected, shown) {
    case (.array(let left), .array(let right)):
      for (index, pair) in zip(left, right).enumerated() where pair.0 != pair.1 {
        return describe(pair.0, pair.1, path: path + "[\(index)]")
      }
      return sentence(
        path, "\(left.count) elements in \(text(expected))",
        "\(right.count) in \(text(shown))")
    case (.object(let left), .object(let right)):
      for member in left where shown[member.name] != member.value {
        let inner = path + "[\(text(.string(member.name)))]"
        guard let other = shown[member.name] else {
          return sentence(inner, text(member.value), "nothing")
        }
        return describe(member.value, other, path: inner)
      }
      for member in right where expected[member.name] == nil {
        return sentence(
          path + "[\(text(.string(member.name)))]", "nothing", text(member.value))
      }
      return sentence(path, text(expected), text(shown))
    case (.string(let left), .string(let right)) where left.utf8.count + right.utf8.count > 60:
      return describe(Array(left.unicodeScalars), Array(right.unicodeScalars), path: path)
    default:
      return sentence(path, text(expected), text(shown))
    }
  }

  /// Long texts: the first scalar that differs, with what stands around it.
  private static func describe(
    _ expected: [Unicode.Scalar], _ shown: [Unicode.Scalar], path: String
  ) -> String {
    let offset =
      zip(expected, shown).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(expected.count, shown.count)
    return sentence(
      path + " at scalar \(offset)", excerpt(expected, from: offset), excerpt(shown, from: offset))
      + " (\(expected.count) and \(shown.count) scalars)"
  }

  private static func excerpt(_ scalars: [Unicode.Scalar], from offset: Int) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[offset..<min(offset + 20, scalars.count)])
    return text(.string(String(view)))
  }

  private static func sentence(_ path: String, _ expected: String, _ shown: String) -> String {
    (path.isEmpty ? "" : path.hasPrefix(" at ") ? "\(path.dropFirst()) " : "at \(path) ")
      + "expected \(expected), shown \(shown)"
  }

  private static func text(_ value: JSONValue) -> String {
    let text = JSONWriter.compact(value)
    return text.count <= shownLimit ? text : text.prefix(shownLimit) + "…"
  }
}
