// SPDX-License-Identifier: Apache-2.0

/// What replicas show, side by side: a row for each value, and where they first differ.
package struct StateComparison: Sendable {
  /// One value: what each replica shows there, and what it should show.
  package struct Row: Sendable, Equatable {
    /// The field, and the way to the value inside it.
    package var place: String
    /// What each replica shows; nil where it has nothing there.
    package var shown: [String?]
    /// What each replica should show there, where that is something else.
    package var corrections: [Correction?]

    /// Whether some replica shows what it should not.
    package var isWrong: Bool { corrections.contains { $0 != nil } }

    /// Strings that differ only in their normal form look alike, so these are told by number.
    fileprivate init(place: String, _ cells: [String?], _ expected: [String?]) {
      self.place = place
      shown = cells
      corrections = Array(repeating: nil, count: cells.count)
      for (index, (cell, expected)) in zip(cells, expected).enumerated() {
        guard cell.map({ Array($0.utf8) }) != expected.map({ Array($0.utf8) }) else { continue }
        let looksAlike = cell == expected
        shown[index] = looksAlike ? cell.map { Self.numbered($0) } : cell
        corrections[index] = Correction(
          expected: looksAlike ? expected.map { Self.numbered($0) } : expected)
      }
    }

    private static func numbered(_ text: String) -> String {
      text.unicodeScalars.map { $0.isASCII ? String($0) : $0.escaped(asASCII: true) }.joined()
    }
  }

  /// What should stand in a cell.
  package struct Correction: Sendable, Equatable {
    /// The value; nil where there should be none.
    package var expected: String?
  }

  /// The rows, field by field.
  package var rows: [Row]

  /// The first row in which a replica shows what it should not, or nil.
  package var firstDifference: Int? { rows.firstIndex { $0.isWrong } }

  /// Compares what the replicas of a record show with what the model says.
  ///
  /// Where the model says nothing, a replica is compared with the first that has applied the same.
  package init(_ record: RunRecord) {
    rows = []
    let states = record.states
    for (index, field) in record.fields.enumerated() {
      let shown = states.map { Self.entries(of: $0.shown[index], at: field) }
      let expected = states.map { state in
        let twin = states.first { $0.applied == state.applied }
        return Self.entries(
          of: state.expected?[index] ?? twin?.shown[index] ?? state.shown[index], at: field)
      }
      for place in Self.places(shown + expected) {
        let cells = shown.map { $0[place] }
        rows.append(Row(place: place, cells, expected.map { $0[place] }))
      }
    }
  }

  /// The values in a state with the way to each, in order.
  private static func entries(of state: JSONValue, at place: String) -> Entries {
    var entries = Entries()
    entries.collect(state, at: place)
    return entries
  }

  /// All places in the order of the first list that has them, each behind those before it.
  private static func places(_ lists: [Entries]) -> [String] {
    var places: [String] = []
    for list in lists {
      var next = 0
      for place in list.places {
        if let index = places.firstIndex(where: { $0.hasSameBytes(as: place) }) {
          next = index + 1
        } else {
          places.insert(place, at: next)
          next += 1
        }
      }
    }
    return places
  }
}

/// The values inside a state, by the way that leads there.
///
/// The ways are compared byte by byte: keys may differ in their normal form only.
private struct Entries {
  private(set) var places: [String] = []
  private var values: [[UInt8]: String] = [:]

  subscript(place: String) -> String? { values[Array(place.utf8)] }

  mutating func collect(_ state: JSONValue, at place: String) {
    switch state {
    case .array(let elements) where !elements.isEmpty:
      for (index, element) in elements.enumerated() {
        collect(element, at: "\(place)[\(index)]")
      }
    case .object(let members) where !members.isEmpty:
      for member in members {
        collect(member.value, at: "\(place)[\(JSONWriter.compact(.string(member.name)))]")
      }
    case .array:
      add("empty", at: place)
    case .object:
      add("no records", at: place)
    default:
      add(JSONWriter.compact(state), at: place)
    }
  }

  private mutating func add(_ text: String, at place: String) {
    places.append(place)
    values[Array(place.utf8)] = text
  }
}
