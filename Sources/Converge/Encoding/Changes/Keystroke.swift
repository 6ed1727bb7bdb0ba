// SPDX-License-Identifier: Apache-2.0

/// What a short change does that has one operation on a text of the document and nothing else: a
/// letter typed or removed.
///
/// Nearly all changes to texts are so short that they are read without memory of their own. What
/// is not understood here is read in the general way, which also says what is wrong with it.
struct Keystroke {
  /// What the body says of the time, see `ChangeBody`.
  private(set) var milliseconds: UInt64
  private(set) var counter: UInt64 = 0
  /// What the author had newly applied, by its number of the replica; 0 for none.
  private(set) var contextNumber = 0
  private(set) var contextCounters: UInt64 = 0
  /// The author's number of the field's name.
  private(set) var name: Int
  /// How many scalars are inserted or slots removed.
  private(set) var count: Int
  /// The parent slot, or the first that is removed.
  private(set) var slot = Reference.none
  private(set) var side: Side?
  /// What is inserted, in ASCII: its bytes at the top of a number, zeros below.
  private(set) var text: UInt128 = 0

  /// A slot, by the author's number of a replica and a counter; without a replica the counter is
  /// how far back from the operation's own dot it is.
  struct Reference {
    var number: Int
    var counter: UInt64

    /// The root of a sequence.
    static let none = Reference(number: 0, counter: 0)
  }

  /// Reads a body.
  ///
  /// - Returns: nil when it is anything else, or something may be wrong with it.
  init?(_ body: ShortBytes, firstCounter: UInt64, limits: DecodingLimits) {
    var reader = body
    guard let head = reader.readVarint(), head >> 2 <= HybridTimestamp.maximumMilliseconds else {
      return nil
    }
    milliseconds = head >> 2
    if head & 2 != 0 {
      guard let value = reader.readVarint(), value > 0, value <= UInt64(UInt16.max) else {
        return nil
      }
      counter = value
    }
    if head & 1 != 0 {
      // One entry, the last: with the number behind the bit that says so.
      guard let source = reader.readVarint(), source & 1 == 0, source > 0,
        source >> 1 <= UInt64(LocalDot.maximumReplicas), let counters = reader.readVarint(),
        counters > 0, counters <= LocalDot.maximumCounter
      else { return nil }
      contextNumber = Int(truncatingIfNeeded: source >> 1)
      contextCounters = counters
    }
    guard let kind = reader.readByte(), let field = reader.readVarint(), field >= 2,
      field & 1 == 0, field <= UInt64(Int32.max)
    else { return nil }
    name = Int(truncatingIfNeeded: field >> 1)
    count = 0
    let isRead =
      switch kind {
      case OperationKind.insertText.rawValue: readInsertion(&reader, firstCounter)
      case OperationKind.removeText.rawValue: readRemoval(&reader, firstCounter, limits)
      default: false
      }
    guard isRead, firstCounter > 0, firstCounter <= LocalDot.maximumCounter,
      count <= limits.maximumOperations, UInt64(count) <= LocalDot.maximumCounter - firstCounter
    else { return nil }
  }

  private mutating func readInsertion(_ reader: inout ShortBytes, _ own: UInt64) -> Bool {
    guard let head = reader.readVarint() else { return false }
    side = head & 1 == 0 ? .left : .right
    if head >> 1 == 0 {
      guard side == .right else { return false }
    } else {
      guard let slot = Self.reference(head >> 1, &reader, own) else { return false }
      self.slot = slot
    }
    guard let length = reader.readVarint(), length > 0, length == UInt64(reader.count),
      reader.isASCII
    else { return false }
    count = reader.count
    text = reader.top
    return true
  }

  private mutating func readRemoval(
    _ reader: inout ShortBytes, _ own: UInt64, _ limits: DecodingLimits
  ) -> Bool {
    guard reader.readByte() == 1, let head = reader.readVarint(), head > 0,
      let slot = Self.reference(head, &reader, own), let length = reader.readVarint(),
      length > 0, length <= UInt64(limits.maximumOperations), reader.count == 0
    else { return false }
    self.slot = slot
    count = Int(truncatingIfNeeded: length)
    return true
  }

  private static func reference(
    _ head: UInt64, _ reader: inout ShortBytes, _ own: UInt64
  ) -> Reference? {
    if head & 1 == 1 {
      return head >> 1 > 0 && head >> 1 < own ? Reference(number: 0, counter: head >> 1) : nil
    }
    guard let counter = reader.readVarint(), counter > 0, counter <= LocalDot.maximumCounter,
      head <= UInt64(LocalDot.maximumReplicas)
    else { return nil }
    return Reference(number: Int(truncatingIfNeeded: head >> 1), counter: counter)
  }
}
