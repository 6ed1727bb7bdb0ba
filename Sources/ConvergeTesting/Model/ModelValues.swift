// SPDX-License-Identifier: Apache-2.0

/// The values that a history has come by: each is compared once, and is a small number after.
struct ModelValues {
  private var values: [JSONValue] = []
  private var numbers: [JSONValue: Int] = [:]
  /// Values that most histories do not exceed.
  private static let usualCount = 24

  init() {
    values.reserveCapacity(Self.usualCount)
    numbers.reserveCapacity(Self.usualCount)
  }

  /// How many there are.
  var count: Int { values.count }

  /// The value with a number.
  subscript(number: Int) -> JSONValue { values[number] }

  /// The number that stands for a value from now on.
  mutating func number(of value: JSONValue) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
