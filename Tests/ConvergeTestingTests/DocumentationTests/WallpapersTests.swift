// SPDX-License-Identifier: Apache-2.0

// Example: fuzzing it
import Converge
import ConvergeTesting
import Testing

@Suite struct WallpapersTests {
  static let fuzz = Fuzz(Wallpapers(), devices: ["phone", "pad", "watch"]) {
    $0.action("star a wallpaper") { document, random in
      document.star(random.one(of: "fog", "dune", "harbour"))
    }
    $0.action("drag to the top") { document, random in
      guard let name = random.element(of: document.order.elements) else { return }
      document.dragToTop(name)
    }
    $0.action("throw away") { document, random in
      guard let name = random.element(of: document.order.elements) else { return }
      document.throwAway(name)
    }
    $0.edit("empty the trash") { edit, _ in
      edit.trash.removeAll()
    }
    $0.invariant("the order holds exactly the favourites, each once") { document in
      document.favorites.elements == document.order.elements.sorted()
    }
    $0.repair("rescue favourites from the trash") { document in
      document.rescueFavorites()
    }
    $0.invariant("no favourite is in the trash", when: .settled) { document in
      document.trash.elements.allSatisfy { !document.favorites.contains($0) }
    }
  }

  @Test func `wallpapers hold together on all devices`() throws {
    try Self.fuzz.run(seeds: 1...100)
  }
}
// End of example
