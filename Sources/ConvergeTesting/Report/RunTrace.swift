// SPDX-License-Identifier: Apache-2.0

/// Collects what happens in a world while it runs.
///
/// What a replica shows after an event is read when the next one comes: by then it is done.
struct RunTrace {
  /// The replicas' names.
  var lanes: [String]
  /// The step that runs, nil in the final exchange.
  var step: Int?
  private(set) var events: [RunEvent] = []
  /// What each replica showed of each field after its last event.
  private var shown: [JSONValue]
  private var isOpen = false

  /// A trace of replicas that show nothing yet.
  init(lanes: [String], fields: [HistoryField]) {
    self.lanes = lanes
    let empty = JSONValue.object(
      fields.map { JSONMember($0.name, PlainEffect.emptyState(of: $0.kind)) })
    shown = Array(repeating: empty, count: lanes.count)
  }

  /// Completes the last event by what its replica shows now.
  mutating func close(_ state: (Int) -> JSONValue) {
    guard isOpen, let event = events.last else { return }
    isOpen = false
    let state = state(event.replica)
    guard case .object(let members) = state else { return }
    for member in members where member.value != shown[event.replica][member.name] {
      events[events.count - 1].shows.append(
        "\(member.name) = \(JSONWriter.compact(member.value))")
    }
    shown[event.replica] = state
  }

  /// Adds an event at the step that runs.
  mutating func append(_ kind: RunEvent.Kind, at replica: Int, _ words: [String]) {
    events.append(RunEvent(step: step, replica: replica, kind: kind, words: words))
    isOpen = true
  }

  /// Whether something was noted of the step that runs.
  var hasEventOfStep: Bool { events.last.map { $0.step == step } ?? false }
}

extension World {
  /// Completes the last event, where the run is traced; before anything else happens.
  mutating func closeEvent() {
    guard trace != nil else { return }
    let (fields, documents) = (fields, documents)
    trace?.close { replica in
      fields.isEmpty
        ? ShownState.of(documents[replica])
        : .object(
          fields.map { JSONMember($0.name, $0.state(in: documents[replica])) })
    }
  }

  /// Notes an event, where the run is traced; the words are made only then.
  mutating func note(
    _ kind: RunEvent.Kind, at replica: Int, _ words: @autoclosure () -> [String]
  ) {
    guard trace != nil else { return }
    closeEvent()
    trace?.append(kind, at: replica, words())
  }

  /// Notes an edit before it is made, so that one in which a check fails is told too.
  ///
  /// The calls are those that the model gets to.
  mutating func note(_ edit: ScriptEdit, isAbandoned: Bool) {
    guard trace != nil else { return }
    var model = model
    var words: [String] = []
    if (try? model.beginChange(edit.replica, wall: edit.wall)) != nil {
      for scripted in edit.calls {
        guard
          let call = resolver.resolve(
            scripted,
            count: {
              isModelled[$0]
                ? model.count(of: $0, in: $1, at: edit.replica)
                : count(of: $0, in: $1, at: edit.replica)
            })
        else { continue }
        words.append(CallWords.sentence(call, fields: model.fields))
        guard isModelled[call.field] else { continue }
        guard (try? model.perform(call, by: edit.replica)) != nil else { break }
      }
    }
    if isAbandoned {
      note(
        .noted, at: edit.replica,
        ["begins a transaction that throws, so nothing may change"] + words)
    } else {
      let reference = History.ChangeReference(
        replica: edit.replica, number: changes[edit.replica].count + 1)
      note(.made(reference), at: edit.replica, words)
    }
  }

  /// What was traced, and what all replicas show now; nil where nothing was.
  ///
  /// - Parameters:
  ///   - script: the script that ran.
  ///   - failure: the check that did not hold; its step is told even if nothing was noted of it.
  /// - Returns: the record.
  mutating func record(of script: Script, _ failure: CheckFailure?) -> RunRecord? {
    if let step = failure?.step, let trace, !trace.hasEventOfStep {
      note(
        .noted, at: script.steps[step].replica, [ScriptText.line(script.steps[step], script)])
    }
    closeEvent()
    guard let trace else { return nil }
    guard !fields.isEmpty else { return recordOfApp(trace, failure) }
    var states: [RunRecord.ReplicaState] = []
    for (replica, document) in documents.enumerated() {
      states.append(
        RunRecord.ReplicaState(
          applied: model.applied(at: replica), shown: fields.map { $0.state(in: document) },
          expected: hasMembers
            ? fields.map { $0.state(in: shadows[replica]) } : model.state(at: replica)))
    }
    return RunRecord(
      lanes: trace.lanes, fields: fields.map(\.name), events: trace.events, failure: failure,
      states: states)
  }

  /// The same for an app's documents, of whose fields the model knows nothing.
  private func recordOfApp(_ trace: RunTrace, _ failure: CheckFailure?) -> RunRecord {
    let shown = documents.map { ShownState.of($0) }
    var names: [String] = []
    for case .object(let members) in shown {
      for member in members where !names.contains(where: { $0.hasSameBytes(as: member.name) }) {
        names.append(member.name)
      }
    }
    let states = shown.enumerated().map { replica, state in
      RunRecord.ReplicaState(
        applied: model.applied(at: replica), shown: names.map { state[$0] ?? .null })
    }
    return RunRecord(
      lanes: trace.lanes, fields: names, events: trace.events, failure: failure, states: states,
      firstStep: 1)
  }
}
