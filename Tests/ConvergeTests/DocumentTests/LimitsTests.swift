// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// What comes in as changes is bounded as snapshots are, so that a replica can read its own.
struct LimitsTests {
  private func document(_ limits: DecodingLimits) -> Document<NoSchema> {
    Document(
      NoSchema(), id: DocumentID(7), replica: .numbered(9), clock: .fixed(1_000),
      configuration: DocumentConfiguration(limits: limits))
  }

  private func expectReadable(_ document: Document<NoSchema>) {
    document.checkInvariants()
    #expect(throws: Never.self) {
      try Document(
        NoSchema(), snapshot: document.snapshot(), replica: .numbered(9), clock: .fixed(1_000),
        configuration: document.core.configuration)
    }
  }

  /// Types so many letters in one change, and returns the message that carries it.
  private static func message(letters: Int, _ limits: DecodingLimits) -> [UInt8] {
    var document = Document(
      NoSchema(), id: DocumentID(7), replica: .numbered(9), clock: .fixed(1_000),
      configuration: DocumentConfiguration(limits: limits))
    let text = String(repeating: "x", count: letters)
    let change = document.edit { $0[Field("note", ReplicatedText.self)].append(text) }
    return change.map { ChangeBatch.encode([$0], document: document.id) } ?? []
  }

  @Test func `a change of as many bytes as peers read can be made`() throws {
    let length = Self.message(letters: 200, .default).count
    let message = Self.message(letters: 200, DecodingLimits(maximumBytes: length))
    let document = DocumentID(7)
    let changes = try ChangeBatch.decode(
      message, document: document, limits: DecodingLimits(maximumBytes: length))
    #expect(changes.count == 1)
  }

  @Test func `a change of more bytes than peers read is not made`() async {
    await #expect(processExitsWith: .failure) {
      let length = Self.message(letters: 200, .default).count
      _ = Self.message(letters: 200, DecodingLimits(maximumBytes: length - 1))
    }
  }

  @Test func `a change that brings more fields than may be is refused`() throws {
    var document = document(DecodingLimits(maximumFields: 10))
    var last: Change?
    for number in 0..<14 {
      var forged = ForgedChange(.numbered(3), after: last)
      forged.append(.increment, new: "f\(number)", [2])
      let change = try forged.change.received()
      let outcome = document.apply(change)
      if number < 10 {
        #expect(outcome == .applied(released: 0))
        last = change
      } else {
        guard case .refused(.malformed(.limitExceeded(.fields, _, _))) = outcome else {
          Issue.record("\(number): \(outcome)")
          continue
        }
      }
    }
    expectReadable(document)
  }

  @Test func `a change that brings more fields into a record than may be is refused`() throws {
    var document = document(DecodingLimits(maximumFields: 10))
    var replicas = Replicas(NoSchema())
    let plans = Field("p", ORMap<Int, NoSchema>.self)
    for number in 0..<14 {
      let field = Field("\(number)", PNCounter.self)
      document.apply(replicas.edit(0) { $0[plans][1][field].increment() })
    }
    expectReadable(document)
  }

  @Test func `changes of more replicas than may be are refused`() throws {
    var document = document(DecodingLimits(maximumReplicas: 3))
    for number in 1...6 {
      var forged = ForgedChange(.numbered(number + 20))
      forged.append(.increment, new: "f", [2])
      document.apply(try forged.change.received())
    }
    expectReadable(document)
  }

  @Test func `a change with very many names is read in time`() throws {
    var forged = ForgedChange(.numbered(3))
    for number in 0..<5_000 { forged.append(.increment, new: "f\(number)", [2]) }
    let change = try forged.change.received()
    var document = document(.default)
    #expect(document.apply(change) == .applied(released: 0))
    expectReadable(document)
  }

  @Test func `a long chain of many authors that comes backwards is released by its first`() throws {
    var changes: [Change] = []
    for number in (1...1_000).reversed() {
      var forged = ForgedChange(.numbered(number))
      if let last = changes.last { forged.context = [(last.replica, 1)] }
      forged.append(.increment, new: "f", [2])
      changes.append(try forged.change.received())
    }
    var document = document(.default)
    for change in changes.dropFirst() {
      guard case .pending = document.apply(change) else {
        Issue.record("a change is applied before what it depends on")
        return
      }
    }
    #expect(document.apply(changes[0]) == .applied(released: 999))
    #expect(document[Field("f", PNCounter.self)].value == 1_000)
    expectReadable(document)
  }

  @Test func `asking again and again whether something is due notes nothing twice`() throws {
    var desk = Document(
      NoSchema(), id: DocumentID(7), replica: .numbered(1), clock: .fixed(1_000))
    let count = Field("count", PNCounter.self)
    var (p, q) = (desk.fork(as: .numbered(2)), desk.fork(as: .numbered(3)))
    desk.apply(p.edit { $0[count].increment() })
    desk.apply(q.edit { $0[count].increment() })
    p.apply(q.edit { $0[count].increment() })
    p.merge(q)
    let waiting = try #require(p.edit { $0[count].increment() })
    guard case .pending = desk.apply(waiting) else {
      Issue.record("a change whose context is missing did not wait")
      return
    }
    for _ in 0..<100 { #expect(desk.releaseHeldAside() == 0) }
    desk.checkInvariants()
    #expect(desk.pendingCount == 1)
    desk.merge(q)
    #expect(desk.pendingCount == 0 && desk[count].value == 4)
  }
}
