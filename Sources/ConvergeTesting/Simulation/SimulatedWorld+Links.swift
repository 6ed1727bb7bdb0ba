// SPDX-License-Identifier: Apache-2.0

extension SimulatedWorld {
  // MARK: Links that go up and down

  /// Takes all links of a device down; what is under way on them is lost.
  ///
  /// - Precondition: There is a device of the name.
  public mutating func disconnect(_ device: String) {
    tell("\(device) is offline")
    for other in devices where other != device { set(device, other, isUp: false) }
  }

  /// Brings all links of a device up.
  ///
  /// - Precondition: There is a device of the name.
  public mutating func connect(_ device: String) {
    tell("\(device) is online")
    for other in devices where other != device { set(device, other, isUp: true) }
    catchUp()
  }

  /// Takes the links between two devices down; what is under way on them is lost.
  ///
  /// - Precondition: There are devices of the names.
  public mutating func disconnect(_ one: String, _ other: String) {
    tell("the links between \(one) and \(other) are down")
    set(one, other, isUp: false)
  }

  /// Brings the links between two devices up.
  ///
  /// - Precondition: There are devices of the names.
  public mutating func connect(_ one: String, _ other: String) {
    tell("the links between \(one) and \(other) are up")
    set(one, other, isUp: true)
    catchUp()
  }

  /// Takes the link from one device to another down, but not the one back.
  ///
  /// - Precondition: There are devices of the names.
  public mutating func disconnect(from source: String, to target: String) {
    links.set(replica(source), replica(target), isUp: false)
    tell("the link from \(source) to \(target) is down")
    world.note(.noted, at: replica(source), ["can no longer reach \(target)"])
  }

  /// Brings the link from one device to another up.
  ///
  /// - Precondition: There are devices of the names.
  public mutating func connect(from source: String, to target: String) {
    links.set(replica(source), replica(target), isUp: true)
    tell("the link from \(source) to \(target) is up")
    world.note(.noted, at: replica(source), ["can reach \(target) again"])
    catchUp()
  }

  /// Leaves up only links between devices of one group; a device in no group is alone.
  ///
  /// - Precondition: There are devices of the names.
  public mutating func partition(_ groups: [String]...) {
    for device in groups.joined() { _ = replica(device) }
    let words = groups.map { $0.joined(separator: " and ") }.joined(separator: " | ")
    tell("a partition: \(words)")
    for one in devices {
      for other in devices where replica(other) > replica(one) {
        set(one, other, isUp: groups.contains { $0.contains(one) && $0.contains(other) })
      }
    }
    catchUp()
  }

  /// Brings all links up.
  public mutating func connectAll() {
    tell("all are online")
    for one in devices {
      for other in devices where replica(other) > replica(one) { set(one, other, isUp: true) }
    }
    catchUp()
  }

  /// Changes how links treat what is sent from now on: all of them, or those from or to a device.
  ///
  /// - Precondition: There are devices of the names.
  public mutating func setConditions(
    _ conditions: LinkConditions, from source: String? = nil, to target: String? = nil
  ) {
    for one in source.map({ [replica($0)] }) ?? Array(devices.indices) {
      for other in target.map({ [replica($0)] }) ?? Array(devices.indices) where other != one {
        links.set(one, other, conditions)
      }
    }
  }

  private mutating func set(_ one: String, _ other: String, isUp: Bool) {
    let (first, second) = (replica(one), replica(other))
    if links.hasLinks(first, second) != isUp {
      world.note(.linked(to: second, isUp: isUp), at: first, [])
    }
    links.set(first, second, isUp: isUp)
    links.set(second, first, isUp: isUp)
  }

  // MARK: What travels

  /// Lets time pass on all devices: what is due by then arrives.
  ///
  /// - Throws: `FuzzFailure` when a check fails.
  /// - Precondition: The duration is not negative.
  public mutating func advance(by duration: Duration) throws(FuzzFailure) {
    precondition(duration >= .zero, "Time does not go back.")
    let end = now + duration.milliseconds
    tell("\(duration) pass")
    while let message = links.receive(until: end) { try arrive(message) }
    now = max(now, end)
  }

  /// Lets everything arrive that can over the links that are up, and sends again what got lost.
  ///
  /// Where all devices then have heard of everything, the app's repairs are done on all of them
  /// until nothing changes. Clocks go on by as long as the messages take.
  ///
  /// - Throws: `FuzzFailure` when a check fails, or a repair does not come to rest.
  public mutating func settle() throws(FuzzFailure) {
    tell("everything settles")
    try exchange()
    guard missing == nil else { return }
    try check { (world) throws(CheckFailure) in try AppCheck.repair(in: &world) }
  }

  private mutating func exchange() throws(FuzzFailure) {
    var rounds = 0
    repeat {
      while let message = links.receive(until: .max) { try arrive(message) }
      rounds += 1
      links.isLossy = rounds < lossyRoundLimit
    } while catchUp()
    links.isLossy = true
  }

  private mutating func arrive(_ message: SimulatedLinks.Message) throws(FuzzFailure) {
    now = max(now, message.due)
    tell(
      "\(devices[message.target]) receives step \(message.label + 1) "
        + "from \(devices[message.source])")
    try perform(.deliver(label: message.label, to: message.target, isEncoded: true))
    spread(from: message.target)
  }

  // MARK: What must hold

  /// Checks that all devices run, have heard of everything, and agree, as at the end of a run.
  ///
  /// - Throws: `FuzzFailure` when one lacks something, or a check fails, or an invariant of
  ///   `.settled` does not hold.
  public mutating func expectConverged() throws(FuzzFailure) {
    let missing = missing
    try check { (world) throws(CheckFailure) in
      if let missing { throw missing }
      let bytes = try FinalChecks.runOnEquals(world.documents.indices, in: &world)
      try PathsCheck.runChanges(0, to: bytes, in: &world)
      try PathsCheck.runJoin(0, to: bytes, in: &world)
      try AppCheck.runSettled(in: &world)
    }
  }

  /// What the first device lacks that does not run or has not heard of everything.
  private var missing: CheckFailure? {
    for (replica, device) in devices.enumerated() {
      guard links.runs(replica) else {
        return CheckFailure(.convergence, replica: replica, "\(device) does not run")
      }
      let applied = world.model.applied(at: replica)
      for (author, count) in applied.enumerated() where count < world.changes[author].count {
        let lacking = world.changes[author].count - count
        return CheckFailure(
          .convergence, replica: replica,
          "\(device) lacks \(lacking) \(lacking == 1 ? "change" : "changes") of \(devices[author])")
      }
    }
    return nil
  }
}
