// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting

/// W6: an order that the user moves things in.
struct ListWorkload {
  private typealias ListDocument = Document<OrderFields>

  /// What a plain array makes of the local moves.
  private let expected = ListWork.moved(ListWork.items, by: ListWork.localMoves)

  func run(in session: inout BenchSession) throws {
    for facts in ListWork.facts(result: expected) { session.check(facts) }
    try measureLocal(in: &session)
    try measureConcurrent(in: &session)
  }

  private func makeItems() -> ListDocument {
    var document = ReplicaGroup().document(OrderFields())
    insertItems(into: &document)
    return document
  }

  private func insertItems(into document: inout ListDocument) {
    document.edit {
      let order = $0.order
      for (index, item) in ListWork.items.enumerated() { order.insert(item, at: index) }
    }
  }

  private func makeMoves(in document: inout ListDocument) {
    document.edit {
      let order = $0.order
      for move in ListWork.localMoves { order.move(from: move.source, to: move.target) }
    }
  }

  private func isRight(_ elements: [String]) -> BenchRecord.Fact {
    ("ok", .bool(elements == expected))
  }

  // MARK: Local

  private func measureLocal(in session: inout BenchSession) throws {
    let inserting = session.stopwatch.time(makeItems)
    session.add(
      "W6", "insert 10k items", inserting.timing, operations: ListWork.itemCount,
      [("ok", .bool(inserting.output.order.elements == ListWork.items))])
    for form in DocumentForm.allCases {
      let bytes = form.encode(inserting.output).count
      session.add("W6", "10k items, \(form.rawValue)", nil, [("bytes", .integer(bytes))])
    }
    let moves = ListWork.localMoves
    let whole = session.stopwatch.time(on: makeItems) { makeMoves(in: &$0) }
    session.add(
      "W6", "100k local moves, one commit", whole.timing, operations: moves.count,
      [isRight(whole.state.order.elements)])
    try measureForms(of: whole.state, in: &session)
    measureCollected(in: &session)
    let each = session.stopwatch.time(on: makeItems) { document in
      for move in moves { document.edit { $0.order.move(from: move.source, to: move.target) } }
    }
    session.add(
      "W6", "100k local moves, commit per move", each.timing, operations: moves.count,
      [isRight(each.state.order.elements)])
  }

  private func measureForms(of document: ListDocument, in session: inout BenchSession) throws {
    for form in DocumentForm.allCases {
      let encoding = session.stopwatch.time { form.encode(document) }
      let bytes = encoding.output
      session.add(
        "W6", "after 100k moves, encode \(form.rawValue)", encoding.timing,
        [("bytes", .integer(bytes.count))])
      let loading = try session.stopwatch.time {
        try form.load(bytes, of: document.id, OrderFields()).order.elements
      }
      session.add(
        "W6", "after 100k moves, load \(form.rawValue) + read", loading.timing,
        [isRight(loading.output)])
    }
  }

  /// The snapshot of a document with members, when everything is stable and collected.
  private func measureCollected(in session: inout BenchSession) {
    var document = ReplicaGroup().collectingDocument(OrderFields())
    insertItems(into: &document)
    makeMoves(in: &document)
    document.collectAll()
    let encoding = session.stopwatch.time { document.snapshot() }
    session.add(
      "W6", "after 100k moves, encode snapshot, collected", encoding.timing,
      [("bytes", .integer(encoding.output.count)), isRight(document.order.elements)])
  }

  // MARK: Two replicas

  private func makeDiverged() throws -> DivergedPair<OrderFields> {
    let first = makeItems()
    let second = try ReplicaGroup().load(OrderFields(), snapshot: first.snapshot())
    var pair = DivergedPair(first, second)
    pair.diverge { replica, side in
      replica.edit {
        let order = $0.order
        for move in ListWork.concurrentMoves[side] {
          order.move(from: move.source, to: move.target)
        }
      }
    }
    return pair
  }

  private func measureConcurrent(in session: inout BenchSession) throws {
    let building = try session.stopwatch.time(makeDiverged)
    session.add("W6", "two replicas: build + 10k moves each (no merge)", building.timing)
    let merging = try session.stopwatch.time(on: makeDiverged) { try $0.exchange() }
    let pair = merging.state
    let first = pair.first.order.elements
    let isRight = first == pair.second.order.elements && first.sorted() == ListWork.items
    session.add(
      "W6", "two replicas: export + exchange + merge of 10k moves each", merging.timing,
      operations: 2 * ListWork.concurrentMoves[0].count,
      [
        ("ok", .bool(isRight)),
        ("update_bytes", .array(merging.output.map { .integer($0) })),
      ])
    for form in DocumentForm.allCases {
      session.add(
        "W6", "two replicas merged, \(form.rawValue)", nil,
        [("bytes", .integer(form.encode(pair.first).count))])
    }
  }
}

/// A document that is a list in the user's order.
struct OrderFields: Schema {
  let order = Field("order", MovableList<String>.self)
}
