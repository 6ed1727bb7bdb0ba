// SPDX-License-Identifier: Apache-2.0

// Example: readme
import Converge
import Foundation
// End of example
import Testing

/// The program of the README, between marks that `CodeExample` reads.
struct ReadmeExample {
  /// Runs it; `assert` is the one below.
  func run() -> (favorites: [String], theme: String) {
    // Example: readme
    struct Wallpapers: Schema {
      let favorites = Field("favorites", OrderedORSet<String>.self)
      let theme = Field("theme", LWWRegister<String>.self, default: "system")
      let tags = Field("tags", ORSet<String>.self)
    }

    var random = SystemRandomNumberGenerator()
    let clock = WallClock { Int64(Date().timeIntervalSince1970 * 1_000) }

    var phone = Document(Wallpapers(), replica: .random(using: &random), clock: clock)
    var pad = phone.fork(as: .random(using: &random))

    // Both are offline.
    let starred = phone.edit { $0.favorites.insert("harbour", at: 0) }
    let sorted = pad.edit {
      $0.theme.set("dark")
      $0.favorites.insert("fog", at: 0)
    }

    // Later, in any order, as often as you like.
    phone.apply(sorted)
    pad.apply(starred)
    pad.apply(starred)

    assert(phone.favorites.elements == pad.favorites.elements)
    assert(phone.favorites.contains("harbour") && phone.favorites.contains("fog"))
    assert(phone.theme.value == "dark")
    assert(phone.snapshot() == pad.snapshot())
    // End of example
    return (phone.favorites.elements, pad.theme.value)
  }

  private func assert(_ condition: Bool, _ location: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: location)
  }
}
