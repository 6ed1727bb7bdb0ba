// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting
import Testing

@Suite struct FuzzTests {
  @Test func `a wrong rule of an app is caught and shrunk to a few steps in its own words`() throws
  {
    let failure = try #require(throws: FuzzFailure.self) {
      try Fuzz.toDo(.always).run(seeds: 1...100)
    }
    #expect(failure.check == "rule")
    #expect(failure.rule == "a done item is on no list")
    #expect(failure.steps.count <= 6)
    #expect(
      failure.description == """
        rule "a done item is on no list" on phone: milk done and listed
        after all devices had heard of everything of:
          1  pad: add an item ("milk", "today")
          2  pad: finish an item ("milk")
          3  phone receives step 1 of pad
          4  phone: put an item on a list ("milk", "today")
        seed 2, 4 of 54 steps left; again: run(seed: 2)
        """)
  }

  @Test func `with a repair the rule holds once all have heard of everything`() throws {
    let summary = try Fuzz.toDo(.settled) {
      $0.repair("take done items off lists") { $0.tidy() }
    }.run(seeds: 1...40)
    #expect(summary.histories == 40)
    #expect(summary.idleActions.isEmpty)
  }
}
