// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ReplicatedTextTests {
  private static let note = Field("note", ReplicatedText.self)

  private static func filled(_ text: String, _ count: Int = 2) -> Replicas<NoSchema> {
    var replicas = Replicas(NoSchema(), count)
    replicas.edit(0) { $0[note].append(text) }
    replicas.exchange()
    return replicas
  }

  // MARK: One replica

  @Test func `insert, append, remove and removeAll count scalars`() {
    var replicas = Replicas(NoSchema())
    let typed = replicas.edit(0) {
      $0[Self.note].append("hé🌿")
      $0[Self.note].insert("XY", at: 1)
      #expect($0[Self.note].count == 5 && $0[Self.note].current.string == "hXYé🌿")
    }
    #expect(typed?.operationCount == 5)
    #expect(replicas[0][Self.note].count == 5 && replicas[0][Self.note].description == "hXYé🌿")
    #expect(replicas.edit(0) { $0[Self.note].remove(at: 2, count: 2) }?.operationCount == 2)
    replicas.exchange()
    #expect(replicas[1][Self.note].string == "hX🌿")
    #expect(replicas.edit(1) { $0[Self.note].removeAll() }?.operationCount == 3)
    replicas.edit(0) { $0[Self.note].append("!") }
    replicas.exchange()
    #expect(replicas[0][Self.note].string == "!" && !replicas[0][Self.note].isEmpty)
  }

  @Test func `calls for nothing are changes`() {
    var replicas = Self.filled("ab")
    let calls: [(ReplicatedText.Editor) -> Void] = [
      { $0.insert("", at: 1) }, { $0.append("") }, { $0.remove(at: 2, count: 0) },
      { $0.replace(with: "ab") },
    ]
    for call in calls {
      #expect(replicas.edit(0) { call($0[Self.note]) }?.operationCount == 1)
    }
    replicas.exchange()
    #expect(replicas[1][Self.note].string == "ab")
  }

  @Test(arguments: [
    ("the quick fox", "the quick brown fox", 6), ("abc", "abc", 1), ("abc", "", 3),
    ("", "abc", 3), ("kitten", "sitting", 5), ("aaaa", "aa", 2), ("abcdef", "xbcdey", 4),
    ("ab", "ba", 2), ("e\u{301}", "\u{E9}", 3), ("🌿🌿", "🌿a🌿", 1),
  ])
  func `replace makes the least removals and inserts, as one change`(
    old: String, new: String, operations: Int
  ) {
    var replicas = Self.filled(old)
    let change = replicas.edit(0) { $0[Self.note].replace(with: new) }
    #expect(change?.operationCount == operations)
    replicas.exchange()
    #expect(replicas[1][Self.note].string.utf8.elementsEqual(new.utf8))
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `replace gives the text asked for, at the cost of a shortest difference`(seed: UInt64) {
    var random = ValueGenerator(seed: seed)
    var replicas = Self.filled("")
    for _ in 0..<10 {
      let old = Array(replicas[0][Self.note].string.unicodeScalars)
      var text = String.UnicodeScalarView()
      for scalar in old where random.number(below: 4) > 0 { text.append(scalar) }
      for _ in 0..<random.number(below: 6) {
        let place = text.index(text.startIndex, offsetBy: random.number(below: text.count + 1))
        text.insert(["a", "b", "é"][random.number(below: 3)], at: place)
      }
      let change = replicas.edit(0) { $0[Self.note].replace(with: String(text)) }
      #expect(Array(replicas[0][Self.note].string.unicodeScalars) == Array(text))
      let least = Self.distance(old, Array(text))
      #expect(change?.operationCount == max(1, least))
    }
    replicas.exchange()
  }

  /// The least number of removals and inserts between two texts, by the table of all prefixes.
  private static func distance(_ old: [Unicode.Scalar], _ new: [Unicode.Scalar]) -> Int {
    var row = Array(0...new.count)
    for (index, scalar) in old.enumerated() {
      var next = [index + 1]
      for (column, other) in new.enumerated() {
        next.append(scalar == other ? row[column] : min(row[column + 1], next[column]) + 1)
      }
      row = next
    }
    return row[new.count]
  }

  @Test func `a text that differs altogether is replaced between what is shared`() {
    let old = "<" + String(repeating: "a", count: 900) + ">"
    let new = "<" + String(repeating: "b", count: 700) + ">"
    var replicas = Self.filled(old)
    let change = replicas.edit(0) { $0[Self.note].replace(with: new) }
    #expect(change?.operationCount == 1_600)
    replicas.edit(1) { $0[Self.note].append("!") }
    replicas.exchange()
    #expect(replicas[1][Self.note].string == new + "!")
  }

  // MARK: Offsets

  @Test func `offsets convert between scalars, UTF-16 and characters`() {
    // é as two scalars, a leaf as one pair of surrogates, a family of five scalars.
    let text = Self.filled("ae\u{301}🌿👨‍👩‍👧z")[1][Self.note]
    #expect(text.count == 10 && text.string.count == 5 && text.string.utf16.count == 14)
    let utf16 = [0, 1, 2, 3, 5, 7, 8, 10, 11, 13, 14]
    let characters = [0, 1, 1, 2, 3, 3, 3, 3, 3, 4, 5]
    for scalar in 0...10 {
      #expect(text.utf16Offset(ofScalar: scalar) == utf16[scalar])
      #expect(text.scalarOffset(ofUTF16: utf16[scalar]) == scalar)
      #expect(text.characterOffset(ofScalar: scalar) == characters[scalar])
    }
    #expect((0...5).map { text.scalarOffset(ofCharacter: $0) } == [0, 1, 3, 4, 9, 10])
    // Inside a pair, and outside the text.
    #expect(text.scalarOffset(ofUTF16: 4) == 3)
    #expect(text.scalarOffset(ofUTF16: 99) == 10 && text.scalarOffset(ofCharacter: 99) == 10)
    #expect(text.scalarOffset(ofUTF16: .min) == 0 && text.scalarOffset(ofCharacter: .min) == 0)
    #expect(text.scalarOffset(ofUTF16: -1) == 0 && text.scalarOffset(ofCharacter: -1) == 0)
  }

  @Test func `a part of the text is read by scalar positions`() {
    let text = Self.filled("ab🌿é")[1][Self.note]
    #expect(text.substring(1..<3) == "b🌿" && text.substring(4..<4) == "")
  }

  // MARK: Several replicas

  @Test func `a removal is final, and takes nothing that was typed beside it`() {
    var replicas = Self.filled("abcd", 3)
    replicas.edit(0) { $0[Self.note].remove(at: 1, count: 2) }
    replicas.edit(1) { $0[Self.note].insert("X", at: 2) }
    replicas.edit(2) { $0[Self.note].remove(at: 2, count: 2) }
    replicas.exchange()
    #expect(replicas[0][Self.note].string == "aX")
  }

  @Test func `what two replace differs by merges`() {
    var replicas = Self.filled("the fox jumps")
    replicas.edit(0) { $0[Self.note].replace(with: "the brown fox jumps") }
    replicas.edit(1) { $0[Self.note].replace(with: "the fox leaps") }
    replicas.exchange()
    #expect(replicas[0][Self.note].string == "the brown fox leaps")
  }

  @Test func `a character replaced while another types behind it stays before that text`() {
    var replicas = Self.filled("ab")
    replicas.edit(0) {
      $0[Self.note].remove(at: 1, count: 1)
      $0[Self.note].insert("B", at: 1)
    }
    replicas.edit(1) { $0[Self.note].append("cd") }
    replicas.exchange()
    #expect(replicas[0][Self.note].string == "aBcd")
  }

  @Test func `scalars that combine are scalars of their own`() {
    var replicas = Self.filled("e")
    replicas.edit(0) { $0[Self.note].append("\u{301}") }
    replicas.edit(1) { $0[Self.note].insert("x", at: 0) }
    replicas.exchange()
    #expect(Array(replicas[0][Self.note].string.utf8) == [0x78, 0x65, 0xCC, 0x81])
    replicas.edit(1) { $0[Self.note].remove(at: 1, count: 1) }
    replicas.exchange()
    #expect(replicas[0][Self.note].count == 2)
  }
}
