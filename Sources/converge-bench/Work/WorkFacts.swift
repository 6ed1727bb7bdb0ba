// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// What a stream of operations or a result consists of: counts and checksums under a name.
struct WorkFacts: Equatable {
  let name: String
  let value: JSONValue

  init(_ name: String, _ facts: [(name: String, value: JSONValue)]) {
    self.name = name
    value = .object(facts.map { JSONMember($0.name, $0.value) })
  }

  /// The first fact that differs from what is expected, in words, or nil.
  ///
  /// Facts that are not expected are not compared, and the other way round they must be there.
  func difference(from expected: JSONValue) -> String? {
    guard case .object(let members) = expected else { return "\(name): not an object" }
    for member in members where value[member.name] != member.value {
      let found = value[member.name].map(JSONWriter.compact) ?? "nothing"
      return "\(name): \(member.name) is \(found), not \(JSONWriter.compact(member.value))"
    }
    return nil
  }
}

extension JSONValue {
  static func integer(_ number: Int) -> JSONValue { .integer(Int64(number)) }
}
