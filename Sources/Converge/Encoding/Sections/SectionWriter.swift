// SPDX-License-Identifier: Apache-2.0

/// A section under construction: numbers with their meanings, and bytes, in the order of writing.
///
/// Nothing is laid out before the end, since the table of stamps is known only then. All dots are
/// in the numbers of the snapshot's table.
struct SectionWriter {
  struct Item {
    var value: UInt64
    var column: SectionColumn
  }

  /// The items as they were written, and at the end those of the table, which are laid out first.
  private var items: [Item] = []
  /// The bytes whose numbers stand in the column of lengths, one after another.
  private(set) var bytes: [UInt8] = []
  /// The stamps that are to stand in the table; until it is made, the items that stand for one have
  /// its dot as their value.
  private var stamps: [Stamp] = []
  private var trail = DotTrail()
  private let hasOneReplica: Bool
  private var shapes = NumberTable<[FieldKey]>()
  private var fieldKeys = NumberTable<FieldKey>()
  /// The number of the last record's shape.
  private var lastShape: Int?
  private var counts = SectionCounts()
  /// Items and bytes that most sections of small documents do not exceed.
  private static let usualCount = 24
  /// Stamps that most sections of small documents do not exceed.
  private static let usualStamps = 8

  // Room for the encoder, kept from one field to the next.
  var path = RunPath()
  var runTrail = DotTrail()
  var dots: [LocalDot] = []

  /// - Parameter replicaCount: The number of replicas in the snapshot's table.
  init(replicaCount: Int) {
    hasOneReplica = replicaCount == 1
    items.reserveCapacity(Self.usualCount)
    bytes.reserveCapacity(Self.usualCount)
  }

  /// Forgets what was written, but keeps the room for it.
  mutating func reset() {
    items.removeAll(keepingCapacity: true)
    if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
    if !stamps.isEmpty { stamps.removeAll(keepingCapacity: true) }
    trail.reset()
    shapes.removeAll()
    fieldKeys.removeAll()
    lastShape = nil
  }

  mutating func append(_ value: UInt64, _ column: SectionColumn) {
    items.append(Item(value: value, column: column))
  }

  mutating func append(_ value: Int, _ column: SectionColumn) {
    append(UInt64(value), column)
  }

  mutating func append(_ new: [UInt8]) {
    append(new.count, .length)
    bytes += new
  }

  mutating func append(_ value: ValueBytes) {
    append(value.byteCount, .length)
    value.append(to: &bytes)
  }

  /// Appends a value without its first bytes.
  mutating func append(_ value: ValueBytes, from start: Int) {
    append(value.byteCount - start, .length)
    if let content = value.shortContent {
      bytes.append(topOf: content &<< UInt128(8 &* start), count: value.byteCount - start)
    } else {
      bytes += value.bytes[start...]
    }
  }

  /// The last dot appended, perhaps none.
  var lastDot: LocalDot { trail.dot }

  mutating func append(_ dot: LocalDot) {
    append(trail.step(to: dot), .dot)
  }

  /// Sorts the dots that stand in the room for some, and appends them.
  mutating func appendDots() {
    // In the snapshot's numbers dots ascend as numbers do.
    dots.sort { $0.bits < $1.bits }
    for dot in dots { append(dot) }
  }

  /// Appends the step to a dot; whether another replica's dot follows is told where the table has
  /// others.
  mutating func append(_ step: DotTrail.Step, _ column: SectionColumn) {
    if hasOneReplica {
      append(step.distance, column)
    } else {
      append(step.distance &* 2 &+ (step.replica == nil ? 0 : 1), column)
      if let replica = step.replica { append(replica, .replica) }
    }
  }

  /// Appends a stamp: its place in the table, or one without a timestamp as its dot.
  mutating func append(_ stamp: Stamp) {
    guard stamp.timestamp != 0 else {
      append(0, .stamp)
      append(stamp.dot)
      return
    }
    append(stamp.dot.bits, .stamp)
    addToTable(stamp)
    trail.follow(stamp.dot)
  }

  /// Puts a stamp into the table, where the reader finds it by its dot.
  mutating func addToTable(_ stamp: Stamp) {
    if stamps.isEmpty { stamps.reserveCapacity(Self.usualStamps) }
    stamps.append(stamp)
  }

  /// Appends which fields of a record hold something, as `append(_:)` does.
  mutating func appendShape(of fields: RecordFields) {
    // Records of one kind have the same fields, mostly one after another.
    if let lastShape, fields.hold(shapes[lastShape]) { return append(lastShape, .shape) }
    var keys: [FieldKey] = []
    keys.reserveCapacity(fields.count)
    for position in 0..<fields.count where !fields.isVacant(at: position) {
      keys.append(fields.key(at: position))
    }
    append(keys)
  }

  /// Appends which fields a record has; what is new of that is told where it first stands.
  ///
  /// - Returns: The number of the shape.
  @discardableResult
  mutating func append(_ keys: [FieldKey]) -> Int {
    let (number, isNew) = shapes.insert(keys)
    lastShape = number
    append(number, .shape)
    guard isNew else { return number }
    append(keys.count, .field)
    for key in keys {
      let (number, isNew) = fieldKeys.insert(key)
      append(number, .field)
      guard isNew else { continue }
      append(UInt64(key.datatype.rawValue), .field)
      append(key.name)
    }
    return number
  }

  // MARK: Stamps

  /// Lays the section out, in the form in which it is smaller.
  mutating func finish(into writer: inout ByteWriter) {
    let tableStart = settle()
    Self.layOut(items, from: tableStart, bytes, &counts, into: &writer)
  }

  /// All items, those of the table of stamps first.
  mutating func settledItems() -> [Item] {
    let tableStart = settle()
    return Array(items[tableStart...] + items[..<tableStart])
  }

  /// Makes the table of stamps, and returns where it starts among the items.
  private mutating func settle() -> Int {
    let count = items.count
    if !stamps.isEmpty {
      stamps.makeTable()
      settleStamps()
    }
    appendTable()
    return count
  }

  /// Turns each stamp into its place in the table, told from the place before.
  private mutating func settleStamps() {
    var next = 0
    for index in items.indices where items[index].column == .stamp && items[index].value != 0 {
      let place = stamps.place(of: LocalDot(bits: items[index].value), next: next)
      items[index].value = Int64(place - next).zigzag &+ 1
      next = place + 1
    }
  }

  /// Appends the table of stamps, one replica's after another's.
  private mutating func appendTable() {
    append(stamps.replicaCount, .stampCount)
    var replica = 0
    var last = Stamp(dot: .none, timestamp: 0)
    var start = 0
    while start < stamps.count {
      let end = stamps.end(ofReplicaAt: start)
      let first = stamps[start].dot.replica
      append(first - replica, .stampCount)
      append(end - start, .stampCount)
      replica = first + 1
      last.dot = LocalDot(replica: first, counter: 0)
      for index in start..<end {
        append(stamps[index], after: last)
        last = stamps[index]
      }
      start = end
    }
  }

  private mutating func append(_ stamp: Stamp, after last: Stamp) {
    append(stamp.dot.counter - last.dot.counter - 1, .stampDot)
    let time = HybridTimestamp(packed: stamp.timestamp)
    let lastTime = HybridTimestamp(packed: last.timestamp)
    let milliseconds = Int64(time.milliseconds) - Int64(lastTime.milliseconds)
    // Within one millisecond the clock's counter goes on, in another it starts anew.
    let counter = Int64(time.counter) - (milliseconds == 0 ? Int64(lastTime.counter) : 0)
    append(milliseconds.zigzag &* 2 &+ (counter == 0 ? 0 : 1), .stampTime)
    if counter != 0 { append(counter.zigzag, .stampCounter) }
  }
}
