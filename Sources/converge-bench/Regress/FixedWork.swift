// SPDX-License-Identifier: Apache-2.0

import Converge

/// A small piece of work whose instructions are counted: the same ones in every run.
enum FixedWork: String, CaseIterable {
  /// Nothing: what the program itself needs to start.
  case start
  /// A text edited here and there in one change.
  case edits
  /// The same text, each edit a change that is emitted.
  case typing
  /// The same, and another replica takes in each update.
  case following
  /// A text's snapshot, encoded and loaded.
  case loading
  /// Moves in a list.
  case moves
  /// Settings by name, each set a change.
  case settings
  /// Favourites toggled in one change.
  case favorites
  /// Small documents, made, encoded and loaded.
  case documents

  /// The hidden option with which the program starts itself.
  static let option = "--fixed-work"

  private static let roundCount = 20
  private static let moveCount = 1_000
  private static let setCount = 2_000
  private static let toggleCount = 5_000
  private static let documentCount = 100

  /// Does the work, and returns how many bytes its result has.
  func run() throws(WireError) -> Int {
    switch self {
    case .start: return 0
    case .edits:
      let work = EditWork(b1: 5)
      return Self.textDocument(of: work).snapshot().count
    case .typing: return Self.type(EditWork(b1: 7)).reduce(0) { $0 + $1.count }
    case .following: return try Self.follow(Self.type(EditWork(b1: 7)))
    case .loading: return try Self.loadText()
    case .moves: return Self.move()
    case .settings: return Self.set()
    case .favorites: return Self.toggle()
    case .documents: return try Self.makeDocuments()
    }
  }

  private static func textDocument(of work: EditWork) -> Document<EditFields> {
    var document = ReplicaGroup().document(EditFields())
    document.edit {
      let (text, array) = ($0.text, $0.array)
      for operation in work.operations { operation.apply(text: text, array: array) }
    }
    return document
  }

  private static func type(_ work: EditWork) -> [[UInt8]] {
    var document = ReplicaGroup().document(EditFields())
    return work.operations.compactMap { operation in
      document.edit { operation.apply(text: $0.text, array: $0.array) }?.encoded(in: document.id)
    }
  }

  private static func follow(_ updates: [[UInt8]]) throws(WireError) -> Int {
    let group = ReplicaGroup()
    let id = group.document(EditFields()).id
    var document = group.document(EditFields(), as: 1, id: id)
    for update in updates { try document.receiveUpdate(update) }
    return document.snapshot().count
  }

  private static func loadText() throws(WireError) -> Int {
    var document = textDocument(of: EditWork(b1: 7))
    for _ in 0..<roundCount {
      document = try ReplicaGroup().load(EditFields(), snapshot: document.snapshot())
    }
    return document.text.string.utf8.count
  }

  private static func move() -> Int {
    var document = ReplicaGroup().document(OrderFields())
    document.edit {
      let order = $0.order
      order.insert(contentsOf: ListWork.items, at: 0)
      for move in ListWork.moves(seed: 6_002, count: moveCount) {
        order.move(from: move.source, to: move.target)
      }
    }
    return document.snapshot().count
  }

  private static func set() -> Int {
    var document = ReplicaGroup().document(SettingsFields())
    var count = 0
    for set in MapWork.sets(seed: 7_002, count: setCount) {
      let change = document.edit { $0.settings[set.key].value.set(set.value) }
      count += change?.encoded(in: document.id).count ?? 0
    }
    return count
  }

  private static func toggle() -> Int {
    var document = ReplicaGroup().document(FavoriteFields())
    document.edit {
      let favorites = $0.favorites
      for toggle in MapWork.toggles(seed: 7_101, count: toggleCount).operations {
        toggle.isInsert ? favorites.insert(toggle.key) : favorites.remove(toggle.key)
      }
    }
    return document.snapshot().count
  }

  private static func makeDocuments() throws(WireError) -> Int {
    var count = 0
    for document in SmallDocumentsWorkload.create(documentCount) {
      let bytes = document.snapshot()
      count += bytes.count
      count += try ReplicaGroup().load(SmallFields(), snapshot: bytes).title.count
    }
    return count
  }
}
