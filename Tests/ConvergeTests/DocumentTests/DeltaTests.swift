// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct DeltaTests {
  private static let tags = Field("tags", ORSet<String>.self)

  private static func busy(seed: UInt64) -> [Document<NoSchema>] {
    var edits = RandomEdits(seed: seed)
    var documents = Replicas(NoSchema(), 3).documents
    for _ in 0..<30 {
      let replica = edits.random.number(below: 3)
      let other = edits.random.number(below: 3)
      if edits.random.number(below: 3) == 0 { documents[replica].merge(documents[other]) }
      edits.edit(&documents[replica], DatatypeTag.allCases[edits.random.number(below: 10)])
    }
    return documents
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `what a peer lacks comes as changes in causal order, and is all that it lacks`(
    seed: UInt64
  ) throws {
    let documents = Self.busy(seed: seed)
    let all = documents[0].merging(documents[1]).merging(documents[2])
    for var peer in documents + [Replicas(NoSchema()).documents[0].fork(as: .numbered(9))] {
      let delta = all.changes(since: peer.versionVector)
      guard case .changes(let changes) = delta else {
        Issue.record("the log is not whole")
        continue
      }
      let bytes = delta.encoded(in: all.id)
      #expect(try Delta.decode(bytes, document: all.id) == delta)
      for change in changes { #expect(peer.apply(change) == .applied(released: 0)) }
      #expect(peer.snapshot() == all.snapshot())
      #expect(peer.changes(since: [:]) == all.changes(since: [:]))
    }
  }

  @Test func `a peer that lacks nothing gets nothing, in no bytes`() throws {
    var document = Replicas(NoSchema()).documents[0]
    document.edit { $0[Self.tags].insert("a") }
    let delta = document.changes(since: document.versionVector)
    #expect(delta.isEmpty && delta == .changes([]) && delta.encoded(in: document.id).isEmpty)
    #expect(try Delta.decode([]) == .changes([]))
    var ahead = document.versionVector
    ahead[.numbered(1)] = 50
    ahead[.numbered(40)] = 1
    #expect(document.changes(since: ahead).isEmpty)
  }

  @Test func `after loading a snapshot what came before it travels as a snapshot`() throws {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.tags].insert("a") }
    let old = replicas[0].versionVector
    var loaded = try Document(
      NoSchema(), snapshot: replicas[0].snapshot(), replica: .numbered(3), clock: .fixed(1_000))
    #expect(loaded.changes(since: old).isEmpty)
    let change = try #require(loaded.edit { $0[Self.tags].insert("b") })
    #expect(loaded.changes(since: old) == .changes([change]))
    let delta = loaded.changes(since: [:])
    #expect(delta == .snapshot(loaded.snapshot()) && !delta.isEmpty)
    #expect(try Delta.decode(delta.encoded(in: loaded.id), document: loaded.id) == delta)
    guard case .snapshot(let bytes) = delta else { return }
    #expect(try replicas[1].merge(snapshot: bytes) == .merged(released: 0))
    #expect(replicas[1].snapshot() == loaded.snapshot())
    #expect(replicas[1].changes(since: old) == .snapshot(loaded.snapshot()))
  }

  @Test func `a merge by state takes the log over where it goes on from the one here`() throws {
    var replicas = Replicas(NoSchema(), 3)
    replicas.edit(0) { $0[Self.tags].insert("a") }
    replicas.edit(0) { $0[Self.tags].insert("b") }
    replicas[1].apply(replicas.changes[0])
    replicas[1].mergeState(replicas[0])
    #expect(replicas[1].changes(since: [:]) == .changes(replicas.changes))
    // The log of one that loaded a snapshot starts after it.
    var loaded = try Document(
      NoSchema(), snapshot: replicas[0].snapshot(), replica: .numbered(3), clock: .fixed(1_000))
    loaded.edit { $0[Self.tags].insert("c") }
    replicas[2].apply(replicas.changes[0])
    #expect(replicas[2].merge(loaded) == .merged(released: 0))
    #expect(replicas[2].changes(since: [:]) == .snapshot(loaded.snapshot()))
    var vector = VersionVector()
    vector[.numbered(1)] = 2
    guard case .changes(let changes) = replicas[2].changes(since: vector) else {
      Issue.record("what came after the snapshot is not in the log")
      return
    }
    #expect(changes.map(\.replica) == [.numbered(3)])
    replicas[2].edit(at: 5) { $0[Self.tags].insert("d") }
    #expect(replicas[2].changes(since: loaded.versionVector) != .changes([]))
  }

  @Test func `a vector that ends inside a change gets the whole change`() throws {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.tags].insert(contentsOf: ["a", "b", "c"]) }
    let delta = replicas[0].changes(since: [.numbered(1): 2])
    #expect(delta == .changes(replicas.changes))
  }

  @Test func `changes that were forwarded keep their bytes`() throws {
    var replicas = Replicas(NoSchema(), 3)
    replicas.edit(0) { $0[Self.tags].insert("a") }
    let bytes = replicas.changes[0].encoded(in: DocumentID(7))
    replicas[1].apply(try replicas.changes[0].received())
    replicas[2].mergeState(replicas[1])
    for replica in 1...2 {
      guard case .changes(let changes) = replicas[replica].changes(since: [:]) else { continue }
      #expect(changes.map { $0.encoded(in: DocumentID(7)) } == [bytes])
      #expect(changes[0].hash == replicas.changes[0].hash)
    }
  }
}

extension Document {
  fileprivate mutating func edit(at wall: Int64, _ body: (Transaction<Fields>) -> Void) {
    clock = .fixed(wall)
    edit(body)
  }
}
