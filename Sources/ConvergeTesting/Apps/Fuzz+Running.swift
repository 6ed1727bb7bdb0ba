// SPDX-License-Identifier: Apache-2.0

extension Fuzz {
  /// Runs histories made from consecutive seeds, up to the first that fails.
  ///
  /// - Parameter seeds: The seeds; one seed makes one history, on every machine.
  /// - Returns: What was done.
  /// - Throws: `FuzzFailure`: the failure, made small.
  /// - Precondition: There is an action.
  @discardableResult
  public func run(seeds: ClosedRange<UInt64> = 1...100) throws(FuzzFailure) -> FuzzSummary {
    precondition(!rules.actions.isEmpty, "An app that does nothing cannot be fuzzed.")
    let generator = ScriptGenerator(
      replicas: 2...devices.count, actions: actions, weights: rules.actions.map(\.weight))
    let fuzzer = Fuzzer(generator: generator, app: rules)
    var counts = RunCounts()
    var changed = Array(repeating: 0, count: rules.actions.count)
    for seed in seeds {
      let result = fuzzer.result(seed: seed)
      counts += result.counts
      for (index, count) in result.actionCounts.enumerated() { changed[index] += count }
      if let failed = result.failure {
        var failure = fuzzer.shrunk(failed, of: result, seed: seed)
        failure.names = names
        throw failure
      }
    }
    return FuzzSummary(
      histories: counts.histories, checks: counts.checks,
      actions: zip(rules.actions, changed).map { (name: $0.name, changed: $1) })
  }

  /// Runs the history of one seed.
  ///
  /// - Returns: What was done.
  /// - Throws: `FuzzFailure`: the failure, made small.
  /// - Precondition: There is an action.
  @discardableResult
  public func run(seed: UInt64) throws(FuzzFailure) -> FuzzSummary {
    try run(seeds: seed...seed)
  }

  /// What a failure calls devices and actions.
  var names: AppNames {
    AppNames(devices: devices, actions: rules.actions.map(\.name))
  }
}
