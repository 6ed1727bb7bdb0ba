// SPDX-License-Identifier: Apache-2.0

import Converge

/// Makes one transaction's calls on a document and on the model, call by call.
enum EditStep {
  /// A committed transaction.
  struct Outcome {
    var change: Change
    var stamp: Stamp
    var calls: [Call]
  }

  /// Commits an edit that has a call to make, where it is known what the document shows.
  ///
  /// - Throws: `CheckFailure` when a call did something else than its user asked for.
  static func run(
    _ edit: ScriptEdit, on document: inout ReplicatedDocument, showing shown: inout [JSONValue?],
    model: inout NaiveModel, isModelled: [Bool], fields: [DocumentField],
    resolver: CallResolver, checksIntent: Bool
  ) throws(CheckFailure) -> Outcome {
    let replica = edit.replica
    let stamp: Stamp
    do {
      stamp = try model.beginChange(replica, wall: edit.wall)
    } catch {
      throw CheckFailure(.clock, replica: replica, "\(error)")
    }
    var calls: [Call] = []
    var failure: CheckFailure?
    document.clock = .fixed(edit.wall)
    // A closure that can throw has the document keep a copy; a failure ends the run anyway.
    let change = document.edit { transaction in
      do throws(CheckFailure) {
        calls = try perform(
          edit, in: transaction, showing: &shown, model: &model,
          isModelled: isModelled, fields: fields, resolver: resolver,
          checksIntent: checksIntent)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    guard let change else {
      throw CheckFailure(.outcome, replica: replica, "an edit with calls made no change")
    }
    return Outcome(change: change, stamp: stamp, calls: calls)
  }

  /// Makes an edit's calls inside a transaction, and on the model's change begun last.
  ///
  /// - Returns: the calls as they were made.
  static func perform(
    _ edit: ScriptEdit, in transaction: Transaction<NoSchema>, showing shown: inout [JSONValue?],
    model: inout NaiveModel, isModelled: [Bool], fields: [DocumentField],
    resolver: CallResolver, checksIntent: Bool
  ) throws(CheckFailure) -> [Call] {
    let replica = edit.replica
    var calls: [Call] = []
    for scriptCall in edit.calls {
      let call = resolver.resolve(scriptCall) { field, path in
        guard !isModelled[field] else { return model.count(of: field, in: path, at: replica) }
        return CallRange.count(of: CallRange.shown(in: path, fields[field].state(in: transaction)))
      }
      guard let call else { continue }
      let field = fields[call.field]
      // What one call leaves of a field is what the next one finds, if nothing came in between.
      let before = shown[call.field].take() ?? field.state(in: transaction)
      do {
        if isModelled[call.field] { try model.perform(call, by: replica) }
        try field.perform(call, in: transaction, shown: before)
      } catch {
        throw CheckFailure(.spec, replica: replica, "\(error), which the model shows")
      }
      calls.append(call)
      let after = field.state(in: transaction)
      if checksIntent {
        try IntentCheck.run(
          call, model.fields[call.field], before: before, after: after, replica: replica)
      }
      shown[call.field] = after
    }
    return calls
  }
}
