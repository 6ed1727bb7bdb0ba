// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@Suite struct ShrinkerTests {
  /// Fails when an edit of the register is delivered, whatever else is in the script.
  private func fails(_ script: Script) -> Bool {
    var labels: Set<Int> = []
    for step in script.steps {
      if case .edit(let edit) = step,
        edit.calls.contains(where: { script.fields[$0.field].kind == .register })
      {
        labels.insert(edit.label)
      }
      if case .deliver(let label, _, _) = step, labels.contains(label) { return true }
    }
    return false
  }

  private func failingScript() throws -> Script {
    let generator = ScriptGenerator(replicas: 5...5, calls: 150...200)
    return try #require((0..<200).map { generator.script(seed: $0) }.first(where: fails))
  }

  @Test func `a failing script shrinks to what makes it fail`() throws {
    var shrinker = Shrinker(limit: 5000, fails: fails)
    let smallest = shrinker.shrink(try failingScript())
    #expect(fails(smallest))
    #expect(smallest.steps.count == 2)
    #expect(smallest.callCount == 1)
    #expect(smallest.replicaCount == 2)
    #expect(smallest.fields.count == 1)
  }

  @Test func `shrinking is bounded by runs and gives one result`() throws {
    let script = try failingScript()
    var one = Shrinker(limit: 40, fails: fails)
    var other = Shrinker(limit: 40, fails: fails)
    #expect(one.shrink(script) == other.shrink(script))
    #expect(one.runCount <= 40)
  }
}
