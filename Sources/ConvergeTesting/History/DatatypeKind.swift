// SPDX-License-Identifier: Apache-2.0

/// The datatypes of the history format, by the names that it gives them.
package enum DatatypeKind: String, CaseIterable, Sendable {
  case register
  case multiValue
  case counter
  case flag
  case set
  case orderedSet
  case list
  case records
  case orderedRecords
  case text
}

/// A field of a history: its name and its datatype.
package struct HistoryField: Sendable, Equatable {
  /// The field's name.
  package var name: String
  /// The field's datatype.
  package var kind: DatatypeKind

  /// Makes a field.
  package init(_ name: String, _ kind: DatatypeKind) {
    self.name = name
    self.kind = kind
  }
}
