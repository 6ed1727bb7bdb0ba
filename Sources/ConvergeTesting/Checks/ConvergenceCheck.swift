// SPDX-License-Identifier: Apache-2.0

import Converge

/// `convergence`: replicas that have applied everything show the same.
enum ConvergenceCheck {
  /// Compares replicas with the first of them.
  ///
  /// - Returns: what the first shows of each field; nil where nothing was done to it.
  static func run(
    _ replicas: some Collection<Int>, in world: inout World
  ) throws(CheckFailure) -> [JSONValue?] {
    guard let first = replicas.first else { return [] }
    let name = ScriptText.name(ofReplica: first)
    world.counts.check(.convergence)
    if world.app != nil { try runOnAllFields(in: world) }
    var states: [JSONValue?] = []
    states.reserveCapacity(world.fields.count)
    for index in world.fields.indices {
      guard world.isTouched(index) else {
        states.append(nil)
        continue
      }
      let expected = world.state(of: index, at: first)
      states.append(expected)
      for replica in replicas.dropFirst() {
        let shown = world.state(of: index, at: replica)
        if let difference = Difference.first(expected: expected, shown: shown) {
          throw CheckFailure(
            .convergence, replica: replica,
            "field \"\(world.fields[index].name)\" against replica \(name): \(difference)")
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
