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

  private var items: [Item] = []
  /// Room for the items while those of the table are put before them.
  private var body: [Item] = []
  /// The bytes whose numbers stand in the column of lengths, one after another.
  private(set) var bytes: [UInt8] = []
  private var stamps: [Stamp] = []
  /// The items that stand for a stamp; at first the value is a place in `stamps`.
  private var stampItems: [Int] = []
  private var trail = DotTrail()
  private let hasOneReplica: Bool
  /// Items and bytes that most sections of small documents do not exceed.
  private static let usualCount = 24
  /// Stamps that most sections of small documents do not exceed.
  private static let usualStamps = 8
  private var shapes = NumberTable<[FieldKey]>()
  private var fieldKeys = NumberTable<FieldKey>()

  /// - Parameter replicaCount: The number of replicas in the snapshot's table.
  init(replicaCount: Int) {
    hasOneReplica = replicaCount == 1
    items.reserveCapacity(Self.usualCount)
    body.reserveCapacity(Self.usualCount)
    bytes.reserveCapacity(Self.usualCount)
    stamps.reserveCapacity(Self.usualStamps)
    stampItems.reserveCapacity(Self.usualStamps)
  }

  /// Forgets what was written, but keeps the room for it.
  mutating func reset() {
    items.removeAll(keepingCapacity: true)
    body.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    stamps.removeAll(keepingCapacity: true)
    stampItems.removeAll(keepingCapacity: true)
    trail.reset()
    shapes.removeAll()
    fieldKeys.removeAll()
  }

  mutating func append(_ value: UInt64, _ column: SectionColumn) {
    items.append(Item(value: value, column: column))
  }

  mutating func append(_ value: Int, _ column: SectionColumn) {
    append(UInt64(value), column)
  }

  mutating func append(_ new: ArraySlice<UInt8>) {
    append(new.count, .length)
    bytes += new
  }

  mutating func append(_ value: ValueBytes) {
    append(value.byteCount, .length)
    value.append(to: &bytes)
  }

  /// The last dot appended, perhaps none.
  var lastDot: LocalDot { trail.dot }

  mutating func append(_ dot: LocalDot) {
    append(trail.step(to: dot), .dot)
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
    stampItems.append(items.count)
    append(stamps.count, .stamp)
    stamps.append(stamp)
    trail.follow(stamp.dot)
  }

  /// Puts a stamp into the table, where the reader finds it by its dot.
  mutating func addToTable(_ stamp: Stamp) {
    stamps.append(stamp)
  }

  /// Appends which fields a record has; what is new of that is told where it first stands.
  mutating func append(_ keys: [FieldKey]) {
    let (number, isNew) = shapes.insert(keys)
    append(number, .shape)
    guard isNew else { return }
    append(keys.count, .field)
    for key in keys {
      let (number, isNew) = fieldKeys.insert(key)
      append(number, .field)
      guard isNew else { continue }
      append(UInt64(key.datatype.rawValue), .field)
      append(key.name[...])
    }
  }

  /// All items, those of the table of stamps first.
  mutating func settledItems() -> [Item] {
    let table = SectionStampTable(stamps)
    settleStamps(table)
    guard table.count > 0 else {
      items.insert(Item(value: 0, column: .stampCount), at: 0)
      return items
    }
    swap(&items, &body)
    append(table)
    items += body
    return items
  }

  /// Turns each stamp into its place in the table, told from the place before.
  private mutating func settleStamps(_ table: SectionStampTable) {
    var next = 0
    for item in stampItems {
      let place = table.index(of: stamps[Int(items[item].value)].dot) ?? 0
      items[item].value = Int64(place - next).zigzag &+ 1
      next = place + 1
    }
  }

  /// Appends the table of stamps, one replica's after another's.
  private mutating func append(_ table: SectionStampTable) {
    var replica = 0
    var last = Stamp(dot: .none, timestamp: 0)
    let groups = table.groups
    append(groups.count, .stampCount)
    for group in groups {
      let first = table.dots[group.lowerBound]
      append(first.replica - replica, .stampCount)
      append(group.count, .stampCount)
      replica = first.replica + 1
      last.dot = LocalDot(replica: first.replica, counter: 0)
      for index in group {
        append(Stamp(dot: table.dots[index], timestamp: table.timestamps[index]), after: last)
        last = Stamp(dot: table.dots[index], timestamp: table.timestamps[index])
      }
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
