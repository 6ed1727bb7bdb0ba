// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  func decodeRegister(_ section: inout SectionReader) throws(WireError) -> RegisterState {
    RegisterState(writes: try decodeWrites(&section))
  }

  func decodeFlag(_ section: inout SectionReader) throws(WireError) -> FlagState {
    FlagState(enables: try decodeDots(&section))
  }

  func decodeWrites(_ section: inout SectionReader) throws(WireError) -> Writes<ValueBytes> {
    let start = section.offset
    if let stamp = try section.stampIfAny() { return Writes(stamp, try section.value()) }
    var writes = Writes<ValueBytes>()
    var last: LocalDot?
    for _ in 0..<(try section.count(.writeCount, each: .length)) {
      let start = section.offset
      let stamp = try section.stamp()
      try expectNextReplica(stamp.dot, after: &last, start)
      let write = Writes<ValueBytes>.Write(stamp: stamp, payload: try section.value())
      writes.insert(write, replicas)
    }
    guard let winner = writes.winner, writes.count > 1 || winner.stamp.timestamp == 0 else {
      throw .notCanonical(offset: start)
    }
    return writes
  }

  func decodePlaces(_ section: inout SectionReader) throws(WireError) -> Writes<Void> {
    var places = Writes<Void>()
    var last: LocalDot?
    for _ in 0..<(try section.count(.writeCount, each: .takenBack)) {
      let start = section.offset
      var stamp = try section.stamp()
      try expectNextReplica(stamp.dot, after: &last, start)
      stamp.isTakenBack = try section.number(.takenBack, below: 2) == 1
      places.insert(Writes<Void>.Write(stamp: stamp, payload: ()), replicas)
    }
    return places
  }

  func decodeDots(_ section: inout SectionReader) throws(WireError) -> DotSet {
    let start = section.offset
    let before = section.trail.dot
    let count = try section.count(.dotCount, each: .dot, besides: 1)
    if count == 0 {
      return DotSet(try section.checked(before.replica, before.counter, start))
    }
    var dots: [LocalDot] = []
    var last: LocalDot?
    for _ in 1..<count {
      let start = section.offset
      let dot = try section.dot()
      try expectNextReplica(dot, after: &last, start)
      dots.append(dot)
    }
    guard dots != [before] else { throw .notCanonical(offset: start) }
    return DotSet(distinct: dots)
  }

  func decodeCounter(_ section: inout SectionReader) throws(WireError) -> CounterState {
    var state = CounterState()
    var last: LocalDot?
    for _ in 0..<(try section.count(.count, each: .amount)) {
      let start = section.offset
      let dot = try section.dot()
      try expectAscending(dot, after: &last, start)
      state.restore(dot, Int64(zigzag: try section.number(.amount)))
    }
    return state
  }

  /// Checks the order of dots of which no replica has two: its later write has seen the earlier.
  private func expectNextReplica(
    _ dot: LocalDot, after last: inout LocalDot?, _ start: Int
  ) throws(WireError) {
    if let last, last.replica >= dot.replica { throw .notCanonical(offset: start) }
    last = dot
  }

  /// Checks the order of dots, which is that of the numbers in the snapshot's table.
  private func expectAscending(
    _ dot: LocalDot, after last: inout LocalDot?, _ start: Int
  ) throws(WireError) {
    if let last, last.bits >= dot.bits { throw .notCanonical(offset: start) }
    last = dot
  }
}
