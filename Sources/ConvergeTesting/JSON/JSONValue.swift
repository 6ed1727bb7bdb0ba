// SPDX-License-Identifier: Apache-2.0

/// A JSON value whose identity is that of its bytes: `1`, `1.0`, `true` and `"1"` are four values.
///
/// It is the value of the history format, of the naive model and of every state that is compared.
/// Strings are equal when their UTF-8 bytes are; Swift's own `==` would call `é` and `e` + U+0301
/// one string. Doubles are equal when their bits are, and every NaN is one value. Objects are equal
/// whatever the order of their members.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])
}

/// A name and its value inside a JSON object.
package struct JSONMember: Sendable {
  /// The member's name.
  package var name: String
  /// The member's value.
  package var value: JSONValue

  /// Makes a member.
  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue {
  /// The value of the first member with this name, or nil.
  ///
  /// - Complexity: O(n) in the number of members.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// The elements when this is an array, or nil.
  package var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The string when this is one, or nil.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number when this is an integer, or nil.
  package var integer: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// Whether this is an object or an array with one inside.
  ///
  /// The parser bounds the depth, and so this recursion.
  var holdsObject: Bool {
    switch self {
    case .object: true
    case .array(let elements): elements.contains(where: \.holdsObject)
    default: false
    }
  }

  /// Whether this is an array, an object or a string that holds nothing.
  var isEmpty: Bool {
    switch self {
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    case .string(let text): text.isEmpty
    case .null, .bool, .integer, .double: false
    }
  }

  /// The members with their names ascending by UTF-8 bytes, when this is an object.
  var sortedMembers: [JSONMember]? {
    guard case .object(let members) = self else { return nil }
    return members.sorted { $0.name.precedes($1.name) }
  }
}

extension JSONValue: Hashable {
  /// Whether two values are the same bytes.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left.identityBits == right.identityBits
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object, .object): hasSameMembers(left, right)
    default: false
    }
  }

  /// Feeds the bytes that `==` compares into a hasher.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null:
      hasher.combine(0)
    case .bool(let value):
      hasher.combine(value)
    case .integer(let value):
      hasher.combine(value)
    case .double(let value):
      hasher.combine(value.identityBits)
    case .string(let value):
      value.hashBytes(into: &hasher)
    case .array(let elements):
      hasher.combine(elements)
    case .object:
      for member in sortedMembers ?? [] {
        member.name.hashBytes(into: &hasher)
        hasher.combine(member.value)
      }
    }
  }

  private static func hasSameMembers(_ left: JSONValue, _ right: JSONValue) -> Bool {
    guard case .object(let members) = left, case .object(let others) = right,
      members.count == others.count
    else { return false }
    let haveSameOrder = zip(members, others).allSatisfy { $0.name.hasSameBytes(as: $1.name) }
    if haveSameOrder { return zip(members, others).allSatisfy { $0.value == $1.value } }
    guard let left = left.sortedMembers, let right = right.sortedMembers else { return false }
    return zip(left, right).allSatisfy { $0.name.hasSameBytes(as: $1.name) && $0.value == $1.value }
  }
}

extension String {
  /// Whether two strings are the same Unicode scalars.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    // Where the bytes stand side by side, they are compared there: step by step takes ten times
    // as long.
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Feeds the bytes into a hasher, eight at a time.
  fileprivate func hashBytes(into hasher: inout Hasher) {
    var word: UInt64 = 0
    var count = 0
    for byte in utf8 {
      word = word &<< 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
  }

  /// Whether this string's UTF-8 bytes come before another's.
  package func precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension Double {
  /// The bits that make a double what it is, one pattern for every NaN.
  var identityBits: UInt64 {
    isNaN ? Double.nan.bitPattern : bitPattern
  }
}
