// SPDX-License-Identifier: Apache-2.0

/// What names a field, and what it shows while nothing is set: one object for all who name it.
///
/// The target is that of a field of the document; of a record's field the record comes besides.
@usableFromInline
final class FieldPlace: Sendable {
  let target: Target
  let defaultValue: Value?

  init(_ target: Target, defaultValue: Value?) {
    self.target = target
    self.defaultValue = defaultValue
  }
}
