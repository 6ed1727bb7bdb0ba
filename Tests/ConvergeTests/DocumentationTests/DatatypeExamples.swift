// SPDX-License-Identifier: Apache-2.0

import Converge
import Testing

// Example: datatypes
struct Notebook: Schema {
  let theme = Field("theme", LWWRegister<String>.self, default: "system")
  let home = Field("home", MVRegister<String>.self)
  let plays = Field("plays", PNCounter.self)
  let muted = Field("muted", EWFlag.self)
  let tags = Field("tags", ORSet<String>.self)
  let favorites = Field("favorites", OrderedORSet<String>.self)
  let places = Field("places", ORMap<String, Place>.self)
  let shelf = Field("shelf", OrderedORMap<String, Place>.self)
  let queue = Field("queue", MovableList<String>.self)
  let note = Field("note", ReplicatedText.self)
}

struct Place: Schema {
  let title = Field("title", LWWRegister<String?>.self)
  let visits = Field("visits", PNCounter.self)
  let tags = Field("tags", OrderedORSet<String>.self)
}

/// Two replicas of one document, whose clocks stand at the same time; the second has the greater
/// id.
func twoReplicas() -> (phone: Document<Notebook>, pad: Document<Notebook>) {
  let phone = Document(
    Notebook(), replica: ReplicaID(high: 1, low: 0), clock: .fixed(1_700_000_000_000))
  return (phone, phone.fork(as: ReplicaID(high: 2, low: 0)))
}

/// Brings each all that the other has applied.
func sync(_ phone: inout Document<Notebook>, _ pad: inout Document<Notebook>) {
  phone.merge(pad)
  pad.merge(phone)
}
// End of example

/// The examples of the articles on datatypes; each runs as a test.
struct DatatypeExamples {
  @Test func `of concurrent writes to a register the greater wins, and the other shows`() {
    // Example: LWWRegister
    var (phone, pad) = twoReplicas()
    phone.edit { $0.theme.set("dark") }
    pad.edit { $0.theme.set("light") }
    sync(&phone, &pad)
    assert(phone.theme.value == "light")
    assert(phone.theme.conflicts == ["dark"])

    phone.edit { $0.theme.set("dark") }
    sync(&phone, &pad)
    assert(pad.theme.value == "dark")
    assert(pad.theme.conflicts.isEmpty)
    // End of example
  }

  @Test func `a multi-value register shows all until one has seen them`() {
    // Example: MVRegister
    var (phone, pad) = twoReplicas()
    phone.edit { $0.home.set("coast") }
    pad.edit { $0.home.set("hills") }
    sync(&phone, &pad)
    assert(phone.home.values == ["coast", "hills"])

    pad.edit { $0.home.set("hills") }
    sync(&phone, &pad)
    assert(phone.home.values == ["hills"])
    // End of example
  }

  @Test func `increments add up`() {
    // Example: PNCounter
    var (phone, pad) = twoReplicas()
    phone.edit { $0.plays.increment(by: 3) }
    pad.edit { $0.plays.decrement() }
    sync(&phone, &pad)
    assert(phone.plays.value == 2)
    // End of example
  }

  @Test func `an enable wins over a concurrent disable`() {
    // Example: EWFlag
    var (phone, pad) = twoReplicas()
    phone.edit { $0.muted.enable() }
    sync(&phone, &pad)
    phone.edit { $0.muted.disable() }
    pad.edit { $0.muted.enable() }
    sync(&phone, &pad)
    assert(phone.muted.isOn)
    // End of example
  }

  @Test func `an insert wins over a concurrent removal`() {
    // Example: ORSet
    var (phone, pad) = twoReplicas()
    phone.edit { $0.tags.insert(contentsOf: ["fog", "sea"]) }
    sync(&phone, &pad)
    phone.edit { $0.tags.removeAll() }
    pad.edit { $0.tags.insert("fog") }
    sync(&phone, &pad)
    assert(phone.tags.elements == ["fog"])
    // End of example
  }

  @Test func `an element that two move stands once`() {
    // Example: OrderedORSet
    var (phone, pad) = twoReplicas()
    phone.edit { $0.favorites.insert(contentsOf: ["harbour", "fog", "dune"], at: 0) }
    sync(&phone, &pad)
    phone.edit { $0.favorites.move("dune", to: 0) }
    pad.edit { $0.favorites.move("dune", before: "fog") }
    sync(&phone, &pad)
    assert(phone.favorites.elements == ["harbour", "dune", "fog"])
    // End of example
  }

  @Test func `a removal loses to a concurrent update, and the whole record stays`() {
    // Example: ORMap, removed and updated
    var (phone, pad) = twoReplicas()
    phone.edit {
      $0.places["pier"].title.set("The pier")
      $0.places["pier"].visits.increment()
    }
    sync(&phone, &pad)
    phone.edit { $0.places.remove("pier") }
    pad.edit { $0.places["pier"].visits.increment() }
    sync(&phone, &pad)
    assert(phone.places["pier"]?.title.value == "The pier")
    assert(phone.places["pier"]?.visits.value == 2)
    // End of example
  }

  @Test func `a key created anew starts empty`() {
    // Example: ORMap, created anew
    var (phone, _) = twoReplicas()
    phone.edit {
      $0.places["pier"].title.set("The pier")
      $0.places["pier"].visits.increment(by: 5)
    }
    phone.edit { $0.places.remove("pier") }
    assert(!phone.places.contains("pier"))

    phone.edit { $0.places["pier"].visits.increment() }
    assert(phone.places["pier"]?.visits.value == 1)
    assert(phone.places["pier"]?.title.isSet == false)
    // End of example
  }

  @Test func `a fresh write clears what it saw and nothing else`() {
    // Example: ORMap, fresh
    var (phone, pad) = twoReplicas()
    phone.edit { $0.places["pier"].visits.increment(by: 5) }
    sync(&phone, &pad)
    pad.edit { $0.places["pier"].visits.increment(by: 10) }
    phone.edit {
      $0.places.remove("pier")
      $0.places["pier"].visits.increment(by: 1)
    }
    sync(&phone, &pad)
    assert(phone.places["pier"]?.visits.value == 11)
    // End of example
  }

  @Test func `a move of a record is no write`() {
    // Example: OrderedORMap
    var (phone, pad) = twoReplicas()
    phone.edit {
      $0.shelf.append("pier")
      $0.shelf.append("dune")
    }
    sync(&phone, &pad)
    phone.edit { $0.shelf.remove("pier") }
    pad.edit { $0.shelf.move("pier", to: 1) }
    sync(&phone, &pad)
    assert(phone.shelf.keys == ["dune"])

    pad.edit { $0.shelf[key: "quay"].title.set("The quay") }
    assert(pad.shelf.keys == ["dune", "quay"])
    // End of example
  }

  @Test func `place and value are written apart, and a removal is final`() {
    // Example: MovableList
    var (phone, pad) = twoReplicas()
    phone.edit { $0.queue.insert(contentsOf: ["a", "b", "c"], at: 0) }
    sync(&phone, &pad)
    phone.edit { $0.queue.move(from: 0, to: 2) }
    pad.edit { $0.queue.replace(at: 0, with: "A") }
    sync(&phone, &pad)
    assert(phone.queue.elements == ["b", "c", "A"])

    phone.edit { $0.queue.remove(at: 2) }
    pad.edit { $0.queue.move(from: 2, to: 0) }
    sync(&phone, &pad)
    assert(phone.queue.elements == ["b", "c"])
    // End of example
  }

  @Test func `what two type at one place is not mixed`() {
    // Example: ReplicatedText
    var (phone, pad) = twoReplicas()
    phone.edit { $0.note.insert("Fog", at: 0) }
    sync(&phone, &pad)
    phone.edit { $0.note.append(" at dawn") }
    pad.edit { $0.note.append(" and rain") }
    sync(&phone, &pad)
    assert(phone.note.string == "Fog at dawn and rain")
    // End of example
  }

  private func assert(_ condition: Bool, _ location: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: location)
  }
}
