// SPDX-License-Identifier: Apache-2.0

@testable import ConvergeTesting

/// For each marker a script of a few steps that reaches it by the last one.
enum MarkerScripts {
  static func script(for marker: Marker) -> Script {
    switch marker {
    case .gapDrained: travelling([edit(0), edit(1), deliver(1, to: 1), deliver(0, to: 1)])
    case .waitedForAuthor: travelling([edit(0), edit(1), deliver(1, to: 1)])
    case .waitedForOthers:
      travelling([edit(0), deliver(0, to: 1), edit(1, by: 1), deliver(1, to: 2)])
    case .repeatedDelivery: travelling([edit(0), deliver(0, to: 1), deliver(0, to: 1)])
    case .mergedByLog: travelling([edit(0), merge(.document)])
    case .mergedByJoin:
      travelling([edit(0), .restart(0, fromSnapshot: true), merge(.document)])
    case .mergedBySnapshot: travelling([edit(0), merge(.snapshot)])
    case .deltaOfChanges: travelling([edit(0), merge(.delta)])
    case .deltaOfSnapshot: travelling([edit(0), .restart(0, fromSnapshot: true), merge(.delta)])
    case .pendingLost:
      travelling([edit(0), edit(1), deliver(1, to: 1), .restart(1, fromSnapshot: false)])
    case .restartedFromSnapshot: travelling([.restart(1, fromSnapshot: true)])
    case .rolledBack:
      travelling([.abandon(ScriptEdit(label: 0, replica: 0, wall: 1, calls: [call(0)]))])
    case .equalMilliseconds: travelling([edit(0, wall: 5), edit(1, wall: 5)])
    case .clockSetBack: travelling([edit(0, wall: 5), edit(1, wall: 4)])
    case .clockUnusable: travelling([edit(0, wall: -1)])
    case .clockTie: travelling([edit(0, wall: 5), edit(1, by: 1, wall: 5)])
    case .concurrentSets: travelling([edit(0, wall: 5), edit(1, by: 1, wall: 6)])
    default: aboutMembers(marker) ?? aboutDatatypes(marker)
    }
  }

  // MARK: What happens to the datatypes

  private static func aboutDatatypes(_ marker: Marker) -> Script {
    let field = field(of: marker)
    return Script(
      seed: 5, replicaCount: 2, fields: [field], steps: steps(about: marker))
  }

  private static func field(of marker: Marker) -> HistoryField {
    switch marker {
    case .valueConflict: HistoryField("conflict", .multiValue)
    case .counterWrapped: HistoryField("plays", .counter)
    case .enableWon: HistoryField("muted", .flag)
    case .insertWon: HistoryField("tags", .set)
    case .insertedTwice, .moveLost: HistoryField("favorites", .orderedSet)
    case .updateWon, .freshRecord: HistoryField("items", .records)
    case .freshInnerRecord:
      HistoryField(
        "plans", .records,
        of: [HistoryField("parts", .records, of: [HistoryField("title", .register)])])
    case .runSplit, .typedIntoRemoved, .removedTwice: HistoryField("note", .text)
    default: HistoryField("queue", .list)
    }
  }

  private static func steps(about marker: Marker) -> [ScriptStep] {
    switch marker {
    case .valueConflict:
      [edit(0, call(0, value: 1)), edit(1, by: 1, call(0, value: 2))]
    case .counterWrapped: [edit(0, call(0, value: 6)), edit(1, call(0, value: 6))]
    case .enableWon: [edit(0, call(0)), edit(1, by: 1, call(1))]
    case .insertWon: [edit(0, call(0)), edit(1, by: 1, call(1))]
    case .insertedTwice: [edit(0, call(0)), edit(1, by: 1, call(0))]
    case .moveLost:
      [
        edit(0, call(0), call(0, index: 1, key: 1)), deliver(0, to: 1),
        edit(1, call(2, index: 1)), edit(2, by: 1, call(2, index: 1)),
      ]
    case .elementMovedTwice:
      pair + [edit(1, call(4, extent: 1)), edit(2, by: 1, call(4, extent: 1))]
    case .removedWhileMoved: pair + [edit(1, call(4, extent: 1)), edit(2, by: 1, call(2))]
    case .replacedWhileMoved: pair + [edit(1, call(4, extent: 1)), edit(2, by: 1, call(3))]
    case .updateWon: [edit(0, call(0)), edit(1, by: 1, call(2))]
    case .freshRecord: [edit(0, call(0)), edit(1, call(2)), edit(2, call(0))]
    case .freshInnerRecord:
      [edit(0, inner([0, 0, 0, 0])), edit(1, inner([0, 0])), edit(2, inner([0, 0, 0, 0]))]
    case .runSplit:
      [edit(0, call(0, value: 1)), deliver(0, to: 1), edit(1, by: 1, call(0, index: 1))]
    case .typedIntoRemoved:
      [edit(0, call(0)), deliver(0, to: 1), edit(1, by: 1, call(2)), edit(2, call(0, index: 1))]
    case .removedTwice:
      [edit(0, call(0)), deliver(0, to: 1), edit(1, by: 1, call(2)), edit(2, call(2))]
    default: [edit(0, call(0)), edit(1, by: 1, call(0))]
    }
  }

  /// Two elements of a list that both replicas know.
  private static let pair = [edit(0, call(0, extent: 1)), deliver(0, to: 1)]

  // MARK: Members

  private static func aboutMembers(_ marker: Marker) -> Script? {
    let list = HistoryField("queue", .list)
    let items = HistoryField("items", .records)
    let told = say(9, .acknowledge)
    return switch marker {
    case .acknowledged:
      members(2, list, [edit(0), deliver(0, to: 1), say(1, by: 1, .acknowledge)])
    case .slotDropped, .elementForgotten, .logShortened:
      members(1, list, [edit(0), edit(1, call(2)), told, .collect(0)])
    case .recordDropped: members(1, items, [edit(0), edit(1, call(2)), told, .collect(0)])
    case .heldUp: members(2, list, [edit(0), .collect(0)])
    case .joinedFromFork: members(1, list, [say(0, .admit(fromSnapshot: false))])
    case .joinedFromSnapshot: members(1, list, [say(0, .admit(fromSnapshot: true))])
    case .admittedTwice:
      members(2, list, [say(0, .admit(fromSnapshot: true)), say(1, by: 1, .admitAgain)])
    case .evicted: members(2, list, [say(0, .evict(1))])
    case .evictionVoid: members(3, list, [say(0, .evict(1)), say(1, by: 1, .evict(0))])
    case .waitedForMembers:
      members(3, list, [say(0, .evict(2)), edit(1, by: 2), deliver(1, to: 0)])
    case .evictedRefused:
      members(2, list, [say(0, .evict(1)), edit(1, by: 1), deliver(1, to: 0)])
    default: nil
    }
  }

  private static func members(
    _ count: Int, _ field: HistoryField, _ steps: [ScriptStep]
  ) -> Script {
    Script(seed: 5, replicaCount: count + 1, founderCount: count, fields: [field], steps: steps)
  }

  // MARK: Steps

  private static func travelling(_ steps: [ScriptStep]) -> Script {
    Script(seed: 5, replicaCount: 3, fields: [HistoryField("theme", .register)], steps: steps)
  }

  private static func edit(
    _ label: Int, by replica: Int = 0, wall: Int64 = 1, _ calls: ScriptCall...
  ) -> ScriptStep {
    .edit(
      ScriptEdit(
        label: label, replica: replica, wall: wall, calls: calls.isEmpty ? [call(0)] : calls))
  }

  private static func call(
    _ choice: Int, index: Int = 0, extent: Int = 0, key: Int = 0, value: Int = 0
  ) -> ScriptCall {
    ScriptCall(field: 0, choice: choice, index: index, extent: extent, key: key, value: value)
  }

  private static func inner(_ path: [Int]) -> ScriptCall {
    ScriptCall(field: 0, choice: 0, path: path)
  }

  private static func say(
    _ label: Int, by replica: Int = 0, _ action: MemberStep.Action
  ) -> ScriptStep {
    .member(MemberStep(label: label, replica: replica, wall: 1, action: action))
  }

  private static func deliver(_ label: Int, to replica: Int) -> ScriptStep {
    .deliver(label: label, to: replica, isEncoded: false)
  }

  private static func merge(_ path: MergePath) -> ScriptStep { .merge(from: 0, to: 1, by: path) }
}
