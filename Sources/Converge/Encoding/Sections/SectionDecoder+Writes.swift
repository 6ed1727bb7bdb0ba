// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  func decodeRegister(_ section: inout SectionReader) throws(WireError) -> RegisterState {
    RegisterState(writes: try decodeWrites(&section))
  }

  func decodeFlag(_ section: inout SectionReader) throws(WireError) -> FlagState {
    FlagState(enables: try decodeDots(&section))
  }

  func decodeWrites(_ section: inout SectionReader) throws(WireError) -> Writes<ValueBytes> {
    var writes = Writes<ValueBytes>()
    var last: LocalDot?
    for _ in 0..<(try section.count(.writeCount)) {
      let start = section.offset
      let stamp = try section.stamp()
      try expectAscending(stamp.dot, after: &last, start)
      let write = Writes<ValueBytes>.Write(stamp: stamp, payload: try section.value())
      writes.insert(write, replicas)
    }
    return writes
  }

  func decodePlaces(_ section: inout SectionReader) throws(WireError) -> Writes<Void> {
    var places = Writes<Void>()
    var last: LocalDot?
    for _ in 0..<(try section.count(.writeCount)) {
      let start = section.offset
      var stamp = try section.stamp()
      try expectAscending(stamp.dot, after: &last, start)
      stamp.isTakenBack = try section.number(.takenBack, below: 2) == 1
      places.insert(Writes<Void>.Write(stamp: stamp, payload: ()), replicas)
    }
    return places
  }

  func decodeDots(_ section: inout SectionReader) throws(WireError) -> DotSet {
    let count = try section.count(.writeCount)
    var dots = DotSet()
    var last: LocalDot?
    for _ in 0..<count {
      let start = section.offset
      let dot = try section.dot()
      try expectAscending(dot, after: &last, start)
      dots.insert(dot)
    }
    return dots
  }

  func decodeCounter(_ section: inout SectionReader) throws(WireError) -> CounterState {
    var state = CounterState()
    var last: LocalDot?
    for _ in 0..<(try section.count(.count)) {
      let start = section.offset
      let dot = try section.dot()
      try expectAscending(dot, after: &last, start)
      state.restore(dot, Int64(zigzag: try section.number(.amount)))
    }
    return state
  }

  /// Checks the order of dots, which is that of the numbers in the snapshot's table.
  func expectAscending(
    _ dot: LocalDot, after last: inout LocalDot?, _ start: Int
  ) throws(WireError) {
    if let last, last.bits >= dot.bits { throw .notCanonical(offset: start) }
    last = dot
  }
}
