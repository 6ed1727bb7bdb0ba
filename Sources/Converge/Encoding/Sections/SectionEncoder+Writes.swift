// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes a register: its writes, ascending by dot.
  func encode(_ state: RegisterState, _ section: inout SectionWriter) {
    encode(state.writes, &section)
  }

  /// Encodes the writes to a value, at least one.
  func encode(_ writes: Writes<ValueBytes>, _ section: inout SectionWriter) {
    if writes.rivals.isEmpty, let write = writes.winner {
      return encode(write.stamp, write.payload, &section)
    }
    section.append(0, .stamp)
    section.append(writes.count, .writeCount)
    for write in ascending(writes) {
      section.append(mapped(write.stamp))
      section.append(write.payload)
    }
  }

  /// The same of an only write.
  func encode(_ stamp: Stamp, _ value: ValueBytes, _ section: inout SectionWriter) {
    if stamp.timestamp == 0 {
      section.append(0, .stamp)
      section.append(1, .writeCount)
    }
    section.append(mapped(stamp))
    section.append(value)
  }

  /// Encodes the places of an element, all said in full.
  func encode(_ places: Writes<Void>, _ section: inout SectionWriter) {
    section.append(places.count, .writeCount)
    if places.rivals.isEmpty {
      if let place = places.winner { encode(place.stamp, &section) }
    } else {
      for place in ascending(places) { encode(place.stamp, &section) }
    }
  }

  private func encode(_ place: Stamp, _ section: inout SectionWriter) {
    section.append(mapped(place))
    section.append(place.isTakenBack ? 1 : 0, .takenBack)
  }

  /// Encodes the dots that make something present, ascending; an only one that is the last dot
  /// written, as that of a record's last write mostly is, by a zero.
  func encode(_ dots: DotSet, _ section: inout SectionWriter) {
    if let only = dots.only { return encode(only: only, &section) }
    section.append(dots.count + 1, .dotCount)
    section.dots.removeAll(keepingCapacity: true)
    dots.append(to: &section.dots)
    for place in section.dots.indices { section.dots[place] = mapped(section.dots[place]) }
    section.appendDots()
  }

  /// The same of an only dot.
  func encode(only dot: LocalDot, _ section: inout SectionWriter) {
    let dot = mapped(dot)
    if dot == section.lastDot {
      section.append(0, .dotCount)
    } else {
      section.append(2, .dotCount)
      section.append(dot)
    }
  }

  /// Encodes a counter: its increments, ascending by dot.
  func encode(_ state: CounterState, _ section: inout SectionWriter) {
    var increments = state.increments
    section.append(increments.count, .count)
    // Those of a replica ascend already.
    if increments.count > 1 { increments.sort { replicas.precedes($0.dot, $1.dot) } }
    for increment in increments {
      section.append(mapped(increment.dot))
      section.append(increment.amount.zigzag, .amount)
    }
  }

  private func ascending<Payload>(_ writes: Writes<Payload>) -> [Writes<Payload>.Write] {
    guard let winner = writes.winner, let rival = writes.rivals.first else { return writes.all }
    guard writes.count == 2 else {
      var all = writes.all
      all.sort { replicas.precedes($0.stamp.dot, $1.stamp.dot) }
      return all
    }
    return replicas.precedes(winner.stamp.dot, rival.stamp.dot)
      ? [winner, rival] : [rival, winner]
  }
}
