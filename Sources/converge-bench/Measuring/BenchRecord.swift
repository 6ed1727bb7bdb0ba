// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// One measurement, in the form in which the peers' programs write theirs.
struct BenchRecord {
  /// What a record says beside its times: bytes, and whether results were right.
  typealias Fact = (name: String, value: JSONValue)

  let workload: String
  let variant: String
  let timing: Timing?
  let operationCount: Int?
  let facts: [JSONMember]

  init(
    _ workload: String, _ variant: String, _ timing: Timing? = nil, operations: Int? = nil,
    _ facts: [Fact] = []
  ) {
    self.workload = workload
    self.variant = variant
    self.timing = timing
    operationCount = operations
    self.facts = facts.map { JSONMember($0.name, $0.value) }
  }

  subscript(fact: String) -> JSONValue? { JSONValue.object(facts)[fact] }

  /// Whether no check of a result failed.
  var isRight: Bool {
    self["ok"] != .bool(false) && self["replicas_equal"] != .bool(false)
  }

  /// The record as JSON.
  func json(version: String) -> JSONValue {
    var members = [
      JSONMember("lib", .string("converge")), JSONMember("version", .string(version)),
      JSONMember("workload", .string(workload)), JSONMember("variant", .string(variant)),
    ]
    if let timing {
      members += [
        JSONMember("median_s", .double(timing.median)),
        JSONMember("min_s", .double(timing.minimum)),
        JSONMember("runs", .integer(timing.seconds.count)),
        JSONMember("all_s", .array(timing.seconds.map { .double($0) })),
      ]
      if let operationCount {
        members += [
          JSONMember("ops", .integer(operationCount)),
          JSONMember("ops_per_s", .double(Double(operationCount) / timing.median)),
        ]
      }
    }
    return .object(members + facts)
  }
}
