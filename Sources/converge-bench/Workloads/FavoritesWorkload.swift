// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting

/// W7: favourites in a set, toggled.
struct FavoritesWorkload {
  private typealias SetDocument = Document<FavoriteFields>

  func run(in session: inout BenchSession) throws {
    session.check(MapWork.favoritesFacts)
    let (toggles, present) = MapWork.toggles
    let toggling = session.stopwatch.time(
      on: { ReplicaGroup().document(FavoriteFields()) },
      { document in
        document.edit {
          let favorites = $0.favorites
          for toggle in toggles {
            toggle.isInsert ? favorites.insert(toggle.key) : favorites.remove(toggle.key)
          }
        }
      })
    let document = toggling.state
    session.add(
      "W7", "favorites: 100k toggles, one commit", toggling.timing, operations: toggles.count,
      [("ok", .bool(Set(document.favorites) == present))])
    for form in DocumentForm.allCases {
      let bytes = form.encode(document)
      let loading = try session.stopwatch.time {
        try form.load(bytes, of: document.id, FavoriteFields()).favorites.elements
      }
      session.add(
        "W7", "favorites: import \(form.rawValue) + read", loading.timing,
        [("bytes", .integer(bytes.count)), ("ok", .bool(loading.output == present.sorted()))])
    }
  }
}

/// A document of favourites without an order.
struct FavoriteFields: Schema {
  let favorites = Field("favorites", ORSet<String>.self)
}
