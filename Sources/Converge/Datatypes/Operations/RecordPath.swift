// SPDX-License-Identifier: Apache-2.0

/// The records around a field, the outermost first.
///
/// Nearly always there is none or one, which takes no memory of its own.
enum RecordPath: Sendable {
  case none
  /// A record in a map of the document, under a key.
  case one(FieldPlace, ValueBytes)
  /// Two or more.
  case several([Target.Step])

  var isEmpty: Bool {
    if case .none = self { true } else { false }
  }

  /// The records as operations name them, none of them fresh.
  var steps: [Target.Step] {
    switch self {
    case .none: []
    case .one(let map, let key): [Target.Step(map: map.target.field, key: key)]
    case .several(let steps): steps
    }
  }

  /// The path to a record in a map at the end of this one.
  func appending(_ map: FieldPlace, _ key: ValueBytes) -> RecordPath {
    isEmpty ? .one(map, key) : .several(steps + [Target.Step(map: map.target.field, key: key)])
  }
}
