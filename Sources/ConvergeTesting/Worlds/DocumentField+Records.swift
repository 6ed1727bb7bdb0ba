// SPDX-License-Identifier: Apache-2.0

import Converge

extension DocumentField {
  /// The field of a record.
  ///
  /// Those that scripts have are made once: to make one takes as long as to read it.
  static func ofRecord(_ name: String, _ kind: DatatypeKind) -> DocumentField {
    // By index: going through the elements would copy each.
    for index in usual.indices
    where usual[index].kind == kind && usual[index].name.hasSameBytes(as: name) {
      return usual[index].field
    }
    return DocumentField(HistoryField(name, kind))
  }

  /// The register of a record.
  static func register(_ name: String) -> Field<LWWRegister<Value>> {
    guard case .register(let field) = ofRecord(name, .register) else {
      return Field(name, LWWRegister<Value>.self)
    }
    return field
  }

  /// The counter of a record.
  static func counter(_ name: String) -> Field<PNCounter> {
    guard case .counter(let field) = ofRecord(name, .counter) else {
      return Field(name, PNCounter.self)
    }
    return field
  }

  private struct Usual {
    var name: String
    var kind: DatatypeKind
    var field: DocumentField
  }

  private static let usual: [Usual] =
    (ValuePool.recordFields + ScriptGenerator.recordFields).map {
      Usual(name: $0.name, kind: $0.kind, field: DocumentField($0))
    }
}

extension DatatypeKind {
  /// The kind that a document names by a datatype's number.
  init(_ datatype: DatatypeTag) {
    self =
      switch datatype {
      case .lwwRegister: .register
      case .mvRegister: .multiValue
      case .pnCounter: .counter
      case .ewFlag: .flag
      case .orSet: .set
      case .orderedORSet: .orderedSet
      case .orMap: .records
      case .orderedORMap: .orderedRecords
      case .movableList: .list
      case .replicatedText: .text
      }
  }
}
