// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

private struct Shelf: Schema {
  let names = Field("names", OrderedORSet<String>.self)
  let note = Field("note", ReplicatedText.self)
  let queue = Field("queue", MovableList<Int>.self)
  let places = Field("places", ORMap<String, Landing>.self)
  let board = Field("board", OrderedORMap<String, Landing>.self)
}

private struct Landing: Schema {
  let title = Field("title", LWWRegister<String>.self, default: "")
  let note = Field("note", ReplicatedText.self)
}

@Suite("Garbage")
struct GarbageTests {
  private func pair() -> [Document<Shelf>] {
    (1...2).map {
      Document(
        Shelf(), id: DocumentID(7), replica: .numbered($0),
        members: [.numbered(1), .numbered(2)], clock: .fixed(1_000))
    }
  }

  /// Lets all hear all, and tell so, until nobody has anything to tell.
  private func settle(_ documents: inout [Document<Shelf>]) {
    for _ in 0..<3 {
      for replica in documents.indices {
        for other in documents.indices where other != replica {
          documents[replica].merge(documents[other])
        }
        documents[replica].acknowledge()
      }
    }
  }

  @Test func `removed text goes once both members have told that they know`() {
    var documents = pair()
    documents[0].edit { $0.note.append("abcdef") }
    documents[1].merge(documents[0])
    documents[1].edit { $0.note.remove(at: 1, count: 4) }
    documents[0].merge(documents[1])
    #expect(documents[0].collectGarbage().slots == 0)
    settle(&documents)
    for replica in 0..<2 {
      let report = documents[replica].collectGarbage()
      #expect(report.heldUpBy.isEmpty)
      // "f" hangs on "e", and so on up.
      #expect(report.slots == 0)
      #expect(documents[replica].deadSlots.all == 4)
      documents[replica].checkInvariants()
    }
    documents[0].edit { $0.note.remove(at: 1, count: 1) }
    settle(&documents)
    for replica in 0..<2 {
      #expect(documents[replica].collectGarbage().slots == 5)
      #expect(documents[replica].note.string == "a")
      #expect(documents[replica].deadSlots.all == 0)
      documents[replica].checkInvariants()
    }
    #expect(documents[0].snapshot() == documents[1].snapshot())
  }

  @Test func `a silent member holds up and is named`() {
    var documents = pair()
    documents[0].edit { $0.names.append("a") }
    documents[0].edit { $0.names.remove("a") }
    documents[0].acknowledge()
    let report = documents[0].collectGarbage()
    #expect(report.isEmpty)
    #expect(report.heldUpBy == [.numbered(1), .numbered(2)])
    settle(&documents)
    #expect(documents[0].collectGarbage().elements == 1)
    #expect(documents[0].deadSlots.all == 0)
  }

  @Test func `nothing is dropped without members`() {
    var document = Document(Shelf(), replica: .numbered(1), clock: .fixed(1_000))
    document.edit { $0.note.append("abc") }
    document.edit { $0.note.remove(at: 0, count: 3) }
    #expect(document.collectGarbage() == GarbageReport())
    #expect(document.deadSlots.all == 3)
  }

  @Test func `a moved element is found by its name when the slot of its insert is gone`() {
    var documents = pair()
    documents[0].edit { $0.queue.insert(contentsOf: [1, 2, 3], at: 0) }
    documents[0].edit { $0.queue.move(from: 2, to: 0) }
    settle(&documents)
    #expect(documents[0].collectGarbage().slots == 1)
    let change = documents[1].edit {
      $0.queue.replace(at: 0, with: 30)
      $0.queue.move(from: 0, to: 1)
    }
    documents[0].apply(change)
    #expect(documents[0].queue.elements == [1, 30, 2])
    #expect(throws: Never.self) {
      let opened = try Document(
        Shelf(), snapshot: documents[0].snapshot(), replica: .numbered(1), clock: .fixed(1_000))
      #expect(opened.queue.elements == [1, 30, 2])
      #expect(opened.snapshot() == documents[0].snapshot())
    }
    documents[0].checkInvariants()
  }

  @Test func `a removed record's contents go and it starts empty again`() {
    var documents = pair()
    documents[0].edit { $0.places["pier"].note.append("windy") }
    documents[0].edit { $0.board[key: "pier"].title.set("Pier") }
    documents[0].edit {
      $0.places.remove("pier")
      $0.board.remove("pier")
    }
    settle(&documents)
    let report = documents[0].collectGarbage()
    #expect(report.records == 2)
    #expect(report.slots == 6)
    let change = documents[0].edit { $0.places["pier"].note.append("calm") }
    documents[1].apply(change)
    #expect(documents[1].places["pier"]?.note.string == "calm")
    #expect(documents[1].lostParents == 0)
    documents[1].collectGarbage()
    documents[0].merge(documents[1])
    #expect(documents[0].places["pier"]?.note.string == "calm")
  }

  @Test func `a state that has collected and one that has not join both ways`() {
    var documents = pair()
    documents[0].edit { $0.note.append("abc") }
    documents[0].edit { $0.names.insert("a", at: 0) }
    documents[0].edit {
      $0.note.remove(at: 2, count: 1)
      $0.names.remove("a")
    }
    settle(&documents)
    var collected = documents[0]
    collected.collectGarbage()
    var other = documents[1]
    collected.edit { $0.note.append("x") }
    other.edit { $0.note.insert("y", at: 0) }
    var one = collected
    one.mergeState(other)
    var two = other
    two.mergeState(collected)
    one.checkInvariants()
    two.checkInvariants()
    #expect(one.note.string == two.note.string)
    #expect(one.deadSlots.all == 0)
    two.collectGarbage()
    #expect(one.snapshot() == two.snapshot())
  }

  @Test func `changes that all have leave the log, and who lacks them gets a snapshot`() {
    var documents = pair()
    documents[0].edit { $0.note.append("abc") }
    let before = documents[1].versionVector
    settle(&documents)
    #expect(documents[0].collectGarbage().changes > 0)
    guard case .snapshot = documents[0].changes(since: before) else {
      Issue.record("The log still has all.")
      return
    }
    documents[0].edit { $0.note.append("d") }
    guard case .changes(let changes) = documents[0].changes(since: documents[1].versionVector)
    else {
      Issue.record("A member got a snapshot.")
      return
    }
    #expect(changes.count == 1)
  }

  @Test func `a new slot hangs on nothing that may be dropped elsewhere`() {
    var documents = pair()
    documents[0].edit { $0.note.append("ab") }
    documents[0].edit { $0.note.insert("x", at: 1) }
    documents[0].edit { $0.note.remove(at: 1, count: 1) }
    settle(&documents)
    documents[1].collectGarbage()
    #expect(documents[1].deadSlots.all == 0)
    // Where "x" is still there, nothing is hung on it.
    let change = documents[0].edit { $0.note.insert("y", at: 1) }
    documents[1].apply(change)
    #expect(documents[1].note.string == "ayb")
    #expect(documents[1].lostParents == 0)
  }

  @Test func `hostile snapshots of documents with members are refused or read`() {
    var documents = pair()
    documents[0].edit { $0.note.append("abcdef") }
    documents[0].edit {
      $0.note.remove(at: 1, count: 2)
      $0.queue.insert(contentsOf: [1, 2], at: 0)
      $0.names.append("a")
      $0.places["pier"].note.append("x")
      $0.board[key: "b"].title.set("t")
    }
    documents[0].edit {
      $0.queue.move(from: 0, to: 1)
      $0.queue.remove(at: 0)
      $0.names.remove("a")
      $0.places.remove("pier")
      $0.board.remove("b")
    }
    documents[0].admit(.numbered(3))
    documents[0].acknowledge()
    let bytes = documents[0].snapshot()
    for offset in bytes.indices.dropLast(4) {
      for mask: UInt8 in [1, 0x55, 0x80] {
        var damaged = bytes
        damaged[offset] ^= mask
        damaged = HostileBytes.sealed(damaged)
        // Whatever is read keeps its rules.
        if let document = try? Document(
          Shelf(), snapshot: damaged, replica: .numbered(9), clock: .fixed(1_000))
        {
          var joined = documents[1]
          joined.mergeState(document)
          joined.collectGarbage()
          #expect(throws: Never.self) { try document.verifyInvariants() }
        }
      }
    }
  }
}
