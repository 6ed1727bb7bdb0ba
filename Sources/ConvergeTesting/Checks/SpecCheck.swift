// SPDX-License-Identifier: Apache-2.0

import Converge

/// `spec`: what a replica shows is what the naive model says.
enum SpecCheck {
  /// Compares all fields of one replica that anything was done to.
  static func run(_ replica: Int, in world: inout World) throws(CheckFailure) {
    world.counts.checks += 1
    for (index, field) in world.fields.enumerated() where world.model.isTouched(index) {
      let expected = world.model.state(of: index, at: replica)
      let shown = field.state(in: world.documents[replica])
      if let difference = Difference.first(expected: expected, shown: shown) {
        throw CheckFailure(.spec, replica: replica, "field \"\(field.name)\": \(difference)")
      }
      guard case .register(let register) = field else { continue }
      let conflicts = world.documents[replica][register].conflicts.map { JSONValue($0) }
      if let difference = Difference.first(
        expected: .array(world.model.conflicts(of: index, at: replica)), shown: .array(conflicts))
      {
        throw CheckFailure(
          .spec, replica: replica, "conflicts of field \"\(field.name)\": \(difference)")
      }
    }
  }
}
