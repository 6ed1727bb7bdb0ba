// SPDX-License-Identifier: Apache-2.0

import Converge

/// What the fields of a document, or of a record in it, are changed through.
protocol FieldEditors {
  /// The editor of a field.
  subscript<Datatype: EditableDatatype>(_ field: Field<Datatype>) -> Datatype.Editor { get }
}

extension Transaction: FieldEditors {}
extension RecordEditor: FieldEditors {}
