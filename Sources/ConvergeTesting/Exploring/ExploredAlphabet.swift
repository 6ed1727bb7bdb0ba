// SPDX-License-Identifier: Apache-2.0

/// The calls that an exploration makes on one field: at most four, so that all histories are few.
package struct ExploredAlphabet: Sendable, Equatable {
  /// One call, with the words for it.
  struct Letter: Sendable, Equatable {
    /// Which value a call carries.
    enum Values: Sendable, Equatable {
      /// The same for all.
      case same
      /// A value of its own, which no other change of the history carries.
      case own
      /// One for each writer, by numbers of the pool.
      case byWriter([Int])
    }

    /// What it does, in words.
    var name: String
    /// The call.
    var call: ScriptCall
    /// The call's value.
    var values = Values.same

    /// The call as the n-th change of a writer makes it.
    func call(of author: Int, number: Int) -> ScriptCall {
      var call = call
      switch values {
      case .same: break
      case .own: call.value = 100 * (author + 1) + number
      case .byWriter(let numbers): call.value = numbers[author % numbers.count]
      }
      return call
    }
  }

  /// The most calls of an alphabet.
  static let limit = 4

  /// The only field of the documents.
  package var field: HistoryField
  /// The calls.
  var letters: [Letter]

  /// The calls in words.
  package var letterNames: [String] { letters.map(\.name) }

  /// Whether the field has an order that its users make.
  var hasOrder: Bool {
    switch field.kind {
    case .orderedSet, .list, .orderedRecords, .text: true
    case .register, .multiValue, .counter, .flag, .set, .records: false
    }
  }

  /// Whether what is shown can depend on timestamps.
  var isDecidedByTime: Bool {
    switch field.kind {
    case .register, .orderedSet, .list, .records, .orderedRecords: true
    case .multiValue, .counter, .flag, .set, .text: false
    }
  }
}

extension ExploredAlphabet {
  /// An index that stands for the last place: calls take it modulo the number of places, and it is
  /// one less than a multiple of all numbers up to 20.
  private static let end = 232_792_559

  /// An alphabet for each datatype, and a second one for lists.
  package static let all = [
    register, multiValue, counter, flag, set, orderedSet, list, listValues, text, records,
    orderedRecords,
  ]

  private static let register = ExploredAlphabet(
    field: HistoryField("theme", .register),
    letters: [
      Letter(name: "set a value of its own", call: ScriptCall(field: 0, choice: 0), values: .own),
      Letter(name: "set nothing", call: ScriptCall(field: 0, choice: 0, value: 2)),
      Letter(name: "set \"a\"", call: ScriptCall(field: 0, choice: 0, value: 1)),
    ])

  private static let multiValue = ExploredAlphabet(
    field: HistoryField("conflict", .multiValue),
    letters: [
      Letter(name: "set a value of its own", call: ScriptCall(field: 0, choice: 0), values: .own),
      Letter(name: "set 0", call: ScriptCall(field: 0, choice: 0, value: 0)),
      Letter(name: "set 1", call: ScriptCall(field: 0, choice: 0, value: 1)),
    ])

  private static let counter = ExploredAlphabet(
    field: HistoryField("plays", .counter),
    letters: [
      Letter(name: "increment by 1", call: ScriptCall(field: 0, choice: 0, value: 0)),
      Letter(name: "increment by -5", call: ScriptCall(field: 0, choice: 0, value: 4)),
      Letter(name: "increment by \(Int64.max)", call: ScriptCall(field: 0, choice: 0, value: 6)),
    ])

  private static let flag = ExploredAlphabet(
    field: HistoryField("muted", .flag),
    letters: [
      Letter(name: "enable", call: ScriptCall(field: 0, choice: 0)),
      Letter(name: "disable", call: ScriptCall(field: 0, choice: 1)),
    ])

  private static let set = ExploredAlphabet(
    field: HistoryField("tags", .set),
    letters: [
      Letter(name: "insert a", call: ScriptCall(field: 0, choice: 0, key: 0)),
      Letter(name: "remove a", call: ScriptCall(field: 0, choice: 1, key: 0)),
      Letter(name: "insert b", call: ScriptCall(field: 0, choice: 0, key: 1)),
      Letter(name: "remove b", call: ScriptCall(field: 0, choice: 1, key: 1)),
    ])

  private static let orderedSet = ExploredAlphabet(
    field: HistoryField("favorites", .orderedSet),
    letters: [
      Letter(name: "insert a at the front", call: ScriptCall(field: 0, choice: 0, key: 0)),
      Letter(name: "insert b at the front", call: ScriptCall(field: 0, choice: 0, key: 1)),
      Letter(name: "remove a", call: ScriptCall(field: 0, choice: 1, key: 0)),
      Letter(name: "move a to the end", call: ScriptCall(field: 0, choice: 2, index: end, key: 0)),
    ])

  private static let list = ExploredAlphabet(
    field: HistoryField("queue", .list),
    letters: [
      Letter(
        name: "insert a value of its own at the front", call: ScriptCall(field: 0, choice: 0),
        values: .own),
      Letter(
        name: "insert a value of its own at the end",
        call: ScriptCall(field: 0, choice: 0, index: end), values: .own),
      Letter(name: "remove the first", call: ScriptCall(field: 0, choice: 2)),
      Letter(name: "move the first to the end", call: ScriptCall(field: 0, choice: 4, extent: end)),
    ])

  private static let listValues = ExploredAlphabet(
    field: HistoryField("ratings", .list),
    letters: [
      Letter(
        name: "insert a value of its own at the front", call: ScriptCall(field: 0, choice: 0),
        values: .own),
      Letter(
        name: "replace the first by a value of its own", call: ScriptCall(field: 0, choice: 3),
        values: .own),
      Letter(name: "remove the first", call: ScriptCall(field: 0, choice: 2)),
      Letter(name: "move the first to the end", call: ScriptCall(field: 0, choice: 4, extent: end)),
    ])

  private static let text = ExploredAlphabet(
    field: HistoryField("note", .text),
    letters: [
      Letter(
        name: "type two or three scalars at the end",
        call: ScriptCall(field: 0, choice: 0, index: end), values: .byWriter([1, 5, 3, 7])),
      Letter(
        name: "type one behind the first", call: ScriptCall(field: 0, choice: 0, index: 1),
        values: .byWriter([0, 2, 4, 9])),
      Letter(
        name: "type one at the front", call: ScriptCall(field: 0, choice: 0),
        values: .byWriter([0, 2, 4, 9])),
      Letter(name: "remove the last", call: ScriptCall(field: 0, choice: 2, index: end)),
    ])

  private static let title = HistoryField("title", .register)

  private static let records = ExploredAlphabet(
    field: HistoryField(
      "plans", .records,
      of: [title, HistoryField("votes", .counter), HistoryField("parts", .records, of: [title])]),
    letters: [
      Letter(
        name: "put a value of its own as a's title",
        call: ScriptCall(field: 0, choice: 0, path: [0, 0]), values: .own),
      Letter(
        name: "increment a's votes by 1", call: ScriptCall(field: 0, choice: 0, path: [0, 1])),
      Letter(
        name: "put a value of its own as the title of a's part b",
        call: ScriptCall(field: 0, choice: 0, path: [0, 2, 1, 0]), values: .own),
      Letter(name: "remove a", call: ScriptCall(field: 0, choice: 0, key: 0)),
    ])

  private static let orderedRecords = ExploredAlphabet(
    field: HistoryField("board", .orderedRecords, of: [title]),
    letters: [
      Letter(
        name: "put a value of its own as a's title",
        call: ScriptCall(field: 0, choice: 0, path: [0, 0]), values: .own),
      Letter(name: "insert b at the front", call: ScriptCall(field: 0, choice: 0, key: 1)),
      Letter(name: "remove a", call: ScriptCall(field: 0, choice: 1, key: 0)),
      Letter(
        name: "move a to the front", call: ScriptCall(field: 0, choice: 3, index: 0, key: 0)),
    ])
}
