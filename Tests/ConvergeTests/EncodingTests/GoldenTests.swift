// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// What was once written is read for ever, and written the same for ever.
struct GoldenTests {
  private static let favorites = Field("favorites", OrderedORSet<String>.self)

  private func expectGolden(
    _ name: String, _ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation
  ) throws -> [UInt8] {
    let golden = try #require(
      GoldenFile(name: name).bytes(orWrite: bytes), "Golden/\(name).hex is missing",
      sourceLocation: location)
    #expect(golden == bytes, "\(name) is written in another way", sourceLocation: location)
    return golden
  }

  /// Replicas that wrote to every field of every datatype, also at the same time.
  private static func everything() -> Replicas<Plan> {
    var replicas = Replicas(Plan(), 3, wall: 1_790_000_000_000)
    replicas.edit(0) {
      $0.parts["a"].fill("x")
      $0.title.set("plan")
      $0.note.append("héllo 🌿")
      $0.steps.insert(contentsOf: ["p", "q", "r", "s"], at: 0)
      $0.shelf.insert(contentsOf: ["1", "2", "3"], at: 0)
    }
    replicas.exchange()
    for replica in 0..<3 {
      replicas.edit(replica, at: 1_790_000_000_500 + Int64(replica)) {
        $0.title.set("title \(replica)")
        $0.owners.set("owner \(replica)")
        $0.votes.increment(by: Int64(replica) - 300)
        $0.done.enable()
        $0.tags.insert("tag \(replica)")
        $0.shelf.move("1", to: replica)
        $0.steps.move(from: 0, to: 3 - replica)
        $0.steps.replace(at: 1, with: "step \(replica)")
        $0.note.insert("<\(replica)>", at: 2 + replica)
        $0.chapters[key: "c\(replica)"].parts["deep"].votes.increment()
      }
    }
    replicas.exchange()
    replicas.edit(1, at: 1_790_000_900_000) {
      $0.done.disable()
      $0.tags.remove("tag 0")
      $0.shelf.remove("2")
      $0.shelf.insert("3", at: 0)
      $0.steps.remove(at: 0, count: 2)
      $0.note.remove(at: 1, count: 4)
      $0.parts.remove("a")
      $0.parts["a"].owners.set("anew")
      $0.chapters.move("c2", to: 0)
      $0.chapters.remove("c1")
      $0.tags.remove("absent")
    }
    replicas.exchange()
    return replicas
  }

  @Test func `a change of one favourite`() throws {
    var replicas = Replicas(NoSchema(), 1, wall: 1_790_000_000_000)
    let change = try #require(
      replicas.edit(0) { $0[Self.favorites].insert("harbour", at: 0) })
    let golden = try expectGolden("change-favourite", change.encoded(in: DocumentID(7)))
    var reader = Replicas(NoSchema(), wall: 1_790_000_000_000).documents[1]
    #expect(reader.apply(try ChangeBatch.decode(golden)[0]) == .applied(released: 0))
    #expect(reader[Self.favorites].elements == ["harbour"])
    #expect(reader.timestamp == HybridTimestamp(milliseconds: 1_790_000_000_000, counter: 0))
  }

  @Test func `a batch of changes of three replicas to every datatype`() throws {
    let replicas = Self.everything()
    let golden = try expectGolden(
      "batch-every-datatype", ChangeBatch.encode(replicas.changes, document: DocumentID(7)))
    var reader = Document(
      Plan(), id: DocumentID(7), replica: .numbered(9), clock: .fixed(1_790_000_000_000))
    for change in try ChangeBatch.decode(golden) { reader.apply(change) }
    #expect(reader.snapshot() == replicas[0].snapshot())
  }

  @Test func `a snapshot of nothing`() throws {
    let document = Replicas(NoSchema()).documents[0]
    let golden = try expectGolden("snapshot-empty", document.snapshot())
    #expect(try Delta.decode(golden) == .snapshot(golden))
  }

  @Test func `a snapshot of every datatype`() throws {
    let document = Self.everything()[0]
    let golden = try expectGolden("snapshot-every-datatype", document.snapshot())
    let read = try Document(
      Plan(), snapshot: golden, replica: .numbered(9), clock: .fixed(1_790_000_000_000))
    read.checkInvariants()
    #expect(read.snapshot() == golden)
    #expect(read.title.value == "title 2" && read.title.conflicts == ["title 1", "title 0"])
    #expect(read.owners.values == ["owner 0", "owner 1", "owner 2"])
    #expect(read.votes.value == -897 && !read.done.isOn)
    #expect(read.tags.elements == ["tag 1", "tag 2"])
    #expect(read.shelf.elements == document.shelf.elements && read.shelf.count == 2)
    #expect(read.steps.elements == document.steps.elements && read.steps.count == 2)
    #expect(read.note.string == document.note.string)
    #expect(read.parts["a"]?.line == "owners:anew")
    #expect(read.chapters.keys == ["c2", "c0"])
    #expect(read.chapters[key: "c0"]?.line == "deep(votes:1)")
  }

  /// A document with members, of which one has not written yet, and with things removed that must
  /// be remembered.
  private static func withMembers() -> Document<Plan> {
    var documents = (1...2).map {
      Document(
        Plan(), id: DocumentID(7), replica: .numbered($0),
        members: [.numbered(1), .numbered(2), .numbered(3)], clock: .fixed(1_000))
    }
    documents[0].edit {
      $0.note.append("abcdef")
      $0.steps.insert(contentsOf: ["one", "two", "three"], at: 0)
      $0.shelf.insert("red", at: 0)
      $0.shelf.insert("blue", at: 1)
      $0.parts["a"].title.set("part")
      $0.chapters[key: "c"].title.set("chapter")
    }
    documents[1].merge(documents[0])
    documents[1].acknowledge()
    documents[1].edit {
      $0.note.remove(at: 1, count: 3)
      $0.steps.move(from: 2, to: 0)
      $0.steps.remove(at: 1)
      $0.shelf.remove("red")
      $0.parts.remove("a")
      $0.chapters.remove("c")
    }
    documents[0].edit {
      $0.note.remove(at: 2, count: 3)
      $0.steps.remove(at: 0)
      $0.shelf.move("blue", to: 0)
    }
    documents[0].merge(documents[1])
    documents[0].acknowledge()
    documents[0].admit(.numbered(4))
    return documents[0]
  }

  @Test func `a snapshot of a document with members`() throws {
    let document = Self.withMembers()
    let golden = try expectGolden("snapshot-members", document.snapshot())
    let read = try Document(
      Plan(), snapshot: golden, replica: .numbered(4), clock: .fixed(1_000))
    read.checkInvariants()
    #expect(read.snapshot() == golden)
    #expect(read.members == (1...4).map { .numbered($0) } && read.isMember)
    #expect(read.note.string == "af" || read.note.string == document.note.string)
    #expect(read.publishedCut(of: .numbered(2)) == document.publishedCut(of: .numbered(2)))
  }

  @Test func `what a later version wrote`() throws {
    var forged = ForgedChange(.numbered(8))
    forged.append(.insertText, new: "t", dots: 2, [1] + "ab".blob)
    forged.appendLater(50, dots: 2, [1, 2, 3])
    forged.append(.insertText, 1, [3 << 1 | 1] + "c".blob)
    let change = forged.change
    let message = try expectGolden("change-later", change.encoded(in: DocumentID(7)))
    var document = Replicas(NoSchema()).documents[0]
    #expect(document.apply(try ChangeBatch.decode(message)[0]) == .applied(released: 0))
    document.core.state.sections = [
      UnreadSection(
        name: Array("later".utf8), datatype: 77, replicas: [.numbered(8)],
        covers: [.numbered(8): 2], payload: [9, 9])
    ]
    let golden = try expectGolden("snapshot-later", document.snapshot())
    let read = try Document(
      NoSchema(), snapshot: golden, replica: .numbered(9), clock: .fixed(1_000))
    #expect(read.snapshot() == golden && read.core.state.unread.count == 2)
    #expect(read[Field("t", ReplicatedText.self)].string == "ab")
  }
}
