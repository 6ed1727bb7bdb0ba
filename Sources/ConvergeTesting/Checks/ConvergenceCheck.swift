// SPDX-License-Identifier: Apache-2.0

import Converge

/// `convergence`: replicas that have applied everything show the same.
enum ConvergenceCheck {
  /// Compares all replicas with the first.
  ///
  /// - Returns: what the first shows of each field; nil where nothing was done to it.
  static func run(in world: inout World) throws(CheckFailure) -> [JSONValue?] {
    world.counts.check(.convergence)
    if world.app != nil { try runOnAllFields(in: world) }
    var states: [JSONValue?] = []
    states.reserveCapacity(world.fields.count)
    for (index, field) in world.fields.enumerated() {
      guard world.model.isTouched(index) else {
        states.append(nil)
        continue
      }
      let expected = field.state(in: world.documents[0])
      states.append(expected)
      for replica in world.documents.indices.dropFirst() {
        let shown = field.state(in: world.documents[replica])
        if let difference = Difference.first(expected: expected, shown: shown) {
          throw CheckFailure(
            .convergence, replica: replica,
            "field \"\(field.name)\" against replica A: \(difference)")
        }
      }
    }
    return states
  }

  /// Compares all that the replicas hold, whether a script names the fields or not.
  private static func runOnAllFields(in world: World) throws(CheckFailure) {
    let expected = ShownState.of(world.documents[0])
    for replica in world.documents.indices.dropFirst() {
      let shown = ShownState.of(world.documents[replica])
      if let difference = Difference.first(expected: expected, shown: shown) {
        throw CheckFailure(
          .convergence, replica: replica, "against the first replica: \(difference)")
      }
    }
  }
}
