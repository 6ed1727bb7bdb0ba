// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting

/// W7: settings in a map of records that hold one register each.
struct SettingsWorkload {
  private typealias MapDocument = Document<SettingsFields>

  private let expected = MapWork.result(of: MapWork.localSets)

  func run(in session: inout BenchSession) throws {
    session.check(MapWork.settingsFacts)
    measureWhole(in: &session)
    let (document, updates) = measureEmitting(in: &session)
    try measureForms(of: document, in: &session)
    try measureSingle(updates, of: document, in: &session)
    try measureConcurrent(from: document, in: &session)
  }

  private func makeEmpty() -> MapDocument { ReplicaGroup().document(SettingsFields()) }

  private func values(_ document: MapDocument) -> [String: Int] {
    var values: [String: Int] = [:]
    for (key, record) in document.settings { values[key] = record.value.value }
    return values
  }

  private func isRight(_ document: MapDocument) -> BenchRecord.Fact {
    ("ok", .bool(values(document) == expected))
  }

  // MARK: Local

  private func measureWhole(in session: inout BenchSession) {
    let sets = MapWork.localSets
    let whole = session.stopwatch.time(on: makeEmpty) { document in
      document.edit {
        let settings = $0.settings
        for set in sets { settings[set.key].value.set(set.value) }
      }
    }
    session.add(
      "W7", "100k sets, one commit", whole.timing, operations: sets.count, [isRight(whole.state)])
    let each = session.stopwatch.time(on: makeEmpty) { document in
      for set in sets { document.edit { $0.settings[set.key].value.set(set.value) } }
    }
    session.add(
      "W7", "100k sets, commit per set", each.timing, operations: sets.count,
      [isRight(each.state)])
  }

  private func measureEmitting(in session: inout BenchSession) -> (MapDocument, [[UInt8]]) {
    let sets = MapWork.localSets
    let emitting = session.stopwatch.time(on: makeEmpty) { document in
      var updates: [[UInt8]] = []
      for set in sets {
        let change = document.edit { $0.settings[set.key].value.set(set.value) }
        if let change { updates.append(change.encoded(in: document.id)) }
      }
      return updates
    }
    session.add(
      "W7", "100k sets, commit per set + emit update", emitting.timing, operations: sets.count,
      [
        isRight(emitting.state),
        ("update_bytes", .integer(emitting.output.reduce(0) { $0 + $1.count })),
        ("updates", .integer(emitting.output.count)),
      ])
    return (emitting.state, emitting.output)
  }

  // MARK: Remote

  private func measureForms(of document: MapDocument, in session: inout BenchSession) throws {
    for form in DocumentForm.allCases {
      let encoding = session.stopwatch.time { form.encode(document) }
      let bytes = encoding.output
      session.add(
        "W7", "encode \(form.rawValue)", encoding.timing, [("bytes", .integer(bytes.count))])
      let loading = try session.stopwatch.time {
        values(try form.load(bytes, of: document.id, SettingsFields()))
      }
      session.add(
        "W7", "second replica imports \(form.rawValue) + reads all", loading.timing,
        [("ok", .bool(loading.output == expected))])
    }
  }

  private func measureSingle(
    _ updates: [[UInt8]], of document: MapDocument, in session: inout BenchSession
  ) throws {
    let single = try session.stopwatch.time(
      runs: max(Stopwatch.fewestRuns, session.stopwatch.runs - 2)
    ) {
      var replica = ReplicaGroup().document(SettingsFields(), as: 1, id: document.id)
      for update in updates { try replica.receiveUpdate(update) }
      return values(replica)
    }
    session.add(
      "W7", "second replica imports 100k updates one by one", single.timing,
      operations: updates.count, [("ok", .bool(single.output == expected))])
  }

  // MARK: Two replicas

  private func measureConcurrent(
    from document: MapDocument, in session: inout BenchSession
  ) throws {
    let bytes = document.snapshot()
    let merging = try session.stopwatch.time(
      on: {
        let group = ReplicaGroup()
        var pair = DivergedPair(
          try group.load(SettingsFields(), snapshot: bytes, as: 2),
          try group.load(SettingsFields(), snapshot: bytes, as: 3))
        pair.diverge { replica, side in
          replica.edit {
            let settings = $0.settings
            for set in MapWork.concurrentSets[side] {
              settings[set.key].value.set(set.value)
            }
          }
        }
        return pair
      }, { try $0.exchange() })
    let first = values(merging.state.first)
    session.add(
      "W7", "two replicas: export + exchange + merge of 10k sets each", merging.timing,
      operations: 2 * MapWork.concurrentSets[0].count,
      [
        ("ok", .bool(first == values(merging.state.second) && first.count == expected.count)),
        ("update_bytes", .array(merging.output.map { .integer($0) })),
      ])
  }
}

/// A document of settings by name, as an app keeps them that does not know all their names.
struct SettingsFields: Schema {
  let settings = Field("settings", ORMap<String, Setting>.self)
}

/// One setting.
struct Setting: Schema {
  let value = Field("value", LWWRegister<Int>.self, default: 0)
}
