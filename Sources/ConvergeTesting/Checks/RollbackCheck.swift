// SPDX-License-Identifier: Apache-2.0

import Converge

/// `rollback`: a transaction that throws leaves everything as it was, the clock included.
enum RollbackCheck {
  private enum Abandoned: Error {
    case onPurpose
    case failed(CheckFailure)
  }

  /// Makes an edit's calls and then throws.
  static func run(_ edit: ScriptEdit, in world: inout World) throws(CheckFailure) {
    world.counts.check(.rollback)
    let replica = edit.replica
    let before = world.documents[replica].snapshot()
    let clock = world.documents[replica].timestamp
    // The model's replica goes on as if nothing had been tried.
    var model = world.model
    var shown = world.shown[replica]
    let (fields, isModelled) = (world.fields, world.isModelled)
    let (resolver, checksIntent) = (world.resolver, IntentCheck.isPromised(by: replica, in: world))
    world.documents[replica].clock = .fixed(edit.wall)
    do throws(Abandoned) {
      try world.documents[replica].edit { (transaction) throws(Abandoned) in
        do {
          _ = try model.beginChange(replica, wall: edit.wall)
          var calls: [Call] = []
          try EditStep.perform(
            edit, in: transaction, showing: &shown, model: &model,
            isModelled: isModelled, fields: fields, resolver: resolver,
            checksIntent: checksIntent, made: &calls)
        } catch let failure as CheckFailure {
          throw .failed(failure)
        } catch {
          throw .failed(CheckFailure(.clock, replica: replica, "\(error)"))
        }
        throw .onPurpose
      }
    } catch {
      if case .failed(let failure) = error { throw failure }
    }
    try compare(before, clock, replica, in: world)
  }

  /// Does an app's action in a transaction that throws in the end, where it is one transaction.
  static func run(
    _ scripted: ScriptAction, of edit: ScriptEdit, in world: inout World
  ) throws(CheckFailure) {
    guard let action = world.app?.action(scripted.index), let abandon = action.abandon else {
      return
    }
    world.counts.check(.rollback)
    world.counts.abandons += 1
    let replica = edit.replica
    let before = world.documents[replica].snapshot()
    let clock = world.documents[replica].timestamp
    var random = scripted.source(isTold: world.isTold)
    world.documents[replica].clock = .fixed(edit.wall)
    let outcome = abandon(&world.documents[replica], &random)
    world.drawn[edit.label] = random.drawn
    if case .threw(let error) = outcome {
      throw CheckFailure(.action, replica: replica, "threw \(error)", rule: action.name)
    }
    try compare(before, clock, replica, in: world)
  }

  private static func compare(
    _ before: [UInt8], _ clock: HybridTimestamp, _ replica: Int, in world: World
  ) throws(CheckFailure) {
    guard world.documents[replica].timestamp == clock else {
      throw CheckFailure(.rollback, replica: replica, "the clock moved")
    }
    try BytesCheck.compare(
      before, world.documents[replica].snapshot(), .rollback, replica: replica,
      "the state after a transaction that threw")
  }
}
