// SPDX-License-Identifier: Apache-2.0

/// The slots of one field at all replicas, in the traversal order of Fugue.
///
/// The traversal of a replica's own tree is this order less the slots that it has not applied: a
/// replica that knows a slot knows its parent, and siblings are ordered by their dots alone. So one
/// order serves all replicas, and it is rebuilt from the tree when slots were added.
///
/// Weidner and Kleppmann, "The Art of the Fugue", 2023, https://arxiv.org/abs/2305.00583.
struct ModelSequence {
  /// A place in the sequence.
  struct Slot {
    /// The replica that made it.
    var replica: Int
    /// The change that made it, as the number among its author's.
    var number: Int
    /// The slot it hangs on, or `root`.
    var parent: Int
    /// The member or list element that the slot was made for.
    var element: Int
    /// Its children on either side, descending by dot: the first, or `none`.
    var firstLeft = ModelSequence.none
    /// The first of its right children.
    var firstRight = ModelSequence.none
    /// The next child of its parent on the same side.
    var nextSibling = ModelSequence.none
  }

  /// Stands for the start of the sequence, which has right children only.
  static let root = -1
  /// Stands for no slot.
  static let none = -2

  /// All slots, in the order made.
  private(set) var slots: [Slot] = []
  private var firstOfRoot = ModelSequence.none
  private var order: [Int] = []
  /// Room for what waits in a traversal.
  private var stack: [Int] = []

  /// What some of the slots of so many changes of each replica show, in order.
  mutating func shown(
    _ applied: [Int], _ shows: (_ element: Int, _ slot: Int) -> ModelShown.Element?
  ) -> [ModelShown.Element] {
    traverse()
    var shown: [ModelShown.Element] = []
    shown.reserveCapacity(order.count)
    for slot in order where isKnown(slot, applied) {
      if let one = shows(slots[slot].element, slot) { shown.append(one) }
    }
    return shown
  }

  /// Whether a slot is of one of so many changes of each replica.
  private func isKnown(_ slot: Int, _ applied: [Int]) -> Bool {
    slots[slot].number <= applied[slots[slot].replica]
  }

  /// Makes a slot behind a visible left neighbour (`root` for the start), by the rule of Fugue.
  ///
  /// What the author has applied includes the change being made.
  mutating func insert(
    after left: Int, element: Int, replica: Int, number: Int, applied: [Int]
  ) -> Int {
    var child = left == Self.root ? firstOfRoot : slots[left].firstRight
    while child != Self.none, !isKnown(child, applied) { child = slots[child].nextSibling }
    var slot = Slot(replica: replica, number: number, parent: left, element: element)
    if child == Self.none {
      return add(slot, isLeft: false)
    }
    // The neighbour has a right child, so some slot follows it; dead ones count.
    traverse()
    let position = left == Self.root ? 0 : (order.firstIndex(of: left) ?? 0) + 1
    for next in order[position...] where isKnown(next, applied) {
      slot.parent = next
      break
    }
    return add(slot, isLeft: true)
  }

  private mutating func add(_ slot: Slot, isLeft: Bool) -> Int {
    let index = slots.count
    slots.append(slot)
    // Walks to the last sibling with a greater dot. Slots of one replica have ascending indices.
    var previous = Self.none
    var next =
      slot.parent == Self.root
      ? firstOfRoot : isLeft ? slots[slot.parent].firstLeft : slots[slot.parent].firstRight
    while next != Self.none, slots[next].replica > slot.replica {
      previous = next
      next = slots[next].nextSibling
    }
    slots[index].nextSibling = next
    if previous != Self.none {
      slots[previous].nextSibling = index
    } else if slot.parent == Self.root {
      firstOfRoot = index
    } else if isLeft {
      slots[slot.parent].firstLeft = index
    } else {
      slots[slot.parent].firstRight = index
    }
    return index
  }

  /// Left children, the slot, right children, with a stack of our own.
  private mutating func traverse() {
    guard order.count < slots.count else { return }
    order.removeAll(keepingCapacity: true)
    // A slot waits on the stack twice: to open its subtree, then (as its complement) to stand.
    push(firstOfRoot)
    while let top = stack.popLast() {
      if top < 0 {
        order.append(~top)
      } else {
        push(slots[top].firstRight)
        stack.append(~top)
        push(slots[top].firstLeft)
      }
    }
  }

  /// Pushes siblings; they are linked descending, so the least ends on top.
  private mutating func push(_ first: Int) {
    var next = first
    while next != Self.none {
      stack.append(next)
      next = slots[next].nextSibling
    }
  }
}
