// SPDX-License-Identifier: Apache-2.0

/// What a change does, in parts that are applied one after another.
enum ReadPart {
  /// One operation of whichever kind.
  case operation(ReadOperation)
  /// Sets of registers of records, at least one.
  case writes([ReadRegisterWrite])
}

extension OperationReader {
  /// Reads the next operation; none may speak for members where none are declared.
  mutating func next(
    _ numbers: inout AuthorNumbers, hasMembers: Bool
  ) throws(WireError) -> ReadOperation {
    let operation = try next(&numbers)
    guard hasMembers || !(operation.operation?.isAboutMembers ?? false) else {
      throw .invalidItem(offset: operation.payload.lowerBound)
    }
    return operation
  }

  /// Reads all operations that are left; nearly always there is none after the first.
  mutating func parts(
    _ numbers: inout AuthorNumbers, withSetsTogether: Bool, hasMembers: Bool
  ) throws(WireError) -> [ReadPart] {
    var parts: [ReadPart] = []
    while !isAtEnd {
      let writes = withSetsTogether ? registerWrites(numbers) : []
      if writes.isEmpty {
        parts.append(.operation(try next(&numbers, hasMembers: hasMembers)))
      } else {
        parts.append(.writes(writes))
      }
    }
    return parts
  }
}
