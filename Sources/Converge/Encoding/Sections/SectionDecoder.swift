// SPDX-License-Identifier: Apache-2.0

/// Reads the states of fields from the sections of a snapshot.
///
/// The replicas of the bytes are those of the document that is decoded, in the same order, so
/// that their numbers are the same.
struct SectionDecoder {
  let replicas: ReplicaTable
  /// What the snapshot has joined: no state holds a dot that this does not cover.
  let versionVector: LocalVersionVector
  let limits: DecodingLimits
  /// Whether sections say what of the removed must be remembered.
  var tracksRemovals = false

  /// Decodes fields as `SectionEncoder.encodeFields` writes them, inside so many records.
  func decodeFields(
    _ reader: inout ByteReader, depth: Int
  ) throws(WireError) -> RecordFields {
    var fields = RecordFields()
    var last: FieldKey?
    let count = try reader.readCount(minimumBytesEach: 4)
    for _ in 0..<count {
      let start = reader.offset
      let name = try reader.readBlob(limit: limits.maximumNameBytes, named: .nameBytes)
      guard UTF8Validation.isValid(name, in: name.indices) else {
        throw .invalidText(offset: start)
      }
      guard let datatype = DatatypeTag(rawValue: try reader.readByte()) else {
        throw .invalidItem(offset: reader.offset - 1)
      }
      let key = FieldKey(name: name, datatype: datatype)
      if let last, !(last < key) { throw .notCanonical(offset: start) }
      last = key
      var section = try reader.readSection()
      fields.restore(key, try decodeField(datatype, &section, depth: depth))
    }
    return fields
  }

  /// Decodes a field as `SectionEncoder.encodeField` writes it, inside so many records.
  ///
  /// The section is all that is left of the reader.
  func decodeField(
    _ datatype: DatatypeTag, _ reader: inout ByteReader, depth: Int
  ) throws(WireError) -> FieldState {
    var section = try SectionReader(
      reader, replicaCount: replicas.count, versionVector, limits)
    let state = try decode(datatype, &section, depth: depth)
    try section.expectEnd()
    _ = try reader.readRange(count: reader.remaining)
    return state
  }

  func decode(
    _ datatype: DatatypeTag, _ section: inout SectionReader, depth: Int
  ) throws(WireError) -> FieldState {
    let start = section.offset
    guard depth <= limits.maximumNestingDepth else {
      throw .limitExceeded(.nestingDepth, value: UInt64(depth), offset: start)
    }
    let state =
      datatype == .orMap || datatype == .orderedORMap
      ? try decodeRecords(datatype, &section, depth: depth) : try decodeFlat(datatype, &section)
    guard !state.isVacant else { throw .notCanonical(offset: start) }
    return state
  }

  private func decodeRecords(
    _ datatype: DatatypeTag, _ section: inout SectionReader, depth: Int
  ) throws(WireError) -> FieldState {
    datatype == .orMap
      ? .map(Shared(try decodeMap(&section, depth: depth)))
      : .orderedMap(Shared(try decodeOrderedMap(&section, depth: depth)))
  }

  /// Decodes a state that holds no records.
  private func decodeFlat(
    _ datatype: DatatypeTag, _ section: inout SectionReader
  ) throws(WireError) -> FieldState {
    switch datatype {
    case .lwwRegister: .lwwRegister(try decodeRegister(&section))
    case .mvRegister: .mvRegister(try decodeRegister(&section))
    case .pnCounter: .counter(try decodeCounter(&section))
    case .ewFlag: .flag(try decodeFlag(&section))
    case .orSet: .set(Shared(try decodeSet(&section)))
    case .orderedORSet: .orderedSet(Shared(try decodeOrderedSet(&section)))
    case .movableList: .list(Shared(try decodeList(&section)))
    case .replicatedText: .text(Shared(try decodeText(&section)))
    case .orMap, .orderedORMap: throw .invalidItem(offset: section.offset)
    }
  }
}
