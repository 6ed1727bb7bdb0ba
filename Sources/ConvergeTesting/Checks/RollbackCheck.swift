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
    let fields = world.fields
    let resolver = world.resolver
    world.documents[replica].clock = .fixed(edit.wall)
    do throws(Abandoned) {
      try world.documents[replica].edit { (transaction) throws(Abandoned) in
        do {
          _ = try model.beginChange(replica, wall: edit.wall)
          _ = try EditStep.perform(
            edit, in: transaction, model: &model, fields: fields, resolver: resolver)
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
    guard world.documents[replica].timestamp == clock else {
      throw CheckFailure(.rollback, replica: replica, "the clock moved")
    }
    try BytesCheck.compare(
      before, world.documents[replica].snapshot(), .rollback, replica: replica,
      "the state after a transaction that threw")
  }
}
