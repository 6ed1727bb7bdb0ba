// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting

/// How far growth is measured.
struct GrowthOptions: Equatable {
  var limit = GrowthRun.sizes[GrowthRun.sizes.count - 1]
  /// The collections, by name; empty for all.
  var collections: [String] = []
  /// The file that gets the findings.
  var json: String?
}

/// Measures how operations grow with the size of collections.
enum GrowthCommand {
  static let collectionNames = [
    "ORSet", "ORMap", "OrderedORSet", "OrderedORMap", "MovableList", "ReplicatedText",
  ]

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> GrowthOptions {
    var words = OptionWords(arguments, command: "--growth")
    var options = GrowthOptions()
    while let option = try words.next() {
      switch option {
      case "--growth": continue
      case "--growth-limit":
        options.limit = try words.number(
          try words.value(of: option), option, GrowthRun.sizes[1]...1_000_000)
      case "--collections":
        let value = try words.value(of: option)
        options.collections = value.split(separator: ",").map(String.init)
        guard options.collections.allSatisfy(collectionNames.contains) else {
          throw .malformedValue(
            value, option: option, expected: collectionNames.joined(separator: ","))
        }
      case "--json": options.json = try words.value(of: option)
      default: throw .unknownOption(option, command: "--growth")
      }
    }
    return options
  }

  static func run(_ options: GrowthOptions) throws -> ExitCode {
    let run = GrowthRun(limit: options.limit)
    Terminal.printLine(GrowthTable.head(run.sizes))
    let measurements: [(String, () throws -> [GrowthRun.Finding])] = [
      ("ORSet", { try run.measure(GrowthCollections.set) }),
      ("ORMap", { try run.measure(GrowthCollections.map) }),
      ("OrderedORSet", { try run.measure(GrowthCollections.orderedSet) }),
      ("OrderedORMap", { try run.measure(GrowthCollections.orderedMap) }),
      ("MovableList", { try run.measure(GrowthCollections.list) }),
      ("ReplicatedText", { try run.measure(GrowthCollections.text) }),
    ]
    var findings: [GrowthRun.Finding] = []
    for (name, measure) in measurements
    where options.collections.isEmpty || options.collections.contains(name) {
      let found = try measure()
      for finding in found { Terminal.printLine(GrowthTable.line(of: finding, run.sizes)) }
      findings += found
    }
    if let path = options.json {
      let records = findings.map { GrowthTable.record(of: $0) }
      try OutputFile.write(
        JSONWriter.indented(RecordFile.json(of: records, seconds: 0)) + "\n", to: path)
    }
    let faults = findings.count(where: \.isFault)
    if faults > 0 { Terminal.printLine("\(faults) operations grow faster than a logarithm") }
    return faults == 0 ? .held : .failed
  }
}

/// The table of growth, a line for each operation.
enum GrowthTable {
  static func head(_ sizes: [Int]) -> String {
    "µs of one operation".padded(42)
      + sizes.map { Figure.thousands($0).padded(12, isRight: true) }.joined()
      + "exponent".padded(10, isRight: true)
  }

  static func line(of finding: GrowthRun.Finding, _ sizes: [Int]) -> String {
    let times = sizes.map { size in
      finding.fit.points.first { $0.size == size }.map { Figure.number($0.seconds * 1e6) } ?? "–"
    }
    let exponent = Figure.fixed(finding.fit.exponent, places: 2)
    let line =
      (finding.collection.padded(16) + finding.operation).padded(42)
      + times.map { $0.padded(12, isRight: true) }.joined() + exponent.padded(10, isRight: true)
    if let size = finding.stoppedBefore {
      return line + "  FAULT: filling \(Figure.thousands(size)) would take too long"
    }
    return finding.isFault
      ? line + "  FAULT, last \(Figure.fixed(finding.fit.lastExponent, places: 2))" : line
  }

  static func record(of finding: GrowthRun.Finding) -> BenchRecord {
    BenchRecord(
      "growth", "\(finding.collection) \(finding.operation)", nil,
      [
        ("sizes", .array(finding.fit.points.map { .integer($0.size) })),
        ("seconds", .array(finding.fit.points.map { .double($0.seconds) })),
        ("exponent", .double(finding.fit.exponent)), ("ok", .bool(!finding.isFault)),
      ])
  }
}
