// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting

/// A to-do app, as one would be written that knows the library by its public interface alone.
struct ToDo: Schema {
  let items = Field("items", ORMap<String, Item>.self)
  let lists = Field("lists", OrderedORMap<String, List>.self)

  /// A thing to do.
  struct Item: Schema {
    let title = Field("title", LWWRegister<String>.self, default: "untitled")
    let isDone = Field("done", EWFlag.self)
    let note = Field("note", ReplicatedText.self)
  }

  /// A list of things to do, which names items.
  struct List: Schema {
    let items = Field("items", OrderedORSet<String>.self)
  }
}

extension Document<ToDo> {
  /// The items that stand on a list, once for each list.
  var listedItems: [String] {
    self.lists.keys.flatMap { self.lists[key: $0]?.items.elements ?? [] }
  }

  func isDone(_ item: String) -> Bool { self.items[item]?.isDone.isOn ?? false }

  /// Adds an item and puts it on a list.
  mutating func add(_ item: String, to list: String) {
    edit {
      $0.items[item].title.set(item)
      $0.lists[key: list].items.append(item)
    }
  }

  /// Puts an item at the top of a list, unless it is done.
  mutating func put(_ item: String, on list: String) {
    if !isDone(item) { edit { $0.lists[key: list].items.insert(item, at: 0) } }
  }

  /// Finishes an item, and takes it off all lists.
  mutating func finish(_ item: String) {
    let lists = self.lists.keys
    edit {
      $0.items[item].isDone.enable()
      for list in lists { $0.lists[key: list].items.remove(item) }
    }
  }

  /// Takes items off all lists that are done.
  mutating func tidy() {
    for list in self.lists.keys {
      for item in self.lists[key: list]?.items.elements ?? [] where isDone(item) {
        edit { $0.lists[key: list].items.remove(item) }
      }
    }
  }
}

extension Fuzz<ToDo> {
  /// What users do, and the rule that some app takes for granted: it holds at the given moment.
  static func toDo(
    _ moment: InvariantMoment, _ others: (inout Fuzz) -> Void = { _ in }
  ) -> Fuzz {
    Fuzz(ToDo()) {
      $0.action("add an item", weight: 2) { document, random in
        let item = random.one(of: "milk", "bread", "tea")
        if !document.items.contains(item) {
          document.add(item, to: random.one(of: "today", "later"))
        }
      }
      $0.action("put an item on a list") { document, random in
        guard let item = random.element(of: document.items.keys) else { return }
        document.put(item, on: random.one(of: "today", "later"))
      }
      $0.action("finish an item") { document, random in
        guard let item = random.element(of: document.items.keys) else { return }
        document.finish(item)
      }
      $0.edit("write a note") { edit, random in
        guard let item = random.element(of: edit.items.current.keys) else { return }
        edit.items[item].note.insert(random.one(of: "soon", "!"), at: 0)
      }
      $0.edit("drag a list to the top") { edit, random in
        guard let list = random.element(of: edit.lists.current.keys) else { return }
        edit.lists.move(list, to: 0)
      }
      $0.invariant("a done item is on no list", when: moment) { document in
        let done = document.listedItems.filter { document.isDone($0) }
        return done.isEmpty ? nil : "\(done.joined(separator: ", ")) done and listed"
      }
      others(&$0)
    }
  }
}
