// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// What a fixed piece of work costs: instructions beyond those of the program's start, and bytes.
struct WorkCost: Equatable {
  /// The part by which instructions may grow unnoticed.
  static let tolerance = 0.03

  var instructions: Int
  var bytes: Int

  /// How this compares with what was recorded.
  enum Verdict: Equatable {
    case held
    /// Less than recorded by more than the tolerance: the record can be tightened.
    case better
    case worse(String)
  }

  func verdict(against recorded: WorkCost) -> Verdict {
    if bytes > recorded.bytes { return .worse("\(bytes) bytes, not \(recorded.bytes)") }
    let ratio = Double(instructions) / Double(max(1, recorded.instructions))
    if ratio > 1 + Self.tolerance {
      return .worse("\(Figure.fixed(ratio, places: 2)) times the instructions")
    }
    return ratio < 1 - Self.tolerance || bytes < recorded.bytes ? .better : .held
  }

  /// The instructions in what callgrind writes to standard error, or nil.
  static func instructions(inReport report: String) -> Int? {
    report.split(separator: "\n").lazy
      .filter { $0.contains("Collected :") }
      .compactMap { line in line.split(separator: " ").last.flatMap { Int($0) } }
      .first
  }
}

/// What is recorded of all fixed work.
struct CostRecord {
  private(set) var costs: [String: WorkCost] = [:]

  init() {}

  /// Reads a record, or returns nil when this is none.
  init?(_ json: JSONValue) {
    guard case .object(let members) = json else { return nil }
    for member in members {
      guard let instructions = member.value["instructions"]?.integer,
        let bytes = member.value["bytes"]?.integer
      else { return nil }
      costs[member.name] = WorkCost(instructions: Int(instructions), bytes: Int(bytes))
    }
  }

  subscript(work: FixedWork) -> WorkCost? {
    get { costs[work.rawValue] }
    set { costs[work.rawValue] = newValue }
  }

  /// The record as JSON, in the order of the work.
  var json: JSONValue {
    .object(
      FixedWork.allCases.compactMap { work in
        self[work].map { cost in
          JSONMember(
            work.rawValue,
            .object([
              JSONMember("instructions", .integer(cost.instructions)),
              JSONMember("bytes", .integer(cost.bytes)),
            ]))
        }
      })
  }
}
