// SPDX-License-Identifier: Apache-2.0

import Converge

/// `intent`: a call did to what its user saw just what the user asked for.
enum IntentCheck {
  /// Whether an edit of a replica is promised to do what its user asks: others drop places without
  /// asking one that was evicted, or of whom only evicted ones have heard, and what it goes on to
  /// make may then hang on nothing.
  static func isPromised(by replica: Int, in world: World) -> Bool {
    guard world.hasMembers else { return true }
    let model = world.model
    return !world.documents[replica].isEvicted
      && model.membership.isHeardOf(replica, model.applied(at: replica), model.changes)
  }

  /// Compares a field after a call with the same call made on plain values.
  static func run(
    _ call: Call, _ field: HistoryField, before: JSONValue, after: JSONValue, replica: Int
  ) throws(CheckFailure) {
    let expected = PlainEffect.state(after: call, field, before)
    guard let difference = Difference.first(expected: expected, shown: after) else { return }
    let words = place(of: call) + CallWords.phrase(call.action)
    throw CheckFailure(
      .intent, replica: replica, "field \"\(field.name)\" after \(words): \(difference)")
  }

  private static func place(of call: Call) -> String {
    call.path.map { "\"\($0.key)\".\($0.field.name) " }.joined()
  }
}
