// SPDX-License-Identifier: Apache-2.0

/// The state of an `OrderedORSet`: membership as in `SetState`, places as in `Ordering`.
///
/// An element that is not a member keeps its row and its places: an insert that saw it present
/// may still bring it back, and then it stands where it stood.
struct OrderedSetState: CausalState {
  private(set) var values: [ValueBytes] = []
  private(set) var inserts: [DotSet] = []
  private(set) var ordering = Ordering()
  private(set) var kinds = ValueKinds()
  private var rowOfValue: [ValueBytes: Int] = [:]

  var isVacant: Bool {
    ordering.tree.hasNoSlots && inserts.allSatisfy(\.isEmpty)
  }

  var count: Int { ordering.count }

  func contains(_ value: ValueBytes) -> Bool {
    rowOfValue[value].map(isPresent) ?? false
  }

  func index(of value: ValueBytes) -> Int? {
    rowOfValue[value].flatMap(ordering.index(of:))
  }

  func row(of value: ValueBytes) -> Int? { rowOfValue[value] }

  /// The members in order.
  var members: [ValueBytes] { ordering.rows.map { values[$0] } }

  func member(at index: Int) -> ValueBytes { values[ordering.row(at: index)] }

  /// Applies an insert, which brings a place when its author found the element absent.
  mutating func insert(_ value: ValueBytes, at placement: Placement?, _ context: WriteContext) {
    let row = makeRow(of: value)
    inserts[row].supersede(with: context.dot, seenBy: context.seen)
    if let placement {
      ordering.place(row, at: placement, isPresent: true, context)
    }
    ordering.settle(row, isPresent: true)
  }

  mutating func remove(_ value: ValueBytes, _ context: WriteContext) {
    guard let row = rowOfValue[value] else { return }
    inserts[row].remove(seenBy: context.seen)
    ordering.settle(row, isPresent: isPresent(row))
  }

  mutating func move(_ value: ValueBytes, to placement: Placement, _ context: WriteContext) {
    let row = makeRow(of: value)
    ordering.place(row, at: placement, isPresent: !inserts[row].isEmpty, context)
  }

  /// Where the element must hang to stand at an index among the other members.
  func placement(moving value: ValueBytes, to index: Int) -> Placement? {
    self.index(of: value).map { ordering.placement(moving: $0, to: index) }
  }

  mutating func clear(seenBy context: LocalVersionVector, _ replicas: ReplicaTable) {
    for row in values.indices {
      inserts[row].remove(seenBy: context)
      ordering.updatePlaces(of: row, isPresent: !inserts[row].isEmpty) {
        $0.takeBack(seenBy: context, replicas)
      }
    }
  }

  mutating func join(_ other: OrderedSetState, _ join: JoinContext) {
    ordering.formUnion(other.ordering, join)
    for value in other.values { _ = makeRow(of: value) }
    for row in values.indices {
      let theirs = other.rowOfValue[values[row]]
      inserts[row].join(theirs.map { other.inserts[$0] } ?? DotSet(), join)
      ordering.updatePlaces(of: row, isPresent: !inserts[row].isEmpty) {
        $0.join(theirs.map { other.ordering.places[$0] } ?? Writes(), join)
      }
    }
  }

  /// Puts what a snapshot holds in place of the empty tree; rows follow with `restoreRow`.
  mutating func restore(_ tree: SlotTree) {
    ordering.restore(tree)
  }

  /// Adds a row that a snapshot holds.
  mutating func restoreRow(_ value: ValueBytes, _ inserts: DotSet, _ places: Writes<Void>) {
    let row = makeRow(of: value)
    self.inserts[row] = inserts
    ordering.updatePlaces(of: row, isPresent: !inserts.isEmpty) { $0 = places }
  }

  func verifyInvariants() throws(InvariantViolation) {
    try ordering.verifyInvariants(isPresent: isPresent)
    for inserts in inserts { try inserts.verifyInvariants() }
    try InvariantViolation.check(values.count == inserts.count, "A row is without inserts.")
    for (row, value) in values.enumerated() {
      try InvariantViolation.check(rowOfValue[value] == row, "A value is not found under its row.")
    }
  }

  /// An element is a member when some insert lives and it stands somewhere.
  ///
  /// Every honest insert that finds it absent comes with a place; one that does not must not make a
  /// member without an index.
  private func isPresent(_ row: Int) -> Bool {
    !inserts[row].isEmpty && !ordering.places[row].isEmpty
  }

  private mutating func makeRow(of value: ValueBytes) -> Int {
    if let row = rowOfValue[value] { return row }
    rowOfValue[value] = values.count
    values.append(value)
    kinds.insert(value)
    inserts.append(DotSet())
    ordering.addRow()
    return values.count - 1
  }
}
