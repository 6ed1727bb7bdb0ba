// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// What the papers show, as texts.
///
/// Figures are those of Weidner and Kleppmann, "The Art of the
/// Fugue", 2023, https://arxiv.org/abs/2305.00583.
struct FugueFiguresTests {
  private static let text = Field("text", ReplicatedText.self)

  private func type(_ text: String, at position: Int) -> (Transaction<NoSchema>) -> Void {
    { $0[Self.text].insert(text, at: position) }
  }

  private func shown(_ replicas: Replicas<NoSchema>) -> String {
    replicas[0][Self.text].string
  }

  /// Figure 1: two users insert a line each at the same place; a bad algorithm mixes the letters.
  @Test func `runs typed forwards at one place at the same time are not mixed`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.text].append("Shopping\n*\n") }
    replicas.exchange()
    for (replica, word) in ["Milk", "Eggs"].enumerated() {
      for (offset, letter) in word.enumerated() {
        replicas.edit(replica, type(String(letter), at: 11 + offset))
      }
    }
    replicas.exchange()
    #expect(shown(replicas) == "Shopping\n*\nMilkEggs")
  }

  /// Section 1: each user types letters before those typed so far; RGA mixes such runs.
  @Test func `runs typed backwards at one place at the same time are not mixed`() {
    var replicas = Replicas(NoSchema(), 3)
    replicas.edit(0) { $0[Self.text].append("<>") }
    replicas.exchange()
    for replica in 0..<3 {
      for letter in ["3", "2", "1"] {
        replicas.edit(replica, type(["a", "b", "c"][replica] + letter, at: 1))
      }
    }
    replicas.exchange()
    #expect(shown(replicas) == "<a1a2a3b1b2b3c1c2c3>")
  }

  /// One replica prepends to what another typed while a third prepends too: YATA puts the third's
  /// run between the first's and the text that it was typed before (seen in yrs).
  @Test func `a run prepended to another's text stays beside it`() {
    var replicas = Replicas(NoSchema(), 3)
    for letter in ["c", "c", "c"] {
      replicas.edit(2) { $0[Self.text].append(letter) }
    }
    replicas.pull(0, from: 2)
    for _ in 0..<3 { replicas.edit(0, type("a", at: 0)) }
    for _ in 0..<3 { replicas.edit(1, type("B", at: 0)) }
    replicas.exchange()
    // The texts of those who knew each other are one, and no run is cut.
    #expect(shown(replicas) == "BBBaaaccc")
  }

  /// The same with every order of the three replica ids.
  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `no run is cut, whatever the ids`(order: [Int]) {
    var replicas = Replicas(NoSchema(), 3)
    let (a, b, c) = (order[0], order[1], order[2])
    for _ in 0..<3 { replicas.edit(c) { $0[Self.text].append("c") } }
    replicas.pull(a, from: c)
    for _ in 0..<3 { replicas.edit(a, type("a", at: 0)) }
    for _ in 0..<3 { replicas.edit(b, type("B", at: 0)) }
    replicas.exchange()
    #expect(["BBBaaaccc", "aaacccBBB"].contains(shown(replicas)))
  }

  /// Figure 4: the tree of `abcde` typed out of order, and its traversal.
  @Test func `the traversal is left children, the slot, right children`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0, type("a", at: 0))
    replicas.edit(0, type("c", at: 1))
    replicas.exchange()
    replicas.edit(0, type("b", at: 1))
    replicas.edit(1, type("d", at: 2))
    replicas.edit(1, type("e", at: 3))
    replicas.exchange()
    #expect(shown(replicas) == "abcde")
  }

  /// Section 3: a forward and a backward run at one place, both whole, the lesser id first.
  @Test func `a forward and a backward run at one place are both whole`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.text].append("<>") }
    replicas.exchange()
    for (offset, letter) in ["1", "2", "3"].enumerated() {
      replicas.edit(0, type(letter, at: 1 + offset))
    }
    for letter in ["c", "b", "a"] { replicas.edit(1, type(letter, at: 1)) }
    replicas.exchange()
    #expect(shown(replicas) == "<123abc>")
  }

  @Test func `of children of one slot and side the lesser replica id stands first`() {
    var replicas = Replicas(NoSchema(), 4)
    for replica in [2, 0, 3, 1] { replicas.edit(replica, type("\(replica)", at: 0)) }
    replicas.exchange()
    #expect(shown(replicas) == "0123")
  }

  /// Seen on a recorded session: with visible neighbours only, the new letter lands behind.
  @Test func `a letter replaced while another types behind it stays where it was`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0, type("ab", at: 0))
    replicas.exchange()
    replicas.edit(0) {
      $0[Self.text].remove(at: 1, count: 1)
      $0[Self.text].insert("B", at: 1)
    }
    replicas.edit(1, type("xyz", at: 2))
    replicas.exchange()
    #expect(shown(replicas) == "aBxyz")
  }
}
