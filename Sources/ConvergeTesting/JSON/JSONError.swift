// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not JSON, and where.
package struct JSONError: Error, Equatable, Sendable {
  /// What is wrong.
  package enum Reason: Equatable, Sendable {
    case endedEarly
    case unexpectedByte(UInt8)
    case malformedNumber
    case integerOutOfRange
    case malformedEscape
    case malformedUTF8
    case tooDeep(limit: Int)
  }

  /// What is wrong.
  package var reason: Reason
  /// The line, from 1.
  package var line: Int
  /// The number of bytes before the fault, counted from the start of the parsed bytes.
  package var offset: Int
}

extension JSONError: CustomStringConvertible {
  /// The fault in words, without its line.
  package var description: String {
    "\(reason) at byte \(offset)"
  }
}

extension JSONError.Reason: CustomStringConvertible {
  /// The fault in words.
  package var description: String {
    switch self {
    case .endedEarly: "the JSON ends too early"
    case .unexpectedByte(let byte): "unexpected \(JSONError.name(of: byte))"
    case .malformedNumber: "malformed number"
    case .integerOutOfRange: "integer outside 64 bits"
    case .malformedEscape: "malformed escape in a string"
    case .malformedUTF8: "a string is not UTF-8"
    case .tooDeep(let limit): "nested deeper than \(limit)"
    }
  }
}

extension JSONError {
  fileprivate static func name(of byte: UInt8) -> String {
    (0x21...0x7e).contains(byte)
      ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
  }
}
