// SPDX-License-Identifier: Apache-2.0

/// What a run of the fuzzer is asked to do.
package struct FuzzOptions: Sendable, Equatable {
  /// When a run ends.
  package enum Extent: Sendable, Equatable {
    /// After so many histories: the output is then a function of the options alone.
    case count(Int)
    /// After so many seconds.
    case seconds(Int)
  }

  /// How many histories a plain run makes: 15 to 30 seconds on one core of a 2-core machine.
  package static let defaultCount = 4000

  /// The seed of the first history.
  package var seed: UInt64 = 1
  /// When the run ends.
  package var extent = Extent.count(defaultCount)
  /// The numbers of replicas to draw from.
  package var replicas = ScriptGenerator.replicaLimits
  /// The numbers of calls to draw from.
  package var calls = ScriptGenerator.callLimits
  /// The fields that documents have.
  package var fields = ScriptGenerator.allFields
  /// The directory that failing histories are written to; nil for none.
  package var directory: String?

  /// The options of a plain run.
  package init() {}

  /// The generator that these options ask for.
  package var generator: ScriptGenerator {
    ScriptGenerator(replicas: replicas, calls: calls, fields: fields)
  }

  /// The command that runs one history of this run again.
  package func command(seed: UInt64) -> String {
    var words = ["converge-fuzz", "run", "--seed", "\(seed)", "--count", "1"]
    if replicas != ScriptGenerator.replicaLimits {
      words += ["--replicas", "\(replicas.lowerBound)...\(replicas.upperBound)"]
    }
    if calls != ScriptGenerator.callLimits {
      words += ["--ops", "\(calls.lowerBound)...\(calls.upperBound)"]
    }
    if fields != ScriptGenerator.allFields {
      words += ["--fields", fields.map(\.name).joined(separator: ",")]
    }
    return words.joined(separator: " ")
  }
}
