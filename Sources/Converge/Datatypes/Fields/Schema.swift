// SPDX-License-Identifier: Apache-2.0

/// The fields of a document or of a record, as properties of type `Field`.
///
///     struct Wallpapers: Schema {
///       let favorites = Field("favorites", OrderedORSet<String>.self)
///       let theme = Field("theme", LWWRegister<String>.self, default: "system")
///     }
///
/// A schema lives in code and is never written into a document: fields that this version of an
/// app does not know are kept, merged and forwarded, and show up again once it does.
public protocol Schema: Sendable {
  /// Creates the schema.
  init()
}

/// A schema without fields, for documents and records whose fields are named as they come.
public struct NoSchema: Schema {
  /// Creates the schema.
  public init() {}
}
