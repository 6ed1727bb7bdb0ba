// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation

/// `run` and `collect`: run histories on all cores until the count or the time is reached, a check
/// fails that is to end it all, or someone stops it.
struct CampaignCommand<Histories: SeededHistories> {
  private typealias State = Campaign<Histories>.State

  /// How many histories pass between two lines of progress.
  private static var stride: Int { 16 }
  /// How many seconds pass between two checkpoints: what is lost when the power fails.
  private static var checkpointInterval: Double { 10 }

  /// The command's name.
  let name: String
  let options: FuzzOptions
  let histories: Histories
  /// A failure as the report holds it.
  let failureJSON: (Histories.Failure) -> JSONValue

  private var jobs: Int { options.jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Runs the campaign and prints its report; then does with the failures what else is to be done.
  func run(
    _ json: JSONDestination?,
    finally: (CampaignReport<Histories.Counts>, [Histories.Failure]) throws(InputError) -> Void = {
      _, _ throws(InputError) in
    }
  ) async throws(InputError) -> ExitCode {
    Interruption.begin()
    TrapReport.begin()
    var state = try begin()
    let campaign = Campaign(histories, seed: options.seed, shard: options.shard)
    let checkpointError = await run(campaign, &state)
    Terminal.endProgress()
    let failures = await campaign.shrunkFailures(state, jobs: jobs, willRun: TrapReport.note)
    let report = CampaignReport(
      command: name, options: options, state: state, isComplete: isComplete(state),
      failures: failures.map(failureJSON))
    // The text comes first, and one file that cannot be written does not keep back another.
    var faults = checkpointError.map { [$0] } ?? []
    do { try Files.write(report.lines, report.json, to: json) } catch { faults.append(error) }
    do { try finally(report, failures) } catch { faults.append(error) }
    for fault in faults.dropLast() { Terminal.warn("\(fault)") }
    if let fault = faults.last { throw fault }
    if report.failureCount > 0 || !report.unreached.isEmpty { return .failed }
    return report.isComplete ? .held : Interruption.exitCode ?? .held
  }

  /// The state to begin with: that of the checkpoint, where there is one.
  private func begin() throws(InputError) -> State {
    guard let file = options.checkpoint else { return State() }
    guard Files.exists(file) else {
      // What cannot be written shows now, not after hours.
      try save(State())
      return State()
    }
    let bytes = try Files.read(file)
    do {
      return try CampaignCheckpoint.state(
        try JSONParser.parse(bytes), command: name, options: options)
    } catch let error as CheckpointError {
      throw .checkpoint(file, error)
    } catch {
      throw .unreadable(file, reason: "\(error)")
    }
  }

  /// Runs the campaign to its end or until it is stopped.
  ///
  /// - Returns: Why checkpoints could not be written, when that is so: the run goes on without.
  private func run(_ campaign: Campaign<Histories>, _ state: inout State) async -> InputError? {
    let start = ContinuousClock.now
    let secondsBefore = state.seconds
    var secondsSaved = state.seconds
    var fault: InputError?
    func keep(_ state: State) {
      guard fault == nil, options.checkpoint != nil else { return }
      secondsSaved = state.seconds
      do {
        try save(state)
      } catch {
        fault = error
        Terminal.endProgress()
        Terminal.warn("\(error); the run goes on without")
      }
    }
    await campaign.run(&state, to: options.end, jobs: jobs, willRun: TrapReport.note) { state in
      state.seconds = secondsBefore + (ContinuousClock.now - start).inSeconds
      if state.counts.histories % Self.stride == 0 { showProgress(state) }
      if state.seconds - secondsSaved >= Self.checkpointInterval { keep(state) }
      return goesOn(state)
    }
    keep(state)
    return fault
  }

  private func goesOn(_ state: State) -> Bool {
    !Interruption.isRequested && !(options.stopsAtFailure && state.failureCount > 0)
      && !isTimeOver(state)
  }

  private func isTimeOver(_ state: State) -> Bool {
    if case .seconds(let seconds) = options.extent {
      state.seconds >= Double(seconds)
    } else {
      false
    }
  }

  private func isComplete(_ state: State) -> Bool {
    state.position == options.end || isTimeOver(state)
  }

  private func save(_ state: State) throws(InputError) {
    guard let file = options.checkpoint else { return }
    let json = CampaignCheckpoint.json(state, command: name, options: options)
    try Files.replace(file, with: [JSONWriter.indented(json)])
  }

  private func showProgress(_ state: State) {
    guard Terminal.showsProgress else { return }
    let goal = if case .count = options.extent { " of \(options.end)" } else { "" }
    let rate = state.seconds > 0 ? Double(state.counts.histories) / state.seconds : 0
    Terminal.showProgress(
      "\(state.counts.histories)\(goal) histories, \(Int(rate)) a second, "
        + "\(state.failureCount) failed")
  }
}

extension Duration {
  /// This duration as a number of seconds.
  var inSeconds: Double { self / .seconds(1) }
}
