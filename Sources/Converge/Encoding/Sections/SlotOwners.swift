// SPDX-License-Identifier: Apache-2.0

/// Which slots of a tree are an element's: its places, and in a list the slot of its insert.
struct SlotOwners {
  private let tree: SlotTree
  private var owned: Set<LocalDot> = []

  /// Whether the slot of an element's insert may have been dropped.
  private let allowsDropped: Bool

  init(_ tree: SlotTree, allowsDropped: Bool = false) {
    self.tree = tree
    self.allowsDropped = allowsDropped
  }

  /// Takes an element's places, and in a list the slot of its insert.
  ///
  /// - Returns: Whether all are there, and no other element's.
  mutating func claim(_ places: Writes<Void>, of element: LocalDot? = nil) -> Bool {
    if let element, !claimElement(element) { return false }
    for place in places.all where place.stamp.dot != element {
      guard claim(place.stamp.dot) else { return false }
    }
    return true
  }

  /// Takes the slot of an element's insert, which may have been dropped where members are declared.
  mutating func claimElement(_ element: LocalDot) -> Bool {
    (allowsDropped || has(element)) && owned.insert(element).inserted
  }

  /// Whether a slot is there.
  func has(_ slot: LocalDot) -> Bool { tree.contains(slot) }

  /// Takes a slot.
  mutating func claim(_ slot: LocalDot) -> Bool {
    tree.contains(slot) && owned.insert(slot).inserted
  }
}

extension SlotTree {
  /// The visible slots, in order.
  var visibleSlots: [LocalDot] {
    var slots: [LocalDot] = []
    slots.reserveCapacity(count)
    forEachVisibleRun { dot, _, count in
      for offset in 0..<count { slots.append(dot.advanced(by: offset)) }
    }
    return slots
  }
}

extension Stamp {
  /// Whether a place is told by its slot alone, its timestamp standing in the section's table.
  var isPlain: Bool { timestamp != 0 && !isTakenBack }
}
