// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// What is deep or long must not need a deep stack.
struct SectionDepthTests {
  private static let slotCount = 200_000

  private static func table(_ count: Int) -> ReplicaTable {
    var table = ReplicaTable()
    for number in 0..<count { _ = table.insert(ReplicaID(high: UInt64(number) + 1, low: 0)) }
    return table
  }

  /// Encodes a field, decodes it and encodes it again.
  private static func expectRoundTrip(_ state: FieldState, _ datatype: DatatypeTag, depth: Int = 0)
  {
    let table = table(2)
    let encoder = SectionEncoder(numbers: [0, 1], replicas: table)
    let known = LocalVersionVector([UInt64(slotCount), UInt64(slotCount)])
    let decoder = SectionDecoder(replicas: table, versionVector: known, limits: .default)
    var first = ByteWriter()
    encoder.encodeField(state, into: &first)
    var reader = ByteReader(first.bytes)
    var second = ByteWriter()
    do {
      let copy = try decoder.decodeField(datatype, &reader, depth: depth)
      encoder.encodeField(copy, into: &second)
    } catch {
      Issue.record(error)
    }
    #expect(first.bytes == second.bytes)
  }

  /// A chain in which each slot is a left child of the one before it, the last one first in order.
  private static func leftChain() -> SlotTree? {
    var builder = SlotTreeBuilder(replicas: table(2), runCount: slotCount)
    for place in 0..<slotCount {
      let counter = UInt64(slotCount - place)
      _ = builder.hang(place == 0 ? .down(passed: slotCount - 1) : .back)
      let dot = LocalDot(replica: 0, counter: counter)
      guard builder.append(dot, length: 1, isVisible: true) else { return nil }
    }
    return builder.finish()
  }

  /// A chain of right children whose dots are another replica's each time.
  private static func rightChain() -> SlotTree? {
    var builder = SlotTreeBuilder(replicas: table(2), runCount: slotCount)
    for place in 0..<slotCount {
      _ = builder.hang(.down(passed: 0))
      let dot = LocalDot(replica: place % 2, counter: UInt64(place / 2) + 1)
      guard builder.append(dot, length: 1, isVisible: true) else { return nil }
    }
    return builder.finish()
  }

  @Test func `a long text needs no deep stack`() async throws {
    let tree = try #require(Self.leftChain())
    await SmallStack.run {
      var scalars = ScalarStore()
      scalars.append(TextPiece(String(repeating: "a", count: Self.slotCount)))
      var state = TextState()
      state.restore(tree, scalars)
      Self.expectRoundTrip(.text(Shared(state)), .replicatedText)
    }
  }

  @Test func `a long list needs no deep stack`() async throws {
    let tree = try #require(Self.rightChain())
    await SmallStack.run {
      var state = ListState()
      state.restore(tree)
      for slot in tree.visibleSlots {
        let first = Stamp(dot: slot, timestamp: 0)
        state.restoreRow(slot, Writes(first, ValueBytes(.null)), Writes(first, ()))
      }
      Self.expectRoundTrip(.list(Shared(state)), .movableList)
    }
  }

  /// Records within each other, with a flag in the innermost.
  private static func nested(_ depth: Int, isOrdered: Bool) -> FieldState {
    let map = FieldKey("in", isOrdered ? .orderedORMap : .orMap)
    let flag = FieldKey("on", .ewFlag)
    let context = WriteContext(
      dot: LocalDot(replica: 0, counter: 1), timestamp: 1, seen: LocalVersionVector(),
      replicas: table(2))
    let record = Target.Step(map: map, key: ValueBytes("key"), isFresh: true)
    let steps = Array(repeating: record, count: depth)
    var fields = RecordFields()
    fields.apply(.enable, to: Target(steps: steps, field: flag), context)
    return fields[map] ?? FieldState(.orMap)
  }

  @Test(arguments: [true, false])
  func `records nest as deep as the limit`(isOrdered: Bool) async {
    let limit = DecodingLimits.default.maximumNestingDepth
    let datatype = isOrdered ? DatatypeTag.orderedORMap : .orMap
    await SmallStack.run {
      Self.expectRoundTrip(Self.nested(limit, isOrdered: isOrdered), datatype)
      // One deeper is refused.
      let table = Self.table(2)
      var writer = ByteWriter()
      SectionEncoder(numbers: [0, 1], replicas: table)
        .encodeField(Self.nested(limit + 1, isOrdered: isOrdered), into: &writer)
      let known = LocalVersionVector([1, 1])
      let decoder = SectionDecoder(replicas: table, versionVector: known, limits: .default)
      var reader = ByteReader(writer.bytes)
      do throws(WireError) {
        _ = try decoder.decodeField(datatype, &reader, depth: 0)
        Issue.record("Records beyond the limit were decoded.")
      } catch {
        guard case .limitExceeded(.nestingDepth, value: 65, offset: _) = error else {
          Issue.record(error)
          return
        }
      }
    }
  }
}
