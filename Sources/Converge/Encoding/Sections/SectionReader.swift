// SPDX-License-Identifier: Apache-2.0

/// A section that is read: numbers by their meaning, and bytes, in the order of writing.
///
/// Reading checks that the section is laid out as its writer would have; that the numbers are the
/// ones it would have written is for the callers to check.
struct SectionReader {
  let versionVector: LocalVersionVector
  let limits: DecodingLimits
  let replicaCount: Int
  /// Numbers that most sections of small documents do not exceed.
  private static let usualCount = 120
  /// What is left of a section in a row, or the bytes of one in columns.
  private var reader: ByteReader
  private let form: SectionForm
  /// The numbers of a section in columns, column after column, and where the next and the last
  /// of each column stand.
  private var numbers: [UInt64] = []
  private var nextNumbers: [Int] = []
  private var ends: [Int] = []
  /// Of a section in a row that could be in columns.
  private var counts = SectionCounts()
  /// Of a section in columns: how many numbers there are, and how many bytes they take in columns
  /// and would take as varints.
  private var columns = (numberCount: 0, byteCount: 0, varintByteCount: 0)
  private let isCounted: Bool
  private let start: Int
  private var byteCount = 0

  // What the stamps, the dots and the fields that were read tell of the next; see the extensions.
  var stamps = SectionStampTable()
  var isStampUsed: [Bool] = []
  var usedStampCount = 0
  var nextStamp = 0
  var trail = DotTrail()
  var shapes = NumberTable<[FieldKey]>()
  var fieldKeys = NumberTable<FieldKey>()

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
    isCounted = form == .row && reader.remaining > SectionForm.leastNumbers
    if form == .columns { try readColumns(limit: reader.remaining) }
    try readStamps()
  }

  /// Reads all columns.
  private mutating func readColumns(limit byteCount: Int) throws(WireError) {
    let start = reader.offset
    let present = try reader.readVarint()
    guard present >> UInt64(SectionColumn.allCases.count) == 0 else {
      throw .invalidItem(offset: start)
    }
    let (limit, overflow) = byteCount.multipliedReportingOverflow(by: SectionForm.numbersPerByte)
    var columns = ColumnReader()
    numbers.reserveCapacity(Swift.min(byteCount, Self.usualCount))
    nextNumbers.reserveCapacity(SectionColumn.allCases.count)
    ends.reserveCapacity(SectionColumn.allCases.count)
    for column in SectionColumn.allCases {
      nextNumbers.append(numbers.count)
      if present >> UInt64(column.rawValue) & 1 == 1 {
        try columns.read(
          &reader, limit: overflow ? .max : limit - numbers.count, into: &numbers)
      }
      ends.append(numbers.count)
    }
    self.columns = (columns.numberCount, reader.offset - start, columns.varintByteCount)
  }

  /// Where the next byte stands, for errors: in a section in columns that is no number's place.
  var offset: Int { reader.offset }

  mutating func number(_ column: SectionColumn) throws(WireError) -> UInt64 {
    switch form {
    case .row:
      let number = try reader.readVarint()
      if isCounted { counts.add(number, column) }
      return number
    case .columns:
      let column = Int(column.rawValue)
      let place = nextNumbers[column]
      guard place < ends[column] else { throw .truncated(offset: offset) }
      nextNumbers[column] = place + 1
      return numbers[place]
    }
  }

  /// Reads numbers of a column that come one after another.
  mutating func numbers(
    _ column: SectionColumn, count: Int
  ) throws(WireError) -> ArraySlice<UInt64> {
    switch form {
    case .row:
      var result: ArraySlice<UInt64> = []
      result.reserveCapacity(min(count, reader.remaining))
      for _ in 0..<count { result.append(try number(column)) }
      return result
    case .columns:
      let start = nextNumbers[Int(column.rawValue)]
      guard count <= ends[Int(column.rawValue)] - start else { throw .truncated(offset: offset) }
      nextNumbers[Int(column.rawValue)] = start + count
      return numbers[start..<start + count]
    }
  }

  /// How many numbers of a column may be left, at most.
  func remaining(_ column: SectionColumn) -> Int {
    switch form {
    case .row: reader.remaining
    case .columns: ends[Int(column.rawValue)] - nextNumbers[Int(column.rawValue)]
    }
  }

  /// How many bytes beside the numbers may be left, at most.
  var remainingBytes: Int { reader.remaining }

  /// Passes over bytes whose number comes first, and returns where they stand.
  mutating func bytes() throws(WireError) -> Range<Int> {
    let start = offset
    guard let count = Int(exactly: try number(.length)) else { throw .truncated(offset: start) }
    let range = try reader.readRange(count: count)
    byteCount += count
    return range
  }

  /// Checks that everything was read, and that the section is in the form that it should be in.
  func expectEnd() throws(WireError) {
    try reader.expectEnd()
    // A stamp that no write bears would not be in the table.
    guard usedStampCount == stamps.count else { throw .notCanonical(offset: start) }
    guard nextNumbers == ends else { throw .trailingBytes(offset: start) }
    guard form == bestForm else { throw .notCanonical(offset: start) }
  }

  /// The form that the section's writer would choose.
  private var bestForm: SectionForm {
    switch form {
    case .row: SectionForm(counts, byteCount: byteCount)
    case .columns:
      SectionForm(
        numberCount: columns.numberCount, varintByteCount: columns.varintByteCount,
        columnsByteCount: columns.byteCount, byteCount: byteCount)
    }
  }

  /// All bytes, in which `bytes()` returns ranges.
  var allBytes: [UInt8] { reader.bytes }
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

  /// Reads how many things come, each of which has a number in another column.
  ///
  /// - Throws: `WireError.truncated` if there cannot be as many, so that room for them may be made.
  mutating func count(
    _ column: SectionColumn, each item: SectionColumn, besides extra: Int = 0
  ) throws(WireError) -> Int {
    let start = offset
    let count = try number(column)
    guard count <= UInt64(remaining(item) + extra) else { throw .truncated(offset: start) }
    return Int(count)
  }
}
