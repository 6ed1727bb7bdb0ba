// SPDX-License-Identifier: Apache-2.0

import Converge

/// `convergence`: replicas that have applied everything show the same.
enum ConvergenceCheck {
  /// Compares all replicas with the first.
  static func run(in world: inout World) throws(CheckFailure) {
    world.counts.checks += 1
    for (index, field) in world.fields.enumerated() where world.model.isTouched(index) {
      let expected = field.state(in: world.documents[0])
      for replica in world.documents.indices.dropFirst() {
        let shown = field.state(in: world.documents[replica])
        if let difference = Difference.first(expected: expected, shown: shown) {
          throw CheckFailure(
            .convergence, replica: replica,
            "field \"\(field.name)\" against replica A: \(difference)")
        }
      }
    }
  }
}
