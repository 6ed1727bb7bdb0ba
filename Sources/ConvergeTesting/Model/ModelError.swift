// SPDX-License-Identifier: Apache-2.0

/// Why the model cannot take a call: nothing is there, or the clock has no next timestamp.
package enum ModelError: Error, Equatable, Sendable {
  case indexOutOfRange(field: String, index: Int, count: Int)
  case wrongKind(field: String, kind: DatatypeKind)
  case clockExhausted
}

extension ModelError: CustomStringConvertible {
  /// The fault in words.
  package var description: String {
    switch self {
    case .indexOutOfRange(let field, let index, let count):
      "index \(index) in field \"\(field)\" is out of range, its count is \(count)"
    case .wrongKind(let field, let kind): "a call that field \"\(field)\" of kind \(kind) lacks"
    case .clockExhausted: "the clock has no later timestamp"
    }
  }
}
