// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting
import Testing

@Suite struct SimulatedWorldTests {
  private struct Notebook: Schema {
    let words = Field("words", OrderedORSet<String>.self)
    let title = Field("title", LWWRegister<String>.self, default: "")
  }

  private func world(
    _ devices: [String] = ["phone", "pad", "watch"], seed: UInt64 = 1
  ) -> SimulatedWorld<Notebook> {
    SimulatedWorld(Notebook(), devices: devices, seed: seed)
  }

  @Test func `nothing arrives until time passes`() throws {
    var world = world()
    try world.act("phone", "adds fog") { $0.edit { $0.words.append("fog") } }
    #expect(world["phone"].words.elements == ["fog"])
    #expect(world["pad"].words.isEmpty)
    try world.advance(by: .zero)
    #expect(world["pad"].words.elements == ["fog"])
    try world.expectConverged()
  }

  @Test func `a message is under way as long as its link's delay`() throws {
    var world = world(["phone", "pad"])
    world.setConditions(LinkConditions(delay: .seconds(2) ... .seconds(2)), from: "phone")
    try world.act("phone", "adds fog") { $0.edit { $0.words.append("fog") } }
    try world.act("pad", "adds dune") { $0.edit { $0.words.append("dune") } }
    try world.advance(by: .milliseconds(1_999))
    #expect(world["phone"].words.contains("dune"))
    #expect(!world["pad"].words.contains("fog"))
    try world.advance(by: .milliseconds(1))
    #expect(world["pad"].words.contains("fog"))
  }

  @Test func `a device that is offline catches up in both directions`() throws {
    var world = world()
    world.disconnect("phone")
    try world.act("phone", "adds fog") { $0.edit { $0.words.append("fog") } }
    try world.act("pad", "adds dune") { $0.edit { $0.words.append("dune") } }
    try world.settle()
    #expect(world["watch"].words.elements == ["dune"])
    let failure = #expect(throws: FuzzFailure.self) { try world.expectConverged() }
    #expect(failure?.check == "convergence")
    #expect(failure?.difference == "phone lacks 1 change of pad")
    world.connect("phone")
    try world.settle()
    try world.expectConverged()
    #expect(world["phone"].words.count == 2)
  }

  @Test func `a link can be down in one direction`() throws {
    var world = world(["phone", "pad"])
    world.disconnect(from: "phone", to: "pad")
    try world.act("phone", "adds fog") { $0.edit { $0.words.append("fog") } }
    try world.act("pad", "adds dune") { $0.edit { $0.words.append("dune") } }
    try world.settle()
    #expect(world["phone"].words.count == 2)
    #expect(world["pad"].words.elements == ["dune"])
    world.connect(from: "phone", to: "pad")
    try world.settle()
    try world.expectConverged()
  }

  @Test func `devices pass on what they receive, and partitions keep it in`() throws {
    var world = world(["phone", "pad", "watch", "desk"])
    world.partition(["phone", "watch"], ["pad", "desk"])
    world.connect("phone", "pad")
    try world.act("watch", "adds fog") { $0.edit { $0.words.append("fog") } }
    try world.settle()
    #expect(world["desk"].words.elements == ["fog"])
    world.disconnect("phone", "pad")
    try world.act("desk", "adds dune") { $0.edit { $0.words.append("dune") } }
    try world.settle()
    #expect(world["pad"].words.count == 2)
    #expect(world["watch"].words.count == 1)
    world.connectAll()
    try world.settle()
    try world.expectConverged()
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `what gets lost, comes twice or overtakes arrives in the end`(seed: UInt64) throws {
    var world = world(seed: seed)
    world.setConditions(
      LinkConditions(
        delay: .zero ... .seconds(5), lossPercent: 40, repeatPercent: 30, reorders: true))
    for round in 0..<6 {
      try world.act("phone", "adds") { $0.edit { $0.words.append("phone \(round)") } }
      try world.act("watch", "adds") { $0.edit { $0.words.insert("watch \(round)", at: 0) } }
      try world.advance(by: .seconds(1))
    }
    try world.settle()
    try world.expectConverged()
    #expect(world["pad"].words.count == 12)
  }

  @Test func `one seed gives one course of events`() throws {
    func steps(seed: UInt64) throws -> [String] {
      var world = world(seed: seed)
      world.setConditions(LinkConditions(lossPercent: 50, repeatPercent: 50, reorders: true))
      for _ in 0..<8 { try world.act("phone", "adds") { $0.edit { $0.words.append("a") } } }
      try world.settle()
      return world.steps
    }
    #expect(try steps(seed: 3) == steps(seed: 3))
    #expect(try steps(seed: 3) != steps(seed: 4))
  }

  @Test func `a killed device keeps what it has applied and loses what waited`() throws {
    var world = world(["phone", "pad"])
    let late = LinkConditions(delay: .seconds(9) ... .seconds(9), reorders: true)
    world.setConditions(late, from: "phone")
    try world.act("phone", "adds fog") { $0.edit { $0.words.append("fog") } }
    world.setConditions(LinkConditions(reorders: true), from: "phone")
    try world.act("phone", "adds dune") { $0.edit { $0.words.append("dune") } }
    try world.act("pad", "adds harbour") { $0.edit { $0.words.append("harbour") } }
    try world.advance(by: .seconds(1))
    #expect(world["pad"].pendingCount == 1)
    world.kill("pad")
    #expect(!world.isRunning("pad"))
    #expect(throws: FuzzFailure.self) { try world.expectConverged() }
    try world.restart("pad")
    #expect(world["pad"].pendingCount == 0)
    #expect(world["pad"].words.elements == ["harbour"])
    try world.settle()
    try world.expectConverged()
    #expect(world["pad"].words.count == 3)
  }

  @Test func `clocks can be wrong, each by its own`() throws {
    var world = world(["phone", "pad"])
    world.setClock(of: "phone", ahead: .seconds(3_600))
    #expect(world.clock(of: "phone") - world.clock(of: "pad") == 3_600_000)
    try world.act("phone", "names it fog") { $0.edit { $0.title.set("fog") } }
    try world.advance(by: .seconds(60))
    #expect(world["pad"].clock.now() == world.now)
    // Whoever has seen a value wins over it, whatever the clocks say.
    try world.act("pad", "names it dune") { $0.edit { $0.title.set("dune") } }
    try world.settle()
    #expect(world["phone"].title.value == "dune")
    world.setClock(of: "phone", ahead: .zero)
    #expect(world.clock(of: "phone") == world.now)
  }

  @Test func `a snapshot can be handed over where no link is up`() throws {
    var world = world(["phone", "pad"])
    world.disconnect("phone")
    try world.act("phone", "adds fog") { $0.edit { $0.words.append("fog") } }
    try world.handSnapshot(of: "phone", to: "pad")
    try world.expectConverged()
  }

  @Test func `a failure tells the steps so far`() throws {
    struct Full: Error {}
    var world = world(["phone", "pad"])
    try world.act("pad", "adds fog") { $0.edit { $0.words.append("fog") } }
    let failure = #expect(throws: FuzzFailure.self) {
      try world.act("phone", "adds dune") { _ in throw Full() }
    }
    #expect(failure?.check == "action")
    #expect(failure?.rule == "adds dune")
    #expect(
      failure?.description == """
        action "adds dune" on phone: threw Full()
        after:
          1  pad: adds fog
          2  phone: adds dune
        """)
  }

  @Test func `an app's invariants are asked, and its actions and repairs are done`() throws {
    var world = SimulatedWorld(
      Fuzz.toDo(.settled) { $0.repair("take done items off lists") { $0.tidy() } })
    try world.perform("add an item", on: "phone")
    try world.settle()
    let item = try #require(world["pad"].items.keys.first)
    try world.act("pad", "finishes it") { $0.finish(item) }
    try world.act("phone", "puts it on a list") { $0.put(item, on: "next") }
    try world.settle()
    #expect(world["watch"].listedItems.isEmpty)
    try world.expectConverged()
  }

  @Test func `a broken invariant fails the step that breaks it`() throws {
    var world = SimulatedWorld(Fuzz.toDo(.always))
    try world.act("phone", "adds milk") { $0.add("milk", to: "today") }
    try world.settle()
    try world.act("pad", "finishes milk") { $0.finish("milk") }
    try world.act("phone", "puts milk on another list") { $0.put("milk", on: "later") }
    let failure = #expect(throws: FuzzFailure.self) { try world.settle() }
    #expect(failure?.rule == "a done item is on no list")
    #expect(failure?.difference == "milk done and listed")
  }
}
