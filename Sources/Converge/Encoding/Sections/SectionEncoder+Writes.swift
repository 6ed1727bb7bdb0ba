// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes a register: its writes, ascending by dot.
  func encode(_ state: RegisterState, _ section: inout SectionWriter) {
    encode(state.writes, &section)
  }

  /// Encodes the writes to a value, at least one.
  func encode(_ writes: Writes<ValueBytes>, _ section: inout SectionWriter) {
    if writes.count == 1, let write = writes.winner, write.stamp.timestamp != 0 {
      section.append(mapped(write.stamp))
      section.append(write.payload)
      return
    }
    section.append(0, .stamp)
    section.append(writes.count, .writeCount)
    for write in ascending(writes) {
      section.append(mapped(write.stamp))
      section.append(write.payload)
    }
  }

  /// Encodes the places of an element, all said in full.
  func encode(_ places: Writes<Void>, _ section: inout SectionWriter) {
    section.append(places.count, .writeCount)
    for place in ascending(places) {
      section.append(mapped(place.stamp))
      section.append(place.stamp.isTakenBack ? 1 : 0, .takenBack)
    }
  }

  /// Encodes the dots that make something present, ascending; an only one that is the last dot
  /// written, as that of a record's last write mostly is, by a zero.
  func encode(_ dots: DotSet, _ section: inout SectionWriter) {
    if let only = dots.only, mapped(only) == section.lastDot {
      section.append(0, .dotCount)
      return
    }
    section.append(dots.count + 1, .dotCount)
    if let only = dots.only {
      section.append(mapped(only))
    } else {
      for dot in dots.sorted(replicas) { section.append(mapped(dot)) }
    }
  }

  /// Encodes a counter: its increments, ascending by dot.
  func encode(_ state: CounterState, _ section: inout SectionWriter) {
    section.append(state.increments.count, .count)
    for increment in state.increments.sorted(by: { replicas.precedes($0.dot, $1.dot) }) {
      section.append(mapped(increment.dot))
      section.append(increment.amount.zigzag, .amount)
    }
  }

  private func ascending<Payload>(_ writes: Writes<Payload>) -> [Writes<Payload>.Write] {
    guard let winner = writes.winner, let rival = writes.rivals.first else { return writes.all }
    guard writes.count == 2 else {
      return writes.all.sorted { replicas.precedes($0.stamp.dot, $1.stamp.dot) }
    }
    return replicas.precedes(winner.stamp.dot, rival.stamp.dot)
      ? [winner, rival] : [rival, winner]
  }
}
