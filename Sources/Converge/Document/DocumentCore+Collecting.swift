// SPDX-License-Identifier: Apache-2.0

extension DocumentCore {
  /// Drops what every member has published that all know to be gone.
  mutating func collectGarbage() -> GarbageReport {
    var report = GarbageReport()
    guard state.membership.isDeclared else { return report }
    report.heldUpBy = state.laggards.map { state.replicas[$0] }.sorted()
    guard state.unread.isEmpty, state.sections.isEmpty else {
      report.isHeldUpByUnread = true
      return report
    }
    let cut = state.stableCut
    var collection = GarbageCollection(cut: cut, replicas: state.replicas)
    state.fields.collect(&collection)
    report.slots = collection.slotCount
    report.elements = collection.elementCount
    report.records = collection.recordCount
    report.changes = log.drop(coveredBy: cut, state.replicas)
    return report
  }
}

extension Document {
  /// Drops what members can no longer refer to: dead places, removed elements and the contents of
  /// removed records, and changes that all members have.
  ///
  /// What is shown never changes by it, now or later. Call it once in a while, say after
  /// `acknowledge()`; it looks at the whole document.
  ///
  /// - Returns: What was dropped, and which members hold up the rest.
  /// - Complexity: O(*n* log *n*) in the size of the document.
  @discardableResult
  public mutating func collectGarbage() -> GarbageReport {
    core.collectGarbage()
  }

  /// The dead places in the document: those that nothing hangs on, and all.
  package var deadSlots: (childless: Int, all: Int) { core.state.fields.deadSlots }

  /// How many operations named a place that was not there, though their authors had seen it.
  package var lostParents: Int { core.state.lostParents }
}
