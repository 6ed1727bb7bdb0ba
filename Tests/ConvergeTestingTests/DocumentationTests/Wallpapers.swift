// SPDX-License-Identifier: Apache-2.0

// Example: the app's model
import Converge

struct Wallpapers: Schema {
  let favorites = Field("favorites", ORSet<String>.self)
  let order = Field("order", OrderedORSet<String>.self)
  let trash = Field("trash", ORSet<String>.self)
}

extension Document<Wallpapers> {
  mutating func star(_ name: String) {
    edit {
      $0.trash.remove(name)
      $0.favorites.insert(name)
      $0.order.insert(name, at: 0)
    }
  }

  mutating func dragToTop(_ name: String) {
    edit { $0.order.move(name, to: 0) }
  }

  mutating func throwAway(_ name: String) {
    edit {
      $0.favorites.remove(name)
      $0.order.remove(name)
      $0.trash.insert(name)
    }
  }

  mutating func rescueFavorites() {
    for name in self.trash.elements where self.favorites.contains(name) {
      edit { $0.trash.remove(name) }
    }
  }
}
// End of example
