// SPDX-License-Identifier: Apache-2.0

/// Times work by the workloads' rules: untimed runs first, then timed ones, each on fresh state.
struct Stopwatch {
  /// The fewest timed runs, however long they take.
  static let fewestRuns = 3
  /// The timed seconds after which no further run is made, as with the peers.
  static let budget = 60.0

  var runs: Int

  /// What the last run made, and how long all took.
  struct Result<State, Output> {
    let timing: Timing
    let state: State
    let output: Output
  }

  /// Times work on a state that is made anew, and given back, outside the clock.
  func time<State, Output>(
    runs: Int? = nil, warmUps: Int = 1, on makeState: () throws -> State,
    _ work: (inout State) throws -> Output
  ) rethrows -> Result<State, Output> {
    let runs = max(1, runs ?? self.runs)
    let clock = ContinuousClock()
    var seconds: [Double] = []
    var remainingWarmUps = warmUps
    while true {
      var state = try makeState()
      let start = clock.now
      let output = try work(&state)
      let elapsed = (clock.now - start) / .seconds(1)
      if remainingWarmUps > 0, elapsed <= Self.budget {
        remainingWarmUps -= 1
        continue
      }
      remainingWarmUps = 0
      seconds.append(elapsed)
      let isSpent =
        seconds.count >= min(Self.fewestRuns, runs) && seconds.reduce(0, +) > Self.budget
      if seconds.count >= runs || isSpent {
        return Result(timing: Timing(seconds: seconds), state: state, output: output)
      }
    }
  }

  /// Times work that makes all that it needs.
  func time<Output>(
    runs: Int? = nil, warmUps: Int = 1, _ work: () throws -> Output
  ) rethrows -> Result<Void, Output> {
    try time(runs: runs, warmUps: warmUps, on: { () }, { _ in try work() })
  }
}
