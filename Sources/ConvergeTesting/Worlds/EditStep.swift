// SPDX-License-Identifier: Apache-2.0

import Converge

/// Makes one transaction's calls on a document and on the model, call by call.
enum EditStep {
  /// A committed transaction.
  struct Outcome {
    var change: Change
    var stamp: Stamp
    /// The calls made, the one that failed included.
    var calls: [Call]
    /// Set when a call did something else than its user asked for; then the run ends.
    var failure: CheckFailure?
  }

  /// Commits an edit that has a call to make, where it is known what the document shows.
  ///
  /// A call that did something else than its user asked for is in the outcome: it is to be written
  /// down before the run ends with it.
  ///
  /// - Throws: `CheckFailure` when no change could be made.
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
        try perform(
          edit, in: transaction, showing: &shown, model: &model,
          isModelled: isModelled, fields: fields, resolver: resolver,
          checksIntent: checksIntent, made: &calls)
      } catch {
        failure = error
      }
    }
    guard let change else {
      throw failure
        ?? CheckFailure(.outcome, replica: replica, "an edit with calls made no change")
    }
    return Outcome(change: change, stamp: stamp, calls: calls, failure: failure)
  }

  /// Makes an edit's calls inside a transaction, and on the model's change begun last.
  ///
  /// The calls are added as they are made, one that fails too.
  static func perform(
    _ edit: ScriptEdit, in transaction: Transaction<NoSchema>, showing shown: inout [JSONValue?],
    model: inout NaiveModel, isModelled: [Bool], fields: [DocumentField],
    resolver: CallResolver, checksIntent: Bool, made calls: inout [Call]
  ) throws(CheckFailure) {
    let replica = edit.replica
    let scriptCalls = edit.calls
    calls.reserveCapacity(scriptCalls.count)
    for scriptCall in scriptCalls {
      let call = resolver.resolve(scriptCall) { field, path in
        guard !isModelled[field] else { return model.count(of: field, in: path, at: replica) }
        return CallRange.count(of: CallRange.shown(in: path, fields[field].state(in: transaction)))
      }
      guard let call else { continue }
      calls.append(call)
      let field = fields[call.field]
      // What one call leaves of a field is what the next one finds, if nothing came in between.
      let before = shown[call.field].take() ?? field.state(in: transaction)
      do {
        if isModelled[call.field] { try model.perform(call, by: replica) }
        try field.perform(call, in: transaction, shown: before)
      } catch {
        throw CheckFailure(.spec, replica: replica, "\(error), which the model shows")
      }
      let after = field.state(in: transaction)
      if checksIntent {
        try IntentCheck.run(
          call, model.fields[call.field], before: before, after: after, replica: replica)
      }
      shown[call.field] = after
    }
  }
}
