// SPDX-License-Identifier: Apache-2.0

/// The order in which sets and multi-value registers show their values.
enum ModelOrder {
  /// Whether one value stands before another: integers by number, strings by their UTF-8 bytes.
  ///
  /// DESIGN orders all other values by their encoded bytes. The model knows no encoding, so kinds
  /// are only grouped here; the generator gives one set values of one of the two kinds above.
  static func precedes(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.string(let left), .string(let right)): left.precedes(right)
    default: rank(left) < rank(right)
    }
  }

  private static func rank(_ value: JSONValue) -> Int {
    switch value {
    case .null: 0
    case .bool: 1
    case .integer: 2
    case .double: 3
    case .string: 4
    case .array: 5
    case .object: 6
    }
  }
}
