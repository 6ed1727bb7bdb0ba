// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// A small edit must stay small.
struct SizeTests {
  private static let favorites = Field("favorites", OrderedORSet<String>.self)
  private static let element = "harbour"
  private static let start: Int64 = 1_790_000_000_000

  /// Replicas that have both made changes to the field, and heard of each other.
  private static func synced() -> Replicas<NoSchema> {
    var replicas = Replicas(NoSchema(), 2, wall: start)
    replicas.edit(0) { $0[favorites].insert(contentsOf: ["a", "b", "c"], at: 0) }
    replicas.exchange()
    replicas.edit(1) { $0[favorites].insert("d", at: 1) }
    replicas.exchange()
    replicas.edit(0) { $0[favorites].insert("e", at: 2) }
    replicas.exchange()
    return replicas
  }

  @Test(arguments: [0, 2, 5], [1_000 as Int64, 60_000, 600_000])
  func `a favourite alone costs at most 48 bytes and the element`(
    index: Int, later: Int64
  ) throws {
    for hasHeard in [false, true] {
      var replicas = Self.synced()
      if hasHeard {
        replicas.edit(1) { $0[Self.favorites].insert("f", at: 0) }
        replicas.exchange()
      }
      let change = try #require(
        replicas.edit(0, at: Self.start + later) {
          $0[Self.favorites].insert(Self.element, at: index)
        })
      let element = ValueBytes(Self.element).bytes.count
      let cost = change.encoded(in: DocumentID(7)).count - element
      #expect(cost <= 48, "\(index), \(later) ms later, heard: \(hasHeard)")
    }
  }

  @Test func `a favourite among others in a batch costs at most 24 bytes and the element`() {
    var replicas = Self.synced()
    var changes: [Change] = []
    for number in 0..<20 {
      let wall = Self.start + Int64(number + 1) * 600_000
      if number % 3 == 2 {
        replicas.edit(1, at: wall) { $0[Self.favorites].insert("g\(number)", at: 0) }
        replicas.exchange()
      }
      let change = replicas.edit(0, at: wall) {
        $0[Self.favorites].insert("\(Self.element)\(number + 10)", at: number % 5)
      }
      if let change { changes.append(change) }
      let all = ChangeBatch.encode(changes, document: DocumentID(7)).count
      let before = ChangeBatch.encode(changes.dropLast(), or: 0)
      if number > 1 { #expect(all - before <= 24 + Self.element.utf8.count + 2, "\(number)") }
    }
  }

  @Test func `typing costs little more than the letters`() {
    let note = Field("note", ReplicatedText.self)
    var replicas = Replicas(NoSchema(), 1, wall: Self.start)
    for number in 0..<200 {
      replicas.edit(0, at: Self.start + Int64(number) * 200) { $0[note].append("x") }
    }
    let batch = ChangeBatch.encode(replicas.changes, document: DocumentID(7))
    #expect(batch.count <= 200 * 9 + 60)
    #expect(replicas[0].snapshot().count <= 200 + 90)
  }
}

extension ChangeBatch {
  /// The number of bytes of a batch, or so many when there are no changes.
  fileprivate static func encode(_ changes: [Change], or none: Int) -> Int {
    changes.isEmpty ? none : encode(changes, document: DocumentID(7)).count
  }
}
