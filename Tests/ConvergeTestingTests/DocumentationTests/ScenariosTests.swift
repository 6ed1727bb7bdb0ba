// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting
import Testing

@Suite struct ScenariosTests {
  // Example: the subway
  @Test func `what is dragged in the subway and thrown away at home stays away`() throws {
    var world = SimulatedWorld(WallpapersTests.fuzz)
    try world.act("phone", "stars two") {
      $0.star("fog")
      $0.star("dune")
    }
    try world.settle()

    world.disconnect("phone")
    world.setClock(of: "phone", ahead: .seconds(300))
    try world.act("phone", "drags fog to the top") { $0.dragToTop("fog") }
    try world.act("phone", "stars harbour") { $0.star("harbour") }
    world.kill("phone")

    try world.act("pad", "throws fog away") { $0.throwAway("fog") }
    try world.settle()
    #expect(world["watch"].order.elements == ["dune"])

    try world.restart("phone")
    #expect(world["phone"].order.elements == ["harbour", "fog", "dune"])
    world.connect("phone")
    try world.settle()
    try world.expectConverged()
    #expect(world["watch"].order.elements == ["harbour", "dune"])
    #expect(world["phone"].trash.elements == ["fog"])
  }
  // End of example

  // Example: a bad link
  @Test func `a link that loses half of all and is slow does no harm`() throws {
    var world = SimulatedWorld(WallpapersTests.fuzz, seed: 7)
    world.setConditions(
      LinkConditions(
        delay: .milliseconds(20) ... .seconds(3), lossPercent: 50, repeatPercent: 20,
        reorders: true),
      to: "watch")
    world.disconnect("pad", "watch")
    for _ in 1...20 {
      try world.perform("star a wallpaper", on: "phone")
      try world.perform("throw away", on: "pad")
      try world.perform("drag to the top", on: "watch")
      try world.advance(by: .seconds(1))
    }
    try world.settle()
    try world.expectConverged()
  }
  // End of example
}
