// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// Several authors' editing session, as W5 replays it: what each imports before each transaction.
struct ConcurrentWork {
  /// The traces that are replayed.
  static let traceNames = ["friendsforever", "clownschool"]

  /// One transaction: its author's replica first imports what the transaction's parents contain.
  struct Step {
    var agent: Int
    /// The transactions whose updates are imported, ascending.
    var imports: [Int]
    var edits: [Trace.Patch]
  }

  let name: String
  let agentCount: Int
  let steps: [Step]
  /// What each replica still lacks after the last transaction, ascending.
  let lastImports: [[Int]]
  let endText: String

  init(_ trace: Trace, name: String) throws(WorkError) {
    self.name = name
    agentCount = trace.agentCount
    endText = trace.endContent
    var schedule = Schedule(agentCount: trace.agentCount)
    var steps: [Step] = []
    steps.reserveCapacity(trace.transactions.count)
    for transaction in trace.transactions {
      let imports = try schedule.imports(before: transaction, of: name)
      steps.append(Step(agent: transaction.agent, imports: imports, edits: transaction.patches))
    }
    self.steps = steps
    lastImports = schedule.lastImports
  }

  var operationCount: Int {
    steps.reduce(0) { $0 + $1.edits.reduce(0) { $0 + $1.operationCount } }
  }

  /// What the session consists of, to compare with what other programs found.
  var facts: WorkFacts {
    WorkFacts(
      "W5 \(name)",
      [
        ("txns", .integer(steps.count)), ("agents", .integer(agentCount)),
        ("patches", .integer(steps.reduce(0) { $0 + $1.edits.count })),
        ("ops", .integer(operationCount)),
        (
          "imports",
          .integer((steps.map(\.imports) + lastImports).reduce(0) { $0 + $1.count })
        ),
        ("end_chars", .integer(endText.unicodeScalars.count)),
        ("end_fnv", .string(Checksum.of(endText))),
      ])
  }
}

extension ConcurrentWork {
  /// Which transactions each agent's replica has, as counts of each agent's transactions.
  private struct Schedule {
    /// The transactions of each agent.
    private var numbers: [[Int]]
    /// What each transaction contains, itself included.
    private var contents: [[Int]] = []
    /// What each agent's replica has.
    private var known: [[Int]]

    init(agentCount: Int) {
      numbers = Array(repeating: [], count: agentCount)
      known = Array(repeating: Array(repeating: 0, count: agentCount), count: agentCount)
    }

    /// Notes a transaction, and returns what its author's replica lacks before it.
    mutating func imports(
      before transaction: Trace.Transaction, of name: String
    ) throws(WorkError) -> [Int] {
      let agent = transaction.agent
      var needed = Array(repeating: 0, count: known.count)
      for parent in transaction.parents {
        for (other, count) in contents[parent].enumerated() {
          needed[other] = max(needed[other], count)
        }
      }
      guard zip(known[agent], needed).allSatisfy({ $0 <= $1 }) else {
        throw .unordered(trace: name, transaction: contents.count)
      }
      let imports = missing(known[agent], needed)
      numbers[agent].append(contents.count)
      needed[agent] += 1
      known[agent] = needed
      contents.append(needed)
      return imports
    }

    var lastImports: [[Int]] {
      known.map { missing($0, numbers.map(\.count)) }
    }

    private func missing(_ known: [Int], _ needed: [Int]) -> [Int] {
      numbers.indices.flatMap { numbers[$0][known[$0]..<needed[$0]] }.sorted()
    }
  }
}

/// Why a workload cannot be run.
enum WorkError: Error, Equatable {
  /// An agent's transaction does not contain what the agent's replica has already.
  case unordered(trace: String, transaction: Int)
  /// A file cannot be read.
  case unreadable(String)
  /// A file is not what it should be.
  case malformed(String, String)
}

extension WorkError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unordered(let trace, let transaction):
      "\(trace): transaction \(transaction) lacks an earlier one of its agent"
    case .unreadable(let path): "cannot read \(path)"
    case .malformed(let path, let reason): "\(path): \(reason)"
    }
  }
}
