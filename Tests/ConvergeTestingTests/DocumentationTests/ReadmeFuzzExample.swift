// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting
import Testing

/// What the README shows of fuzzing an app.
struct ReadmeFuzzExample {
  private struct Wallpapers: Schema {
    let favorites = Field("favorites", OrderedORSet<String>.self)
  }

  @Test func `the README's app keeps its rule`() throws {
    // Example: fuzz an app
    let fuzz = Fuzz(Wallpapers()) {
      $0.edit("star a wallpaper") { edit, random in
        edit.favorites.insert(random.one(of: "fog", "dune", "harbour"), at: 0)
      }
      $0.action("drag to the top") { document, random in
        guard let name = random.element(of: document.favorites.elements) else { return }
        document.edit { $0.favorites.move(name, to: 0) }
      }
      $0.invariant("a favourite is listed once") { document in
        Set(document.favorites.elements).count == document.favorites.count
      }
    }
    try fuzz.run(seeds: 1...100)
    // End of example
  }
}
