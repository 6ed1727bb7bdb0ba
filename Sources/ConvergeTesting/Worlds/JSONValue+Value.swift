// SPDX-License-Identifier: Apache-2.0

import Converge

extension JSONValue {
  /// The JSON form of a value.
  ///
  /// What JSON lacks (bytes, dates, UUIDs) has a form that no history holds.
  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map { JSONValue($0) })
    case .map(let entries):
      self = .object(entries.map { JSONMember($0.key, JSONValue($0.value)) })
    case .bytes(let bytes), .unknown(let bytes):
      self = .object([JSONMember("bytes", .array(bytes.map { .integer(Int64($0)) }))])
    case .date(let milliseconds):
      self = .object([JSONMember("date", .integer(milliseconds))])
    case .uuid(let high, let low):
      self = .object([
        JSONMember("uuid", .string(String(high, radix: 16) + " " + String(low, radix: 16)))
      ])
    }
  }

  /// The value that a document takes for this one.
  var value: Value {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .map(ValueMap(members.map { ($0.name, $0.value.value) }))
    }
  }
}
