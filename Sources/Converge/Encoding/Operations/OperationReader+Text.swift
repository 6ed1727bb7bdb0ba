// SPDX-License-Identifier: Apache-2.0

/// A text operation on a field of the document, read without making an operation of it.
///
/// Most changes have one of these and nothing else: a letter typed or removed.
struct ReadTextOperation {
  /// What it does to the text.
  enum Edit {
    /// The UTF-8 stands in the change's bytes.
    case insertion(Placement, utf8: Range<Int>)
    case removal(DotRange)
  }

  /// The first dot, and how many.
  var dot: LocalDot
  var count: Int
  /// The author's number of the field's name.
  var name: Int
  var edit: Edit
}

extension OperationReader {
  /// Reads a text operation on a field of the document, if that is all that is left.
  ///
  /// - Returns: nil, and nothing is read, when there is anything else or something is wrong with
  ///   it: `next` then says what.
  mutating func onlyTextOperation(_ numbers: AuthorNumbers) -> ReadTextOperation? {
    let start = reader.offset
    let counterBefore = counter
    do {
      if let operation = try textOperation(numbers), reader.isAtEnd { return operation }
    } catch {
      // Said by `next`, which reads the same again.
    }
    reader.rewind(to: start)
    counter = counterBefore
    return nil
  }

  private mutating func textOperation(
    _ numbers: AuthorNumbers
  ) throws(WireError) -> ReadTextOperation? {
    let kind = try reader.readByte()
    guard kind == OperationKind.insertText.rawValue || kind == OperationKind.removeText.rawValue
    else { return nil }
    let name = try reader.readVarint()
    guard name & 1 == 0, name >= 2, isCheckingForm || name >> 1 <= UInt64(numbers.names.count)
    else { return nil }
    let dot = LocalDot(replica: author, counter: counter)
    let edit: ReadTextOperation.Edit
    let count: Int
    if kind == OperationKind.insertText.rawValue {
      let placement = try readPlacement(at: dot, numbers)
      let utf8 = try reader.readBlobRange()
      guard !utf8.isEmpty, UTF8Validation.isValid(reader.bytes, in: utf8) else { return nil }
      edit = .insertion(placement, utf8: utf8)
      count = reader.bytes.scalarCount(in: utf8)
    } else {
      guard try reader.readVarint() == 1 else { return nil }
      let first = try readDot(at: dot, numbers)
      let length = try reader.readVarint()
      guard length > 0, length <= UInt64(limits.maximumOperations),
        first.isNone || length - 1 <= LocalDot.maximumCounter - first.counter
      else { return nil }
      count = Int(truncatingIfNeeded: length)
      edit = .removal(DotRange(first: first, count: count))
    }
    try advance(by: UInt64(count))
    return ReadTextOperation(
      dot: dot, count: count, name: Int(truncatingIfNeeded: name >> 1), edit: edit)
  }
}

extension [UInt8] {
  /// The number of scalars that a range of well-formed UTF-8 is.
  func scalarCount(in range: Range<Int>) -> Int {
    var count = 0
    for index in range where self[index] & 0xC0 != 0x80 { count += 1 }
    return count
  }
}
