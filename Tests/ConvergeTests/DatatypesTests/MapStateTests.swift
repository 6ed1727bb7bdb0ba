// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// Maps that keep settings in their rows, beside maps in which each record has a state of its own.
struct MapStateTests {
  /// One operation as it travels.
  private struct Step {
    var key: ValueBytes
    /// The register and the value that are set; nil for a removal.
    var write: (field: FieldKey, value: ValueBytes)?
    var isFresh: Bool
    var context: WriteContext
  }

  /// A replica that holds its state twice: as apps have it, and without settings.
  private struct Twins {
    var usual = MapState()
    var full = MapState()
    var seen = LocalVersionVector()

    mutating func apply(_ step: Step) {
      seen[step.context.dot.replica] = step.context.dot.counter
      guard let (field, value) = step.write else {
        usual.remove(step.key, step.context)
        full.remove(step.key, step.context)
        return
      }
      let isDone =
        usual.set(
          value, field, in: step.key, isFresh: step.isFresh, step.context.stamp,
          seen: step.context.seen, step.context.replicas) != nil
      if !isDone { Self.write(step, field, value, to: &usual) }
      Self.write(step, field, value, to: &full)
    }

    private static let map = FieldKey("records", .orMap)

    private static func write(
      _ step: Step, _ field: FieldKey, _ value: ValueBytes, to state: inout MapState
    ) {
      let record = Target.Step(map: map, key: step.key, isFresh: step.isFresh)
      let target = Target(steps: [record], field: field)
      state.apply(.set(value), to: target, inRecordAt: 0, step.context)
    }

    mutating func join(_ other: Twins, _ replicas: ReplicaTable) {
      let join = JoinContext(
        mine: seen, theirs: other.seen, numbers: [0, 1, 2], replicas: replicas)
      usual.join(other.usual, join)
      full.join(other.full, join)
      seen.merge(other.seen)
    }
  }

  private static let replicas = {
    var table = ReplicaTable()
    for number in [3, 1, 2] as [UInt64] { _ = table.insert(ReplicaID(high: number, low: 0)) }
    return table
  }()

  private static func bytes(_ state: MapState) -> [UInt8] {
    guard !state.isVacant else { return [] }
    var writer = ByteWriter()
    SectionEncoder(numbers: [2, 0, 1], replicas: replicas)
      .encodeField(.map(Shared(state)), into: &writer)
    return writer.bytes
  }

  private static func step(
    of author: Int, _ twins: Twins, at time: UInt64, _ random: inout ValueGenerator
  ) -> Step {
    let key = ValueBytes("key \(random.number(below: 5))")
    let context = WriteContext(
      dot: LocalDot(replica: author, counter: twins.seen[author] + 1), timestamp: time,
      seen: twins.seen, replicas: replicas, isInRecord: true)
    let isRemoval = random.number(below: 6) == 0
    let field = FieldKey(random.number(below: 8) == 0 ? "other" : "value", .lwwRegister)
    let value = ValueBytes(Int64(random.number(below: 100)))
    return Step(
      key: key, write: isRemoval ? nil : (field, value), isFresh: !twins.full.contains(key),
      context: context)
  }

  @Test(arguments: 1...60)
  func `a map with settings is what one without them is`(seed: UInt64) throws {
    var random = ValueGenerator(seed: seed)
    var twins = [Twins](repeating: Twins(), count: 3)
    // Of each author the steps that it made.
    var made = [[Step]](repeating: [], count: 3)
    for time in 1...90 as ClosedRange<UInt64> {
      let replica = random.number(below: 3)
      let other = random.number(below: 3)
      switch random.number(below: 4) {
      case 0 where other != replica:
        twins[replica].join(twins[other], Self.replicas)
      case 1 where twins[other].seen.isSubset(of: twins[replica].seen):
        twins[other].join(twins[replica], Self.replicas)
      case 2 where other != replica:
        // All that the author made and that is missing here, where its context is known.
        for step in made[other].dropFirst(Int(twins[replica].seen[other])) {
          guard step.context.seen.isSubset(of: twins[replica].seen) else { break }
          twins[replica].apply(step)
        }
      default:
        let step = Self.step(of: replica, twins[replica], at: time, &random)
        made[replica].append(step)
        twins[replica].apply(step)
      }
      for twins in [twins[replica], twins[other]] {
        try twins.usual.verifyInvariants()
        #expect(Self.bytes(twins.usual) == Self.bytes(twins.full))
        #expect(twins.usual.shownKeys == twins.full.shownKeys)
        #expect(twins.usual.shownCount == twins.full.shownCount)
        #expect(twins.usual.isVacant == twins.full.isVacant)
      }
    }
  }

  @Test func `a record is a setting until there is more to it`() throws {
    let field = FieldKey("value", .lwwRegister)
    var state = MapState()
    func context(_ counter: UInt64) -> WriteContext {
      WriteContext(
        dot: LocalDot(replica: 0, counter: counter), timestamp: counter,
        seen: LocalVersionVector([counter - 1]), replicas: Self.replicas, isInRecord: true)
    }
    func set(_ value: Int64, _ counter: UInt64) -> Bool? {
      let context = context(counter)
      return state.set(
        ValueBytes(value), field, in: ValueBytes("key"), isFresh: nil, context.stamp,
        seen: context.seen, context.replicas)
    }
    #expect(set(1, 1) == true && set(2, 2) == false)
    #expect(state.setting(inRow: 0)?.value == ValueBytes(Int64(2)) && state.fullRecords.isEmpty)
    state.remove(ValueBytes("key"), context(3))
    #expect(state.setting(inRow: 0) == nil && state.shownCount == 0 && state.count == 1)
    // It must be cleared first.
    #expect(set(4, 4) == nil)
    try state.verifyInvariants()
  }
}
