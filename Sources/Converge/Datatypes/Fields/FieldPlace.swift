// SPDX-License-Identifier: Apache-2.0

/// Where a field is, and what it shows while nothing is set: one object for all who name it.
@usableFromInline
final class FieldPlace: Sendable {
  let target: Target
  let defaultValue: Value?

  init(_ target: Target, defaultValue: Value?) {
    self.target = target
    self.defaultValue = defaultValue
  }

  var isAtTop: Bool { target.steps.isEmpty }
}
