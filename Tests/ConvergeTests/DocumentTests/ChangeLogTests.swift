// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// The log keeps changes on pages, of which what follows from the change before is left out.
struct ChangeLogTests {
  private static let text = Field("text", ReplicatedText.self)
  private static let author = ReplicaID.numbered(1)

  /// Changes of several operations each, on more pages than one.
  private static func changes(_ count: Int) -> [Change] {
    var document = Document(NoSchema(), replica: author, clock: .fixed(1_000))
    return (0..<count).compactMap { number in
      document.clock = .fixed(1_000 + Int64(number / 3) * 70)
      return document.edit { $0[text].append(String(repeating: "x", count: 1 + number % 4)) }
    }
  }

  private static func log(_ changes: [Change]) -> ChangeLog {
    var log = ChangeLog()
    for change in changes { log.append(change, at: change.timestamp ?? .zero, by: 0) }
    return log
  }

  @Test func `what comes out of the log is what went in`() throws {
    let changes = Self.changes(200)
    let log = Self.log(changes)
    let last = changes[199].lastCounter
    for (place, change) in changes.enumerated() {
      let rest = try #require(
        log.changes(by: 0, Self.author, after: change.lastCounter, upTo: last))
      #expect(rest == Array(changes[(place + 1)...]))
      #expect(rest.map(\.timestamp) == changes[(place + 1)...].map(\.timestamp))
      #expect(rest.map(\.hash) == changes[(place + 1)...].map(\.hash))
      for counter in change.firstCounter...change.lastCounter {
        #expect(log.change(covering: counter, by: 0, Self.author) == change)
      }
    }
    #expect(log.change(covering: last + 1, by: 0, Self.author) == nil)
  }

  @Test func `what a cut covers goes, and the rest is as before`() throws {
    let changes = Self.changes(150)
    let last = changes[149].lastCounter
    var table = ReplicaTable()
    _ = table.insert(Self.author)
    for cut in [0, 1, 40, 63, 64, 65, 100, 128, 149, 150] {
      var log = Self.log(changes)
      let covered = cut == 0 ? 0 : changes[cut - 1].lastCounter
      #expect(log.drop(coveredBy: LocalVersionVector([covered]), table) == cut)
      let rest = try #require(log.changes(by: 0, Self.author, after: covered, upTo: last))
      #expect(rest == Array(changes[cut...]))
      if cut > 0 {
        #expect(log.changes(by: 0, Self.author, after: covered - 1, upTo: last) == nil)
        #expect(log.change(covering: covered, by: 0, Self.author) == nil)
      }
    }
  }

  @Test func `keystrokes and what stands between them come out as they went in`() {
    var document = Document(NoSchema(), replica: Self.author, clock: .fixed(1_000))
    var changes: [Change] = []
    let other = Field("other", ReplicatedText.self)
    for number in 0..<700 {
      document.clock = .fixed(1_000 + Int64(number) * (number % 50 == 0 ? 0 : 150))
      let change = document.edit {
        let text = $0[number % 90 == 0 ? other : Self.text]
        switch number % 7 {
        case 3 where text.count > 0: text.remove(at: text.count - 1, count: 1)
        case 4: text.insert("é", at: 0)
        case 5: text.insert("b", at: text.count / 2)
        case 6 where text.count > 2: text.remove(at: 0, count: 2)
        default: text.append("a")
        }
      }
      if let change { changes.append(change) }
    }
    let log = Self.log(changes)
    let last = changes[changes.count - 1].lastCounter
    #expect(log.changes(by: 0, Self.author, after: 0, upTo: last) == changes)
    for (place, change) in changes.enumerated() where place % 13 == 0 {
      let found = log.change(covering: change.firstCounter, by: 0, Self.author)
      #expect(found == change)
      #expect(found?.hash == change.hash)
      #expect(found?.timestamp == change.timestamp)
    }
  }

  @Test func `a long change is the last of its page`() {
    var document = Document(NoSchema(), replica: Self.author, clock: .fixed(1_000))
    var changes: [Change] = []
    for text in ["a", "b", String(repeating: "c", count: 3_000), "d", "e"] {
      if let change = document.edit({ $0[Self.text].append(text) }) { changes.append(change) }
    }
    let log = Self.log(changes)
    #expect(log.parts[0].pages.map(\.count) == [3, 2])
    #expect(log.changes(by: 0, Self.author, after: 0, upTo: 3_004) == changes)
    #expect(log.change(covering: 3_004, by: 0, Self.author) == changes[4])
  }
}
