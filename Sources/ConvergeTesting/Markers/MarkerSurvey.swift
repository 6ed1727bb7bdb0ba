// SPDX-License-Identifier: Apache-2.0

/// Finds what has happened to the datatypes in a run, by the operations that the model holds.
struct MarkerSurvey {
  private let changes: ModelChanges
  private var markers = MarkerSet()

  /// The markers of a run in which everything has been delivered everywhere.
  static func markers(of model: NaiveModel) -> MarkerSet {
    var survey = MarkerSurvey(changes: model.changes)
    for field in model.stores where !field.operations.isEmpty {
      survey.look(at: field)
    }
    if model.membership.hasEvictions,
      model.replicas.contains(where: {
        model.membership.hasVoidEviction($0.applied, model.changes)
      })
    {
      survey.markers.insert(.evictionVoid)
    }
    return survey.markers
  }

  private mutating func look(at field: ModelField) {
    switch field.kind {
    case .counter: lookAtSum(field)
    case .text:
      lookAtPairs(field)
      lookAtRemovedParents(field)
    default: lookAtPairs(field)
    }
    if !field.sequence.slots.isEmpty { lookAtSlots(field) }
  }

  // MARK: Operations on one thing

  private mutating func lookAtPairs(_ field: ModelField) {
    let operations = field.operations
    for (place, later) in operations.enumerated() {
      for earlier in operations[..<place] where earlier.element == later.element {
        if later.isFresh, earlier.kind == .remove { lookAtFresh(later, after: earlier, field) }
        guard let marker = Self.marker(field.kind, earlier, later),
          !markers.contains(marker) || marker == .concurrentSets,
          changes[earlier.change].replica != changes[later.change].replica,
          !changes.isVisible(earlier, to: later), !changes.isVisible(later, to: earlier)
        else { continue }
        markers.insert(marker)
        if marker == .concurrentSets,
          changes[earlier.change].stamp == changes[later.change].stamp
        {
          markers.insert(.clockTie)
        }
      }
    }
  }

  private mutating func lookAtFresh(
    _ write: ModelOperation, after removal: ModelOperation, _ field: ModelField
  ) {
    guard field.kind == .records || field.kind == .orderedRecords,
      changes.isVisible(removal, to: write)
    else { return }
    markers.insert(field.record == nil ? .freshRecord : .freshInnerRecord)
  }

  /// What it means that two operations on one thing had not seen each other.
  private static func marker(
    _ kind: DatatypeKind, _ one: ModelOperation, _ other: ModelOperation
  ) -> Marker? {
    switch (kind, one.kind, other.kind) {
    case (.register, .set, .set): .concurrentSets
    case (.multiValue, .set, .set): one.value == other.value ? nil : .valueConflict
    case (.flag, .enable, .disable), (.flag, .disable, .enable): .enableWon
    case (.set, .insert, .remove), (.set, .remove, .insert), (.orderedSet, .insert, .remove),
      (.orderedSet, .remove, .insert):
      .insertWon
    case (.orderedSet, .insert, .insert): one.slot >= 0 && other.slot >= 0 ? .insertedTwice : nil
    case (.orderedSet, .move, .move), (.orderedRecords, .move, .move):
      one.slot >= 0 && other.slot >= 0 ? .moveLost : nil
    case (.list, .move, .move): one.slot >= 0 && other.slot >= 0 ? .elementMovedTwice : nil
    case (.list, .move, .remove), (.list, .remove, .move): .removedWhileMoved
    case (.list, .move, .replace), (.list, .replace, .move): .replacedWhileMoved
    case (.records, .write, .remove), (.records, .remove, .write),
      (.orderedRecords, .write, .remove), (.orderedRecords, .remove, .write):
      .updateWon
    case (.text, .remove, .remove): .removedTwice
    default: nil
    }
  }

  private mutating func lookAtSum(_ field: ModelField) {
    var sum: Int64 = 0
    for operation in field.operations {
      let (next, overflow) = sum.addingReportingOverflow(operation.amount)
      if overflow { markers.insert(.counterWrapped) }
      sum = next
    }
  }

  // MARK: Places

  private mutating func lookAtSlots(_ field: ModelField) {
    let slots = field.sequence.slots
    for slot in slots {
      if slot.nextSibling != ModelSequence.none, slots[slot.nextSibling].replica != slot.replica {
        markers.insert(.siblingTie)
      }
      // What is typed between two places hangs to the left of the second.
      if field.kind == .text, slot.firstLeft != ModelSequence.none, slot.parent >= 0,
        slots[slot.parent].replica == slot.replica, slots[slot.parent].element + 1 == slot.element,
        slots[slot.firstLeft].replica != slot.replica
      {
        markers.insert(.runSplit)
      }
    }
  }

  private mutating func lookAtRemovedParents(_ field: ModelField) {
    guard !markers.contains(.typedIntoRemoved) else { return }
    let removals = field.operations.filter { $0.kind == .remove }
    guard !removals.isEmpty else { return }
    let slots = field.sequence.slots
    for insert in field.operations where insert.kind == .insert {
      let parent = slots[insert.slot].parent
      guard parent >= 0 else { continue }
      for removal in removals where removal.element == slots[parent].element {
        guard changes[removal.change].replica != changes[insert.change].replica,
          !changes.isVisible(removal, to: insert), !changes.isVisible(insert, to: removal)
        else { continue }
        return markers.insert(.typedIntoRemoved)
      }
    }
  }
}
