// SPDX-License-Identifier: Apache-2.0

extension SectionReader {
  mutating func value() throws(WireError) -> ValueBytes {
    let start = offset
    let range = try bytes()
    guard range.count <= limits.maximumValueBytes else {
      throw .limitExceeded(.valueBytes, value: UInt64(range.count), offset: start)
    }
    guard ValueBytes.validate(allBytes, in: range, depthLimit: limits.maximumNestingDepth) else {
      throw .invalidValue(offset: start)
    }
    return ValueBytes(unchecked: allBytes[range])
  }

  /// Wraps bytes that have to be those of a value.
  func checked(_ bytes: [UInt8], _ start: Int) throws(WireError) -> ValueBytes {
    guard bytes.count <= limits.maximumValueBytes else {
      throw .limitExceeded(.valueBytes, value: UInt64(bytes.count), offset: start)
    }
    guard let value = ValueBytes(validating: bytes, depthLimit: limits.maximumNestingDepth) else {
      throw .invalidValue(offset: start)
    }
    return value
  }

  // MARK: Fields of records

  /// Reads which fields a record has.
  mutating func fields() throws(WireError) -> [FieldKey] {
    let start = offset
    let number = try number(.shape, below: shapes.count + 1)
    if number < shapes.count { return shapes[number] }
    var keys: [FieldKey] = []
    for _ in 0..<(try count(.field, each: .field)) {
      let key = try fieldKey()
      if let last = keys.last, !(last < key) { throw .notCanonical(offset: start) }
      keys.append(key)
    }
    guard keys.count <= limits.maximumFields else {
      throw .limitExceeded(.fields, value: UInt64(keys.count), offset: start)
    }
    guard shapes.insert(keys).isNew else { throw .notCanonical(offset: start) }
    return keys
  }

  private mutating func fieldKey() throws(WireError) -> FieldKey {
    let start = offset
    let number = try number(.field, below: fieldKeys.count + 1)
    if number < fieldKeys.count { return fieldKeys[number] }
    let tag = UInt8(exactly: try self.number(.field)).flatMap(DatatypeTag.init(rawValue:))
    guard let tag else { throw .invalidItem(offset: start) }
    let name = try bytes()
    guard name.count <= limits.maximumNameBytes else {
      throw .limitExceeded(.nameBytes, value: UInt64(name.count), offset: start)
    }
    guard UTF8Validation.isValid(allBytes, in: name) else { throw .invalidText(offset: start) }
    let key = FieldKey(name: Array(allBytes[name]), datatype: tag)
    guard fieldKeys.insert(key).isNew else { throw .notCanonical(offset: start) }
    return key
  }
}
