// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// Long sequences, deep ones above all, on a thread with a small stack: nothing may recurse.
struct LongSequenceTests {
  static let count = 200_000

  /// How a long text comes to be.
  enum Shape: CaseIterable {
    case appended
    case prepended
    case anywhere
  }

  private static let table: ReplicaTable = {
    var table = ReplicaTable()
    _ = table.insert(.numbered(1))
    return table
  }()

  /// A tree made of so many inserts of one slot each.
  private static func tree(_ shape: Shape) -> SlotTree {
    var random = ValueGenerator(seed: 1)
    var tree = SlotTree()
    for number in 0..<count {
      let position =
        switch shape {
        case .appended: tree.count
        case .prepended: 0
        case .anywhere: random.number(below: tree.count + 1)
        }
      tree.insert(
        LocalDot(replica: 0, counter: UInt64(number + 1)), length: 1,
        at: tree.placement(at: position), content: UInt32(number), isVisible: true,
        replicas: table)
    }
    return tree
  }

  /// A document that holds a text with the tree.
  private static func document(_ tree: SlotTree) -> Document<NoSchema> {
    let scalars = Array(repeating: UInt8(ascii: "x"), count: count)
    var store = ScalarStore()
    store.append(TextPiece(utf8: scalars[...], scalarCount: count))
    var text = TextState()
    text.restore(tree, store)
    var document = Replicas(NoSchema()).documents[0]
    var state = document.core.state
    _ = state.insert(.numbered(1))
    state.versionVector[0] = UInt64(count)
    state.authors[0].hash = 1
    state.fields.restore(field.key, .text(Shared(text)))
    document.core.state = state
    document.core.log.restart(0, after: UInt64(count))
    return document
  }

  private static let field = Field("text", ReplicatedText.self)

  @Test(arguments: Shape.allCases)
  func `a long text is written, read, joined and edited without a deep stack`(
    shape: Shape
  ) async throws {
    let outcome: Bool = await SmallStack.run {
      let tree = Self.tree(shape)
      let document = Self.document(tree)
      let bytes = document.snapshot()
      var joined = Document(
        NoSchema(), id: document.id, replica: .numbered(2), clock: .fixed(2_000))
      guard joined.mergeState(document) == .merged(released: 0), joined.snapshot() == bytes,
        var decoded = try? Document(
          NoSchema(), snapshot: bytes, replica: .numbered(3), clock: .fixed(3_000))
      else { return false }
      decoded.edit { $0[Self.field].insert("!", at: Self.count / 2) }
      decoded.edit { $0[Self.field].remove(at: 0, count: Self.count / 2) }
      joined.edit { $0[Self.field].insert("?", at: Self.count / 2) }
      joined.merge(decoded)
      return joined[Self.field].count == Self.count / 2 + 2
    }
    #expect(outcome)
  }

  @Test func `a long text in one change is one run, and travels`() async {
    let outcome: Bool = await SmallStack.run {
      var replicas = Replicas(NoSchema()).documents
      let change = replicas[0].edit {
        for _ in 0..<Self.count { $0[Self.field].append("x") }
      }
      guard let change, change.operationCount == Self.count,
        replicas[1].apply(change) == .applied(released: 0)
      else { return false }
      return replicas[1].snapshot() == replicas[0].snapshot()
        && replicas[1].snapshot().count < Self.count + 200
        && replicas[1][Self.field].count == Self.count
    }
    #expect(outcome)
  }
}
