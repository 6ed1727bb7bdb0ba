// SPDX-License-Identifier: Apache-2.0

/// The number that stands for a kind of operation in bytes.
///
/// Kinds from `firstOfLaterVersions` on have one form for all: target, number of dots, payload
/// behind its length. A version that does not know such a kind keeps the operation as it came.
enum OperationKind: UInt8, Sendable {
  case setLWWRegister = 1
  case setMVRegister = 2
  case increment = 3
  case enable = 4
  case disable = 5
  case insertMember = 6
  case removeMember = 7
  case insertNewOrderedMember = 8
  case insertKnownOrderedMember = 9
  case removeOrderedMember = 10
  case moveOrderedMember = 11
  case removeRecord = 12
  case insertNewOrderedRecord = 13
  case insertKnownOrderedRecord = 14
  case removeOrderedRecord = 15
  case moveOrderedRecord = 16
  case insertElements = 17
  case removeElements = 18
  case replaceElement = 19
  case moveElement = 20
  case insertText = 21
  case removeText = 22
  case void = 23
  case touch = 24
  case admit = 25
  case acknowledge = 26
  case evict = 27

  static let firstOfLaterVersions: UInt8 = 48

  /// The bits of an operation's first byte that hold its kind; the bit above is not used yet.
  static let mask: UInt8 = 0x3F
  /// The bit of an operation's first byte that says: same target as the operation before.
  static let sameTarget: UInt8 = 0x80

  /// The datatype that the kind belongs to; none for those which no field applies.
  var datatype: DatatypeTag? {
    switch self {
    case .setLWWRegister: .lwwRegister
    case .setMVRegister: .mvRegister
    case .increment: .pnCounter
    case .enable, .disable: .ewFlag
    case .insertMember, .removeMember: .orSet
    case .insertNewOrderedMember, .insertKnownOrderedMember, .removeOrderedMember,
      .moveOrderedMember:
      .orderedORSet
    case .removeRecord: .orMap
    case .insertNewOrderedRecord, .insertKnownOrderedRecord, .removeOrderedRecord,
      .moveOrderedRecord:
      .orderedORMap
    case .insertElements, .removeElements, .replaceElement, .moveElement: .movableList
    case .insertText, .removeText: .replicatedText
    case .void, .touch, .admit, .acknowledge, .evict: nil
    }
  }

  /// Whether the operation names a field; those that do nothing, or are about members, do not.
  var hasTarget: Bool {
    switch self {
    case .void, .admit, .acknowledge, .evict: false
    default: true
    }
  }

  /// The kind of an operation on a field of a datatype.
  init(_ operation: Operation, on datatype: DatatypeTag) {
    switch operation {
    case .set: self = datatype == .mvRegister ? .setMVRegister : .setLWWRegister
    case .increment: self = .increment
    case .enable: self = .enable
    case .disable: self = .disable
    case .insertMember: self = .insertMember
    case .removeMember: self = .removeMember
    case .insertOrderedMember(_, .some): self = .insertNewOrderedMember
    case .insertOrderedMember(_, .none): self = .insertKnownOrderedMember
    case .removeOrderedMember: self = .removeOrderedMember
    case .moveOrderedMember: self = .moveOrderedMember
    case .removeRecord: self = .removeRecord
    case .insertOrderedRecord(_, .some): self = .insertNewOrderedRecord
    case .insertOrderedRecord(_, .none): self = .insertKnownOrderedRecord
    case .removeOrderedRecord: self = .removeOrderedRecord
    case .moveOrderedRecord: self = .moveOrderedRecord
    case .insertElements: self = .insertElements
    case .removeElements: self = .removeElements
    case .replaceElement: self = .replaceElement
    case .moveElement: self = .moveElement
    case .insertText: self = .insertText
    case .removeText: self = .removeText
    case .touch: self = .touch
    case .void: self = .void
    case .admit: self = .admit
    case .acknowledge: self = .acknowledge
    case .evict: self = .evict
    }
  }
}
