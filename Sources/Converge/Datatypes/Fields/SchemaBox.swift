// SPDX-License-Identifier: Apache-2.0

/// A schema behind one reference: it has as many parts as there are fields.
@usableFromInline
final class SchemaBox<Fields: Schema>: Sendable {
  @usableFromInline let schema: Fields

  init(_ schema: Fields) {
    self.schema = schema
  }
}
