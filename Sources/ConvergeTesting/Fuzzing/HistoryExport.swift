// SPDX-License-Identifier: Apache-2.0

/// Writes the fuzzer's own histories down, for others to replay.
///
/// The states in them are the model's, so an implementation that replays them checks the model.
package struct HistoryExport: Sendable, Equatable {
  /// Which histories are made, and how many.
  package var options = FuzzOptions()
  /// Whether elements of lists are only inserted and removed.
  package var isPlain = false

  /// An export of what the options ask for.
  package init(options: FuzzOptions = FuzzOptions(), isPlain: Bool = false) {
    self.options = options
    self.isPlain = isPlain
  }

  /// How many histories there are.
  package var count: Int {
    if case .count(let count) = options.extent { count } else { FuzzOptions.defaultCount }
  }

  /// The lines of one history, counted from 0, and the check that failed while it ran, if any.
  package func history(_ number: Int) -> (lines: [String], failure: CheckFailure?) {
    let seed = (options.seed &+ UInt64(number)) & UInt64(Int64.max)
    var generator = options.generator
    // The format knows no members.
    generator.collectingPercent = 0
    var script = generator.script(seed: seed)
    if isPlain { script.steps = script.steps.compactMap { plain($0, script.fields) } }
    let result = ScriptRun.run(script, isRecorded: true)
    return (result.history.map { HistoryWriter.lines(of: $0) } ?? [], result.failure)
  }

  /// A step without moves and replacements of list elements; nil where nothing else is left.
  private func plain(_ step: ScriptStep, _ fields: [HistoryField]) -> ScriptStep? {
    guard case .edit(var edit) = step else { return step }
    edit.calls.removeAll { call in
      fields[call.field].kind == .list && !CallResolver.insertsOrRemoves(listChoice: call.choice)
    }
    return edit.calls.isEmpty ? nil : .edit(edit)
  }
}
