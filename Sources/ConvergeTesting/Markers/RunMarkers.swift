// SPDX-License-Identifier: Apache-2.0

import Converge

/// The markers that can be seen while a run goes on; `MarkerSurvey` finds the others at its end.
struct RunMarkers {
  /// Those reached so far.
  private(set) var reached = MarkerSet()
  /// What each replica's wall clock showed at its last edit.
  private var lastWalls: [Int64?] = []

  /// Notes that a marker was reached.
  mutating func insert(_ marker: Marker) {
    reached.insert(marker)
  }

  /// Notes what a committed edit came by.
  mutating func mark(_ edit: ScriptEdit, _ stamp: Stamp) {
    if stamp.counter > 0 { reached.insert(.equalMilliseconds) }
    if !(0..<1 << 48).contains(edit.wall) { reached.insert(.clockUnusable) }
    while lastWalls.count <= edit.replica { lastWalls.append(nil) }
    if let last = lastWalls[edit.replica], edit.wall < last { reached.insert(.clockSetBack) }
    lastWalls[edit.replica] = edit.wall
  }

  /// Notes what a delivery came by.
  mutating func mark(_ outcome: ApplyOutcome, of change: Change) {
    switch outcome {
    case .applied(let released):
      if released > 0 { reached.insert(.gapDrained) }
    case .alreadyKnown: reached.insert(.repeatedDelivery)
    case .pending(let dots):
      guard let first = dots.first else { return reached.insert(.waitedForMembers) }
      reached.insert(first.replica == change.replica ? .waitedForAuthor : .waitedForOthers)
    case .refused(.evicted): reached.insert(.evictedRefused)
    case .heldAside, .refused: break
    }
  }

  /// Notes by what a state came that brought something.
  mutating func mark(
    _ path: MergePath, from source: ReplicatedDocument, since versionVector: VersionVector,
    _ outcome: MergeOutcome?
  ) {
    switch path {
    case .snapshot: reached.insert(.mergedBySnapshot)
    case .delta: reached.insert(outcome == nil ? .deltaOfChanges : .deltaOfSnapshot)
    case .document:
      guard !reached.contains(.mergedByLog) || !reached.contains(.mergedByJoin) else { return }
      if case .changes = source.changes(since: versionVector) {
        reached.insert(.mergedByLog)
      } else {
        reached.insert(.mergedByJoin)
      }
    case .state: break
    }
  }

  /// Notes what a collection came by.
  mutating func mark(_ report: GarbageReport) {
    if report.slots > 0 { reached.insert(.slotDropped) }
    if report.elements > 0 { reached.insert(.elementForgotten) }
    if report.records > 0 { reached.insert(.recordDropped) }
    if report.changes > 0 { reached.insert(.logShortened) }
    if !report.heldUpBy.isEmpty { reached.insert(.heldUp) }
  }

  /// Notes what a member said.
  mutating func mark(_ action: MemberStep.Action) {
    switch action {
    case .acknowledge: reached.insert(.acknowledged)
    case .admit(let fromSnapshot):
      reached.insert(fromSnapshot ? .joinedFromSnapshot : .joinedFromFork)
    case .admitAgain: reached.insert(.admittedTwice)
    case .evict: reached.insert(.evicted)
    }
  }
}
