// SPDX-License-Identifier: Apache-2.0

/// A field of a history or of a record in it: its name and its datatype.
package struct HistoryField: Sendable, Equatable {
  /// The field's name.
  package var name: String
  /// The field's datatype.
  package var kind: DatatypeKind
  /// The fields of its records, where these hold more than registers and counters.
  package var inner: [HistoryField]

  /// Makes a field.
  package init(_ name: String, _ kind: DatatypeKind, of inner: [HistoryField] = []) {
    self.name = name
    self.kind = kind
    self.inner = inner
  }

  /// Whether it, or a field of its records, has an order in which its user places things.
  var holdsOrder: Bool {
    switch kind {
    case .orderedSet, .list, .orderedRecords, .text: true
    case .register, .multiValue, .counter, .flag, .set, .records:
      inner.contains { $0.holdsOrder }
    }
  }
}

/// One step from a field that holds records to a field inside one of them.
package struct RecordStep: Sendable, Equatable {
  /// The record's key.
  package var key: String
  /// The field inside the record.
  package var field: HistoryField

  /// Makes a step.
  package init(_ key: String, _ field: HistoryField) {
    self.key = key
    self.field = field
  }
}
