// SPDX-License-Identifier: Apache-2.0

/// The field names that the authors of a snapshot mention, each once, ascending.
struct NameTable {
  /// An author's mention of a name.
  private struct Mention {
    var head: FieldKey.Head
    /// The author's number, and the name's place among the author's names.
    var author: Int
    var name: Int
    /// The mention's place in `places`.
    var place: Int
  }

  /// The first mention of each name, ascending by name.
  private var mentions: [Mention] = []
  /// The place in the table of each name of an author, author by author.
  private var places: [Int] = []
  /// Where an author's names begin in `places`; some have those of the one before.
  private var starts: [Int] = []

  var count: Int { mentions.count }

  /// Creates the table of the names of some authors, by their numbers.
  ///
  /// - Complexity: O(*n* log *n*) in the names.
  init(_ authors: [Author], of numbers: [Int]) {
    starts.reserveCapacity(numbers.count)
    for (place, number) in numbers.enumerated() {
      // Authors mostly mention the same names in the same order.
      if place > 0, Self.haveEqualNames(authors[number], authors[numbers[place - 1]]) {
        starts.append(starts[place - 1])
      } else {
        starts.append(mentions.count)
        appendMentions(by: number, authors[number].numbers.nameHeads)
      }
    }
    places += repeatElement(0, count: mentions.count)
    mentions.sort { Self.precedes($0, $1, authors) }
    numberNames(authors)
  }

  private mutating func appendMentions(by author: Int, _ heads: [FieldKey.Head]) {
    // Only at first: an exact size for each author would move all of them each time.
    if mentions.isEmpty { mentions.reserveCapacity(heads.count) }
    for (name, head) in heads.enumerated() {
      mentions.append(Mention(head: head, author: author, name: name, place: mentions.count))
    }
  }

  /// Numbers the names, and keeps one mention of each.
  private mutating func numberNames(_ authors: [Author]) {
    var count = 0
    for index in mentions.indices {
      let mention = mentions[index]
      if count == 0 || Self.precedes(mentions[count - 1], mention, authors) {
        mentions[count] = mention
        count += 1
      }
      places[mention.place] = count - 1
    }
    mentions.removeLast(mentions.count - count)
  }

  /// The name in a place of the table.
  func name(at place: Int, _ authors: [Author]) -> [UInt8] {
    authors[mentions[place].author].numbers.names[mentions[place].name]
  }

  /// The place of a name of an author, told by the author's place among the given ones.
  func place(of name: Int, ofAuthorAt author: Int) -> Int { places[starts[author] + name] }

  // The first bytes decide nearly always; no name need be looked at then.

  private static func haveEqualNames(_ first: Author, _ second: Author) -> Bool {
    first.numbers.nameHeads == second.numbers.nameHeads
      && (first.numbers.nameHeads.allSatisfy(\.isWhole)
        || first.numbers.names == second.numbers.names)
  }

  private static func precedes(_ first: Mention, _ second: Mention, _ authors: [Author]) -> Bool {
    if first.head.bytes != second.head.bytes { return first.head.bytes < second.head.bytes }
    if first.head.isWhole || second.head.isWhole { return first.head.count < second.head.count }
    return authors[first.author].numbers.names[first.name]
      .lexicographicallyPrecedes(authors[second.author].numbers.names[second.name])
  }
}
