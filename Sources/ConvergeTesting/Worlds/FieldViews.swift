// SPDX-License-Identifier: Apache-2.0

import Converge

/// What shows the fields of a document, or of a record in it.
protocol FieldViews {
  /// What a field shows.
  subscript<Datatype: ReplicatedDatatype>(_ field: Field<Datatype>) -> Datatype { get }
}

extension Document: FieldViews {}
extension RecordView: FieldViews {}
