// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct PlainEffectTests {
  /// The model computes states from changes, the plain effect edits arrays: they share no rule.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the model shows an author just what the author asked for`(seed: UInt64) throws {
    let script = ScriptGenerator(calls: 5...60).script(seed: seed)
    var model = NaiveModel(replicaCount: script.replicaCount, fields: script.fields)
    let resolver = CallResolver(fields: script.fields)
    for case .edit(let edit) in script.steps {
      _ = try model.beginChange(edit.replica, wall: edit.wall)
      for scriptCall in edit.calls {
        let call = resolver.resolve(
          scriptCall, count: { model.count(of: $0, in: $1, at: edit.replica) })
        guard let call else { continue }
        let before = model.state(of: call.field, at: edit.replica)
        try model.perform(call, by: edit.replica)
        let expected = PlainEffect.state(
          after: call, script.fields[call.field], before)
        #expect(model.state(of: call.field, at: edit.replica) == expected)
      }
      let other = (edit.replica + 1) % script.replicaCount
      let _: Int = model.merge(from: edit.replica, to: other)
    }
  }
}
