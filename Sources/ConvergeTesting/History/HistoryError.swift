// SPDX-License-Identifier: Apache-2.0

/// Why a file is not a list of histories, and where.
package struct HistoryError: Error, Equatable, Sendable {
  /// What is wrong with a line.
  package enum Reason: Equatable, Sendable {
    case lineTooLong
    case notJSON(JSONError)
    case missing(String)
    case malformed(String)
    case unsupportedFormat(Int64)
    case unknownLine(String)
    case unknownKind(String)
    case unknownReplica(String)
    case unknownField(String)
    case unknownCall(String, kind: DatatypeKind)
    case repeatedName(String)
    case notInHistory
    case afterFinal
    case wrongChangeNumber(Int, expected: Int)
    case changeNotMade(String, Int)
    case noFinal
    case noHistory
    case outOfRange(ModelError)
  }

  /// What is wrong.
  package var reason: Reason
  /// The file's name, as the caller gave it.
  package var file: String
  /// The line, from 1.
  package var line: Int
}

extension HistoryError: CustomStringConvertible {
  /// The fault in words, with file and line.
  package var description: String { "\(file):\(line): \(reason)" }
}

extension HistoryError.Reason: CustomStringConvertible {
  /// The fault in words.
  package var description: String {
    switch self {
    case .lineTooLong: "the line is too long"
    case .notJSON(let error): "not JSON: \(error)"
    case .missing(let name): "\"\(name)\" is missing"
    case .malformed(let name): "\"\(name)\" has a value that cannot stand there"
    case .unsupportedFormat(let format): "format \(format) is not supported, only 1"
    case .unknownLine(let type): "unknown kind of line \"\(type)\""
    case .unknownKind(let name): "unknown datatype \"\(name)\""
    case .unknownReplica(let name): "no replica \"\(name)\" in this history"
    case .unknownField(let name): "no field \"\(name)\" in this history"
    case .unknownCall(let name, let kind): "unknown call \"\(name)\" on a field of kind \(kind)"
    case .repeatedName(let name): "\"\(name)\" is named twice"
    case .notInHistory: "a history must begin first"
    case .afterFinal: "the history has ended with its \"final\" line"
    case .wrongChangeNumber(let number, let expected):
      "change number \(number), but the replica's next is \(expected)"
    case .changeNotMade(let replica, let number):
      "change [\"\(replica)\",\(number)] has not been made yet"
    case .noFinal: "the history has no \"final\" line: it is incomplete"
    case .noHistory: "the file holds no history"
    case .outOfRange(let error): "\(error)"
    }
  }
}
