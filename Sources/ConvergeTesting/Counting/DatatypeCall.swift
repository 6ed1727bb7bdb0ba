// SPDX-License-Identifier: Apache-2.0

/// A call that a datatype has: what a run has covered is counted by these.
package enum DatatypeCall: Int, Tallied {
  case registerSet, multiValueSet, counterIncrement
  case flagEnable, flagDisable
  case setInsert, setRemove
  case orderedSetInsert, orderedSetRemove, orderedSetMove
  case listInsert, listRemove, listReplace, listMove
  case recordsPut, recordsIncrement, recordsRemove
  case orderedRecordsInsert, orderedRecordsPut, orderedRecordsRemove, orderedRecordsMove
  case textInsert, textRemove

  /// What a call is, on a field of this kind.
  init(_ action: Call.Action, on kind: DatatypeKind) {
    let isOrdered = kind == .orderedSet || kind == .orderedRecords
    self =
      switch action {
      case .set: kind == .multiValue ? .multiValueSet : .registerSet
      case .increment: .counterIncrement
      case .enable: .flagEnable
      case .disable: .flagDisable
      case .insertMember: .setInsert
      case .placeMember: .orderedSetInsert
      case .removeMember: isOrdered ? .orderedSetRemove : .setRemove
      case .moveMember: .orderedSetMove
      case .insertValues: .listInsert
      case .removeValues: .listRemove
      case .replaceValue: .listReplace
      case .moveValue: .listMove
      case .put: isOrdered ? .orderedRecordsPut : .recordsPut
      case .incrementEntry: .recordsIncrement
      case .insertRecord: .orderedRecordsInsert
      case .removeRecord: isOrdered ? .orderedRecordsRemove : .recordsRemove
      case .moveRecord: .orderedRecordsMove
      case .insertText: .textInsert
      case .removeText: .textRemove
      }
  }

  /// The place among all cases.
  package var ordinal: Int { rawValue }

  /// The datatype's kind, whose name stands before the dot.
  package var kind: DatatypeKind {
    switch self {
    case .registerSet: .register
    case .multiValueSet: .multiValue
    case .counterIncrement: .counter
    case .flagEnable, .flagDisable: .flag
    case .setInsert, .setRemove: .set
    case .orderedSetInsert, .orderedSetRemove, .orderedSetMove: .orderedSet
    case .listInsert, .listRemove, .listReplace, .listMove: .list
    case .recordsPut, .recordsIncrement, .recordsRemove: .records
    case .orderedRecordsInsert, .orderedRecordsPut, .orderedRecordsRemove,
      .orderedRecordsMove:
      .orderedRecords
    case .textInsert, .textRemove: .text
    }
  }

  /// The call's name in the history format, which stands behind the dot.
  package var callName: String {
    switch self {
    case .registerSet, .multiValueSet: "set"
    case .counterIncrement, .recordsIncrement: "increment"
    case .flagEnable: "enable"
    case .flagDisable: "disable"
    case .setInsert, .orderedSetInsert, .listInsert, .orderedRecordsInsert, .textInsert: "insert"
    case .setRemove, .orderedSetRemove, .listRemove, .recordsRemove, .orderedRecordsRemove,
      .textRemove:
      "remove"
    case .orderedSetMove, .listMove, .orderedRecordsMove: "move"
    case .listReplace: "replace"
    case .recordsPut, .orderedRecordsPut: "put"
    }
  }

  /// The datatype's and the call's name.
  package var tallyName: String { "\(kind.rawValue).\(callName)" }
}
