// SPDX-License-Identifier: Apache-2.0

/// Writes down a run in the history format, with what the model expects.
///
/// The format knows no restart. A delivery that was waiting when its replica restarted had no
/// effect at all, so its lines are taken back, and what remains replays alike without a restart.
struct HistoryRecorder {
  private var header: History
  private var steps: [History.Step] = []

  /// A recorder for a script's history.
  init(_ script: Script) {
    let names = (0..<script.replicaCount).map { ScriptText.name(ofReplica: $0) }
    header = History(
      seed: Int64(bitPattern: script.seed), replicas: names, fields: script.fields, firstLine: 1,
      lines: [])
  }

  /// Adds a step.
  mutating func record(_ step: History.Step) {
    steps.append(step)
  }

  /// Takes back the deliveries of these changes to a replica.
  mutating func takeBack(_ changes: [History.ChangeReference], at replica: Int) {
    steps.removeAll { step in
      guard case .deliver(let change, let target) = step else { return false }
      return target == replica && changes.contains(change)
    }
  }

  /// The history so far, as a file would hold it.
  func history() -> History {
    var history = header
    history.lines = steps.enumerated().map { History.Line(number: $0.offset + 2, step: $0.element) }
    return history
  }
}
