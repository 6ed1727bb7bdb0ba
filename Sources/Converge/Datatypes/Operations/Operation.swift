// SPDX-License-Identifier: Apache-2.0

/// One step of a change, in the words of its datatype.
///
/// An operation says all that its effect needs: applied after what its author had applied, it
/// does the same everywhere.
enum Operation: Sendable {
  /// Sets a register.
  case set(ValueBytes)
  case increment(by: Int64)
  case enable
  case disable
  case insertMember(ValueBytes)
  case removeMember(ValueBytes)
  /// Inserts into an ordered set; with a place when the author found the element absent.
  case insertOrderedMember(ValueBytes, Placement?)
  case removeOrderedMember(ValueBytes)
  case moveOrderedMember(ValueBytes, Placement)
  case removeRecord(ValueBytes)
  /// Writes to an ordered record without content; with a place, and fresh, when the author found
  /// the key absent.
  case insertOrderedRecord(ValueBytes, Placement?)
  case removeOrderedRecord(ValueBytes)
  case moveOrderedRecord(ValueBytes, Placement)
  case insertElements([ValueBytes], Placement)
  case removeElements([DotRange])
  case replaceElement(LocalDot, with: ValueBytes)
  case moveElement(LocalDot, Placement)
  case insertText(TextPiece, Placement)
  case removeText([DotRange])
  /// A call that had nothing to do where it was made, but writes to the records around.
  case touch
  /// A call that had nothing to do at all, such as a removal inside an absent record.
  case void
  /// Makes a replica a member of the document.
  case admit(ReplicaID)
  /// Publishes its author's cut: for each replica the last dot that all members are known to have.
  case acknowledge([LocalDot])
  /// Takes a replica out of the members.
  case evict(ReplicaID)

  /// Whether the operation is about the document's members, not about a field.
  var isAboutMembers: Bool {
    switch self {
    case .admit, .acknowledge, .evict: true
    default: false
    }
  }

  /// How many dots the operation covers: one, or one for each value or scalar.
  var dotCount: Int {
    switch self {
    case .insertElements(let values, _): values.count
    case .insertText(let piece, _): piece.scalarCount
    case .removeElements(let ranges), .removeText(let ranges): ranges.reduce(0) { $0 + $1.count }
    default: 1
    }
  }

  /// Where the operation hangs new slots.
  var placement: Placement? {
    switch self {
    case .insertOrderedMember(_, let placement), .insertOrderedRecord(_, let placement): placement
    case .moveOrderedMember(_, let placement), .moveOrderedRecord(_, let placement),
      .insertElements(_, let placement), .insertText(_, let placement),
      .moveElement(_, let placement):
      placement
    default: nil
    }
  }

  /// Whether all slots that the operation refers to are covered by a version vector.
  func refersOnly(toWhatIsIn seen: LocalVersionVector) -> Bool {
    refersOnly { seen.contains($0.last) }
  }

  /// Whether all dots that the operation refers to are known, each range of them asked at once.
  func refersOnly(toWhat isKnown: (DotRange) -> Bool) -> Bool {
    func isKnownSlot(_ slot: LocalDot) -> Bool {
      slot.isNone || isKnown(DotRange(first: slot, count: 1))
    }
    switch self {
    case .insertOrderedMember(_, let placement?), .moveOrderedMember(_, let placement),
      .insertOrderedRecord(_, let placement?), .moveOrderedRecord(_, let placement),
      .insertElements(_, let placement), .insertText(_, let placement):
      return isKnownSlot(placement.parent)
    case .moveElement(let element, let placement):
      return isKnownSlot(element) && isKnownSlot(placement.parent)
    case .replaceElement(let element, with: _):
      return isKnownSlot(element)
    case .removeElements(let ranges), .removeText(let ranges):
      return ranges.allSatisfy(isKnown)
    case .acknowledge(let cut):
      return cut.allSatisfy(isKnownSlot)
    case .admit, .evict, .set, .increment, .enable, .disable, .insertMember, .removeMember,
      .insertOrderedMember(_, nil), .removeOrderedMember, .removeRecord,
      .insertOrderedRecord(_, nil), .removeOrderedRecord, .touch, .void:
      return true
    }
  }
}

/// Text that one operation inserts: UTF-8, and how many scalars it is.
struct TextPiece: Sendable {
  var utf8: ArraySlice<UInt8>
  var scalarCount: Int

  init(utf8: ArraySlice<UInt8>, scalarCount: Int) {
    self.utf8 = utf8
    self.scalarCount = scalarCount
  }

  init(_ string: some StringProtocol) {
    utf8 = Array(string.utf8)[...]
    scalarCount = string.unicodeScalars.count
  }
}

/// What an operation is applied to: a field of the document, or of a record in it, to any depth.
struct Target: Hashable, Sendable {
  /// One record on the way to a field.
  struct Step: Hashable, Sendable {
    /// The field that holds the record: an `ORMap` or an `OrderedORMap`.
    var map: FieldKey
    var key: ValueBytes
    /// Whether the author found the record absent.
    var isFresh = false
  }

  /// The records around the field, the outermost first.
  var steps: [Step] = []
  var field: FieldKey

  /// The target of operations that name no field.
  static let none = Target(field: FieldKey(name: [], datatype: .ewFlag))
}

extension Target {
  /// Whether this is the same field again, with no record to be cleared on the way.
  ///
  /// Its datatype may differ: that follows from the operation's kind.
  func repeats(_ other: Target) -> Bool {
    field.name == other.field.name && steps.count == other.steps.count
      && zip(steps, other.steps).allSatisfy {
        $0.map == $1.map && $0.key == $1.key && !$0.isFresh
      }
  }
}
