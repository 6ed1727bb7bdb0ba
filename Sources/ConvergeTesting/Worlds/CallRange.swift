// SPDX-License-Identifier: Apache-2.0

/// Whether a call's indices lie within what a field shows.
enum CallRange {
  /// The first index or count of a call that lies outside, or nil when all are within.
  ///
  /// The state is that of the document's field that the call is about, or leads through.
  static func firstOutside(_ call: Call, _ state: JSONValue) -> Int? {
    let shown = shown(in: call.path, state)
    let count = count(of: shown)
    switch call.action {
    case .insertValues(_, let index), .insertText(_, let index):
      return outside(index, 0..<count + 1)
    case .removeValues(let index, let removed), .removeText(let index, let removed):
      return outside(index, 0..<count + 1) ?? outside(removed, 0..<count - index + 1)
    case .replaceValue(let index, _):
      return outside(index, 0..<count)
    case .moveValue(let from, let to):
      return outside(from, 0..<count) ?? outside(to, 0..<count)
    case .placeMember(let value, let index):
      return isShown(value, shown) ? nil : outside(index, 0..<count + 1)
    case .moveMember(let value, let index):
      return isShown(value, shown) ? outside(index, 0..<count) : nil
    case .insertRecord(let key, let index):
      return isShown(key, shown) ? nil : outside(index, 0..<count + 1)
    case .moveRecord(let key, let index):
      return isShown(key, shown) ? outside(index, 0..<count) : nil
    case .set, .increment, .enable, .disable, .insertMember, .removeMember, .put, .incrementEntry,
      .removeRecord:
      return nil
    }
  }

  /// What a state shows of the field that a path leads to.
  static func shown(in path: [RecordStep], _ state: JSONValue) -> JSONValue {
    path.reduce(state) { state, step in
      PlainEffect.record(step.key, in: state)?[step.field.name]
        ?? PlainEffect.emptyState(of: step.field.kind)
    }
  }

  /// The number of elements, rows or scalars shown.
  static func count(of shown: JSONValue) -> Int {
    switch shown {
    case .array(let elements): elements.count
    case .string(let text): text.unicodeScalars.count
    default: 0
    }
  }

  private static func outside(_ index: Int, _ range: Range<Int>) -> Int? {
    range.contains(index) ? nil : index
  }

  private static func isShown(_ value: JSONValue, _ shown: JSONValue) -> Bool {
    shown.elements?.contains(value) ?? false
  }

  private static func isShown(_ key: String, _ rows: JSONValue) -> Bool {
    rows.elements?.contains { $0.elements?.first == .string(key) } ?? false
  }
}
