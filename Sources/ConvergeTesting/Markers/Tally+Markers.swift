// SPDX-License-Identifier: Apache-2.0

/// For each marker the number of histories that reached it.
extension Tally where Thing == Marker {
  /// Counts one history.
  mutating func add(_ reached: MarkerSet) {
    for marker in Marker.allCases where reached.contains(marker) { add(marker) }
  }

  /// The markers that no history reached.
  package var unreached: [Marker] { Marker.allCases.filter { self[$0] == 0 } }

  /// The counts in lines of text.
  var lines: [String] {
    let width = 24
    let reached = Marker.allCases.count - unreached.count
    return ["markers    \(reached) of \(Marker.allCases.count) reached"]
      + entries.map { name, count in
        "  \(name)\(String(repeating: " ", count: width - name.count))\(count)"
      }
  }
}
