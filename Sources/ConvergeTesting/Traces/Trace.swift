// SPDX-License-Identifier: Apache-2.0

/// A recorded editing session: `sequential` by one author, or `concurrent` by several.
package struct Trace: Sendable {
  /// Replaces scalars at a position by others.
  package struct Patch: Sendable {
    /// Where the scalars stand.
    package var position: Int
    /// How many scalars go.
    package var removed: Int
    /// What comes in their place.
    package var inserted: String
  }

  /// What one author did at once.
  package struct Transaction: Sendable {
    /// The transactions that it followed, as indices.
    package var parents: [Int]
    /// The author, as an index.
    package var agent: Int
    /// The replacements, one after another.
    package var patches: [Patch]
  }

  /// The text before the first transaction.
  package var startContent: String
  /// The text in the end.
  package var endContent: String
  /// The number of authors.
  package var agentCount: Int
  /// The transactions, each after its parents.
  package var transactions: [Transaction]
}

/// Why bytes are not an editing trace.
package enum TraceError: Error, Equatable, Sendable {
  case notJSON(JSONError)
  case missing(String)
  case malformed(String, transaction: Int)
  case outsideText(Range<Int>, count: Int, transaction: Int, patch: Int)
  case compressed
}

extension TraceError: CustomStringConvertible {
  /// The fault in words.
  package var description: String {
    switch self {
    case .notJSON(let error): "line \(error.line): not JSON: \(error)"
    case .missing(let name): "not a trace: \"\(name)\" is missing or malformed"
    case .malformed(let name, let transaction):
      "transaction \(transaction): \"\(name)\" is malformed"
    case .outsideText(let range, let count, let transaction, let patch):
      "transaction \(transaction), patch \(patch): the scalars from \(range.lowerBound) up to "
        + "\(range.upperBound) lie outside the text, which then has \(count)"
    case .compressed: "compressed with gzip: unpack it first"
    }
  }
}

extension Trace {
  /// The most authors that a trace may have; the known ones have three.
  private static let agentLimit = 100

  /// Reads a trace from its JSON.
  ///
  /// - Throws: `TraceError` saying what is wrong, and in which transaction.
  package init(_ bytes: [UInt8]) throws(TraceError) {
    guard !bytes.starts(with: [0x1f, 0x8b]) else { throw .compressed }
    let object: JSONValue
    do {
      object = try JSONParser.parse(bytes, in: bytes.contentStart..<bytes.count)
    } catch {
      throw .notJSON(error)
    }
    let isConcurrent = object["kind"]?.text?.hasSameBytes(as: "concurrent") ?? false
    guard let end = object["endContent"]?.text else { throw .missing("endContent") }
    guard let start = isConcurrent ? "" : object["startContent"]?.text else {
      throw .missing("startContent")
    }
    guard let elements = object["txns"]?.elements else { throw .missing("txns") }
    guard
      let agents = isConcurrent ? object["numAgents"]?.integer.flatMap(Int.init(exactly:)) : 1,
      (1...Self.agentLimit).contains(agents)
    else { throw .missing("numAgents") }
    startContent = start
    endContent = end
    agentCount = agents
    transactions = []
    transactions.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      transactions.append(
        Transaction(
          parents: isConcurrent
            ? try Self.parents(element, index) : index == 0 ? [] : [index - 1],
          agent: isConcurrent ? try Self.agent(element, index, below: agents) : 0,
          patches: try Self.patches(element, index)))
    }
  }

  private static func parents(_ element: JSONValue, _ index: Int) throws(TraceError) -> [Int] {
    guard let numbers = element["parents"]?.elements else {
      throw .malformed("parents", transaction: index)
    }
    var parents: [Int] = []
    for number in numbers {
      guard let parent = number.integer, (0..<Int64(index)).contains(parent) else {
        throw .malformed("parents", transaction: index)
      }
      parents.append(Int(parent))
    }
    return parents
  }

  private static func agent(
    _ element: JSONValue, _ index: Int, below count: Int
  ) throws(TraceError) -> Int {
    guard let agent = element["agent"]?.integer, (0..<Int64(count)).contains(agent) else {
      throw .malformed("agent", transaction: index)
    }
    return Int(agent)
  }

  private static func patches(_ element: JSONValue, _ index: Int) throws(TraceError) -> [Patch] {
    guard let elements = element["patches"]?.elements else {
      throw .malformed("patches", transaction: index)
    }
    var patches: [Patch] = []
    patches.reserveCapacity(elements.count)
    for element in elements {
      guard let parts = element.elements, parts.count == 3, let position = parts[0].integer,
        let removed = parts[1].integer, let inserted = parts[2].text,
        let position = Int(exactly: position), let removed = Int(exactly: removed),
        position >= 0, removed >= 0
      else { throw .malformed("patches", transaction: index) }
      patches.append(Patch(position: position, removed: removed, inserted: inserted))
    }
    return patches
  }
}
