// SPDX-License-Identifier: Apache-2.0

extension SectionReader {
  mutating func dot() throws(WireError) -> LocalDot {
    let start = offset
    let step = try step(.dot, after: trail.replica)
    trail.take(step)
    return try checked(trail.replica, trail.counter, start)
  }

  /// Reads the step to a dot from one of the given replica.
  mutating func step(
    _ column: SectionColumn, after last: Int
  ) throws(WireError) -> DotTrail.Step {
    let start = offset
    let number = try number(column)
    if replicaCount == 1 { return DotTrail.Step(distance: number) }
    var step = DotTrail.Step(distance: number &>> 1)
    if number & 1 == 1 {
      let replica = try self.number(.replica, below: replicaCount)
      guard replica != last else { throw .notCanonical(offset: start) }
      step.replica = replica
    }
    return step
  }

  /// Returns a dot that the snapshot's version vector covers.
  func checked(
    _ replica: Int, _ counter: UInt64, _ start: Int
  ) throws(WireError) -> LocalDot {
    guard counter >= 1, counter <= Swift.min(versionVector[replica], LocalDot.maximumCounter)
    else { throw .invalidReference(offset: start) }
    return LocalDot(replica: replica, counter: counter)
  }

  // MARK: Stamps

  mutating func stamp() throws(WireError) -> Stamp {
    if let stamp = try stampIfAny() { return stamp }
    return Stamp(dot: try dot(), timestamp: 0)
  }

  /// Reads which stamp of the table comes, or nil when something else does.
  mutating func stampIfAny() throws(WireError) -> Stamp? {
    let start = offset
    let number = try number(.stamp)
    guard number > 0 else { return nil }
    let place = nextStamp.addingReportingOverflow(Int(Int64(zigzag: number - 1)))
    guard !place.overflow, stamps.dots.indices.contains(place.partialValue) else {
      throw .invalidReference(offset: start)
    }
    nextStamp = place.partialValue + 1
    let stamp = use(place.partialValue)
    trail.follow(stamp.dot)
    return stamp
  }

  /// The stamp in the table whose dot is the given one.
  mutating func stamp(of dot: LocalDot) throws(WireError) -> Stamp {
    guard let place = stamps.index(of: dot) else { throw .invalidReference(offset: offset) }
    return use(place)
  }

  private mutating func use(_ place: Int) -> Stamp {
    if !isStampUsed[place] {
      isStampUsed[place] = true
      usedStampCount += 1
    }
    return Stamp(dot: stamps.dots[place], timestamp: stamps.timestamps[place])
  }

  /// Reads the table of stamps, which stands before all else.
  mutating func readStamps() throws(WireError) {
    var replica = 0
    var timestamp: UInt64 = 0
    for _ in 0..<(try count(.stampCount, each: .stampCount)) {
      let start = offset
      let gap = try number(.stampCount, below: replicaCount - replica)
      replica += gap
      let count = try count(.stampCount, each: .stampDot)
      guard count > 0 else { throw .notCanonical(offset: start) }
      if stamps.count == 0 { stamps.reserveCapacity(count) }
      var counter: UInt64 = 0
      for _ in 0..<count {
        let start = offset
        let step = try number(.stampDot).addingReportingOverflow(1)
        let next = counter.addingReportingOverflow(step.partialValue)
        guard !step.overflow, !next.overflow else { throw .invalidReference(offset: start) }
        counter = next.partialValue
        timestamp = try self.timestamp(after: timestamp)
        stamps.append(try checked(replica, counter, start), timestamp)
      }
      replica += 1
    }
    isStampUsed = [Bool](repeating: false, count: stamps.count)
  }

  private mutating func timestamp(after packed: UInt64) throws(WireError) -> UInt64 {
    let start = offset
    let last = HybridTimestamp(packed: packed)
    let head = try number(.stampTime)
    let step = Int64(zigzag: head &>> 1)
    let milliseconds = Int64(last.milliseconds).addingReportingOverflow(step)
    var counter = step == 0 ? Int64(last.counter) : 0
    if head & 1 == 1 {
      let difference = Int64(zigzag: try number(.stampCounter))
      let sum = counter.addingReportingOverflow(difference)
      guard difference != 0, !sum.overflow else { throw .notCanonical(offset: start) }
      counter = sum.partialValue
    }
    guard !milliseconds.overflow, let high = UInt64(exactly: milliseconds.partialValue),
      high <= HybridTimestamp.maximumMilliseconds, let low = UInt16(exactly: counter)
    else { throw .invalidItem(offset: start) }
    let result = HybridTimestamp(milliseconds: high, counter: low).packed
    guard result != 0 else { throw .invalidItem(offset: start) }
    return result
  }
}
