// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct StandaloneORSetTests {
  private typealias Tags = StandaloneORSet<String>

  private static let words = ["a", "b", "c", "d", "e", "a longer word than fifteen bytes"]

  @Test func `members are inserted, removed and shown ascending`() {
    var tags = Tags(replica: .numbered(1))
    #expect(tags.isEmpty && tags.elements == [])
    for word in ["b", "c", "a", "b"] { tags.insert(word) }
    #expect(tags.count == 3 && tags.contains("b") && tags.elements == ["a", "b", "c"])
    #expect(tags.remove("b") && !tags.remove("b") && !tags.contains("b"))
    #expect(Array(tags) == ["a", "c"])
    #expect(tags.versionVector == [.numbered(1): 5] && tags.replica == .numbered(1))
    var numbers = StandaloneORSet<Int>(replica: .numbered(1))
    for number in [300, -1, 2, -300] { numbers.insert(number) }
    #expect(numbers.elements == [-300, -1, 2, 300])
  }

  @Test func `elements are told apart by their bytes`() {
    var tags = Tags(replica: .numbered(1))
    tags.insert("\u{E9}")
    #expect(!tags.contains("e\u{301}"))
    tags.insert("e\u{301}")
    #expect(tags.count == 2)
  }

  @Test func `an insert survives a concurrent removal`() {
    var phone = Tags(replica: .numbered(1))
    phone.insert("harbour")
    var pad = phone.fork(as: .numbered(2))
    pad.remove("harbour")
    #expect(phone.merging(pad).elements == [])
    phone.insert("harbour")
    #expect(phone.merging(pad).elements == ["harbour"])
    #expect(pad.merging(phone).elements == ["harbour"])
  }

  @Test func `a delta is as large as what changed, and merges as the whole does`() throws {
    var phone = Tags(replica: .numbered(1))
    for number in 0..<1_000 { phone.insert("\(number)") }
    var pad = phone.fork(as: .numbered(2))
    let known = pad.versionVector
    phone.insert("new")
    phone.remove("7")
    let delta = phone.delta(since: known)
    #expect(delta.count == 2 && !delta.isWhole)
    try pad.merge(delta)
    try pad.verifyInvariants()
    #expect(pad.elements == phone.elements && pad.versionVector == phone.versionVector)
    try pad.merge(delta)
    #expect(pad.elements == phone.elements && pad.versionVector == phone.versionVector)
    #expect(phone.delta(since: phone.versionVector).count == 0)
  }

  @Test func `a delta that goes on from what is not known is refused, and changes nothing`() throws
  {
    var phone = Tags(replica: .numbered(1))
    phone.insert("a")
    let known = phone.versionVector
    phone.insert("b")
    let delta = phone.delta(since: known)
    var pad = Tags(replica: .numbered(2))
    pad.insert("c")
    #expect(throws: DeltaError.gap(missing: Dot(replica: .numbered(1), counter: 1))) {
      try pad.merge(delta)
    }
    #expect(pad.elements == ["c"] && pad.versionVector == [.numbered(2): 1])
    try pad.merge(phone.delta(since: VersionVector()))
    #expect(try pad.merging(delta).elements == ["a", "b", "c"])
  }

  @Test func `what is removed is forgotten, and the whole set sent in its stead`() throws {
    var phone = Tags(replica: .numbered(1))
    phone.insert("kept")
    var pad = phone.fork(as: .numbered(2))
    pad.insert("mine")
    let known = pad.versionVector
    for _ in 0..<10_000 {
      phone.insert("toggled")
      phone.remove("toggled")
    }
    phone.remove("kept")
    try phone.verifyInvariants()
    let delta = phone.delta(since: known)
    #expect(delta.isWhole && delta.count == 0)
    let merged = pad.merging(phone)
    try pad.merge(delta)
    try pad.verifyInvariants()
    #expect(pad.elements == ["mine"] && merged.elements == ["mine"])
    #expect(pad.delta(since: known).isWhole)
    #expect(!pad.delta(since: phone.versionVector).isWhole)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `merging is commutative, associative and idempotent`(seed: UInt64) throws {
    var world = World(seed: seed, steps: 40)
    try world.run()
    let (first, second, third) = (world.sets[0], world.sets[1], world.sets[2])
    let results = [
      first.merging(second).merging(third), third.merging(second.merging(first)),
      second.merging(third).merging(first).merging(second),
    ]
    for result in results {
      try result.verifyInvariants()
      #expect(result.elements == results[0].elements)
      #expect(result.versionVector == results[0].versionVector)
    }
    #expect(first.merging(first).elements == first.elements)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `the set is that of the model and that of a document, however it travels`(
    seed: UInt64
  ) throws {
    var world = World(seed: seed, steps: 120)
    try world.run()
    for replica in world.sets.indices {
      #expect(world.sets[replica].elements == world.models[replica].elements)
      #expect(world.sets[replica].elements == world.documents[replica][World.field].elements)
    }
  }

  /// Three replicas of a set, beside those of the model and of a document, after the same calls.
  private struct World {
    static let field = Field("tags", ORSet<String>.self)

    var sets: [Tags] = []
    var models = Array(repeating: NaiveORSet(), count: 3)
    var documents: [Document<NoSchema>] = []
    private var random: ValueGenerator
    private let steps: Int

    init(seed: UInt64, steps: Int) {
      random = ValueGenerator(seed: seed)
      self.steps = steps
      for number in 1...3 {
        sets.append(Tags(replica: .numbered(number)))
        documents.append(
          Document(
            NoSchema(), id: DocumentID(7), replica: .numbered(number), clock: .fixed(1_000)))
      }
    }

    mutating func run() throws {
      for step in 0..<steps {
        let replica = random.number(below: 3)
        let word = StandaloneORSetTests.words[random.number(below: 6)]
        switch random.number(below: 6) {
        case 0, 1, 2: insert(word, replica, step)
        case 3: remove(word, replica)
        default: try deliver(to: replica, from: (replica + 1 + random.number(below: 2)) % 3)
        }
        try sets[replica].verifyInvariants()
      }
    }

    private mutating func insert(_ word: String, _ replica: Int, _ step: Int) {
      sets[replica].insert(word)
      models[replica].insert(word, id: step)
      documents[replica].edit { $0[Self.field].insert(word) }
    }

    private mutating func remove(_ word: String, _ replica: Int) {
      let wasMember = sets[replica].contains(word)
      #expect(sets[replica].remove(word) == wasMember)
      models[replica].remove(word)
      documents[replica].edit { $0[Self.field].remove(word) }
    }

    private mutating func deliver(to replica: Int, from other: Int) throws {
      let source = sets[other]
      switch random.number(below: 4) {
      case 0: sets[replica].merge(source)
      case 1: try sets[replica].merge(source.delta(since: VersionVector()))
      default: try sets[replica].merge(source.delta(since: sets[replica].versionVector))
      }
      models[replica].merge(models[other])
      documents[replica].merge(documents[other])
    }
  }
}
