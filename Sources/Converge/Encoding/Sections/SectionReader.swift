// SPDX-License-Identifier: Apache-2.0

/// A section that is read: numbers by their meaning, and bytes, in the order of writing.
///
/// Reading checks that the section is laid out as its writer would have; that the numbers are the
/// ones it would have written is for the callers to check.
struct SectionReader {
  let versionVector: LocalVersionVector
  let limits: DecodingLimits
  let replicaCount: Int
  /// What is left of a section in a row, or the bytes of one in columns.
  private var reader: ByteReader
  private let form: SectionForm
  private var columns: [ColumnReader] = []
  /// The place of each column in `columns`, or -1.
  private var places = [Int](repeating: -1, count: SectionColumn.allCases.count)
  /// How often each symbol came in each column of a section in a row that could be in columns.
  private var counts: [[Int]] = []
  /// The numbers that a section in columns may still hold.
  private var budget = Int.max
  private let start: Int
  /// Where the next byte of a row stands, or the last number read of a column; for errors.
  private(set) var offset: Int
  private var byteCount = 0

  // What the stamps, the dots and the fields that were read tell of the next; see the extensions.
  var stamps = SectionStampTable()
  var isStampUsed: [Bool] = []
  var usedStampCount = 0
  var nextStamp = 0
  var trail = DotTrail()
  var shapes: [[FieldKey]] = []
  var knownShapes: Set<[FieldKey]> = []
  var fieldKeys: [FieldKey] = []
  var knownFieldKeys: Set<FieldKey> = []

  /// Opens the section that is all that is left of a reader.
  init(
    _ reader: ByteReader, replicaCount: Int, _ versionVector: LocalVersionVector,
    _ limits: DecodingLimits
  ) throws(WireError) {
    self.reader = reader
    self.replicaCount = replicaCount
    self.versionVector = versionVector
    self.limits = limits
    start = reader.offset
    guard let form = SectionForm(rawValue: try self.reader.readByte()) else {
      throw .invalidItem(offset: reader.offset)
    }
    self.form = form
    offset = self.reader.offset
    switch form {
    case .row:
      guard reader.remaining > SectionForm.leastNumbers else { break }
      let none = [Int](repeating: 0, count: NumberCode.symbolCount)
      counts = SectionColumn.allCases.map { _ in none }
    case .columns:
      let budget = reader.remaining.multipliedReportingOverflow(by: SectionForm.numbersPerByte)
      self.budget = budget.overflow ? .max : budget.partialValue
      try openColumns()
    }
    try readStamps()
  }

  private mutating func openColumns() throws(WireError) {
    let present = try reader.readVarint()
    guard present >> UInt64(SectionColumn.allCases.count) == 0 else {
      throw .invalidItem(offset: offset)
    }
    for column in SectionColumn.allCases where present >> UInt64(column.rawValue) & 1 == 1 {
      places[Int(column.rawValue)] = columns.count
      columns.append(try ColumnReader(try reader.readSection()))
    }
    offset = reader.offset
  }

  mutating func number(_ column: SectionColumn) throws(WireError) -> UInt64 {
    switch form {
    case .row:
      let number = try reader.readVarint()
      offset = reader.offset
      if !counts.isEmpty {
        counts[Int(column.rawValue)][NumberCode.symbol(of: number)] += 1
      }
      return number
    case .columns:
      let place = places[Int(column.rawValue)]
      guard place >= 0, budget > 0 else { throw .truncated(offset: offset) }
      budget -= 1
      offset = columns[place].offset
      return try columns[place].next()
    }
  }

  /// Passes over bytes whose number comes first, and returns where they stand.
  mutating func bytes() throws(WireError) -> Range<Int> {
    let count = try count(.length)
    let range = try reader.readRange(count: count)
    byteCount += count
    if form == .row { offset = reader.offset }
    return range
  }

  /// Checks that everything was read, and that the section is in the form that it should be in.
  func expectEnd() throws(WireError) {
    try reader.expectEnd()
    // A stamp that no write bears would not be in the table.
    guard usedStampCount == stamps.count else { throw .notCanonical(offset: start) }
    for column in columns { try column.expectEnd() }
    var counts = counts
    if form == .columns {
      counts = places.map { place in
        place < 0
          ? [Int](repeating: 0, count: NumberCode.symbolCount) : columns[place].counts
      }
    }
    guard form == SectionForm(counts: counts, byteCount: byteCount) else {
      throw .notCanonical(offset: start)
    }
  }

  subscript(range: Range<Int>) -> ArraySlice<UInt8> { reader.bytes[range] }

  func isValidUTF8(_ range: Range<Int>) -> Bool {
    UTF8Validation.isValid(reader.bytes, in: range)
  }
}

extension SectionReader {
  /// Reads a number that has to be below a bound.
  mutating func number(_ column: SectionColumn, below bound: Int) throws(WireError) -> Int {
    let start = offset
    let value = try number(column)
    guard let value = Int(exactly: value), value < bound else {
      throw .invalidItem(offset: start)
    }
    return value
  }

  /// Reads a number of things to come, each of which is read by a number of its own at least.
  mutating func count(_ column: SectionColumn) throws(WireError) -> Int {
    let start = offset
    guard let count = Int(exactly: try number(column)) else { throw .truncated(offset: start) }
    return count
  }
}
