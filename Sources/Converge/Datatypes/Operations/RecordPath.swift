// SPDX-License-Identifier: Apache-2.0

/// The records around a field, the outermost first.
///
/// Nearly always there is none or one, which takes no memory of its own. No enum, so that copies
/// and looks at it cost no more than counting the references in it.
@usableFromInline
struct RecordPath: Sendable {
  /// The map of the only record; nil where there is none, or more than one.
  let map: FieldPlace?
  /// The key of the only record.
  let key: ValueBytes
  /// Two or more records; nil where there are fewer.
  private let several: [Target.Step]?

  private init(_ map: FieldPlace?, _ key: ValueBytes, _ several: [Target.Step]? = nil) {
    self.map = map
    self.key = key
    self.several = several
  }

  static var none: RecordPath { RecordPath(nil, ValueBytes(.null)) }

  var isEmpty: Bool { map == nil && several == nil }

  /// The records as operations name them, none of them fresh.
  var steps: [Target.Step] {
    if let map { return [Target.Step(map: map.target.field, key: key)] }
    return several ?? []
  }

  /// The path to a record in a map at the end of this one.
  func appending(_ map: FieldPlace, _ key: ValueBytes) -> RecordPath {
    guard !isEmpty else { return RecordPath(map, key) }
    return RecordPath(
      nil, ValueBytes(.null), steps + [Target.Step(map: map.target.field, key: key)])
  }
}
