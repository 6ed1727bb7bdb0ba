// SPDX-License-Identifier: Apache-2.0

import Converge

/// `spec`: what a replica shows is what the naive model says.
enum SpecCheck {
  /// Compares all fields of one replica that anything was done to.
  ///
  /// - Parameters:
  ///   - replica: the replica.
  ///   - states: what it shows of each field, where that was read before.
  ///   - world: the run.
  /// - Throws: `CheckFailure` for the first difference.
  static func run(
    _ replica: Int, showing states: [JSONValue?] = [], in world: inout World
  ) throws(CheckFailure) {
    world.counts.check(.spec)
    for index in world.fields.indices where world.model.isTouched(index) {
      let expected = world.model.state(of: index, at: replica)
      let known = states.isEmpty ? nil : states[index]
      let shown = known ?? world.state(of: index, at: replica)
      if let difference = Difference.first(expected: expected, shown: shown) {
        throw CheckFailure(
          .spec, replica: replica, "field \"\(world.fields[index].name)\": \(difference)")
      }
    }
    for register in world.model.registerConflicts(at: replica) {
      let field = world.fields[register.field]
      let shown = world.documents.read(replica) { document in
        field.conflicts(along: register.path[...], in: document)
      }
      if let difference = Difference.first(
        expected: .array(register.conflicts), shown: shown.map { .array($0) } ?? .null)
      {
        throw CheckFailure(
          .spec, replica: replica, "conflicts in field \"\(field.name)\": \(difference)")
      }
    }
  }
}
