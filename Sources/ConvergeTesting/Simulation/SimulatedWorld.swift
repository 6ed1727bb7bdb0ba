// SPDX-License-Identifier: Apache-2.0

public import Converge

/// Some devices of an app, with a clock each and links between them, for scenarios by hand.
///
/// A device sends what it does over the links that are up. Nothing arrives until time passes:
/// `advance(by:)` and `settle()` let it. A device passes on what it receives. When a link comes up,
/// each end sends what the other one lacks.
///
/// A device stores all that it has applied at once, before any other device sees it. So one that is
/// killed loses what it holds back because something before it is missing, and what is under way.
///
/// After each step the library's checks are made and the app's invariants are asked, as in a run of
/// `Fuzz`; a failure tells the steps so far.
///
///     var world = SimulatedWorld(Wallpapers(), devices: ["phone", "pad"])
///     world.disconnect("phone")
///     try world.act("phone", "stars fog") { $0.edit { $0.favorites.append("fog") } }
///     world.connect("phone")
///     try world.settle()
///     try world.expectConverged()
public struct SimulatedWorld<Fields: Schema> {
  /// The devices' names.
  public let devices: [String]
  /// The time that clocks tell which are not set wrong, in milliseconds since 1970.
  public internal(set) var now: Int64 = 1_700_000_000_000
  /// What has happened so far, a line for each step.
  public private(set) var steps: [String] = [] {
    didSet { world.trace?.step = steps.count - 1 }
  }
  private let prototype: Document<Fields>
  private let rules: AppRules
  private let seed: UInt64
  var world: World
  var links: SimulatedLinks
  /// How far each device's clock is ahead, in milliseconds.
  private var ahead: [Int64]
  private var random: SplitMix64
  /// For each edit that made changes, the line that tells it; in the order made.
  private var labels: [Int] = []

  /// How often `settle()` sends again what got lost before it lets nothing get lost any more.
  var lossyRoundLimit: Int { 20 }

  /// Creates a world of devices that have done nothing yet, all linked with each other.
  ///
  /// - Parameters:
  ///   - schema: The app's schema.
  ///   - devices: The names of the devices.
  ///   - seed: Decides what links lose, repeat, delay and reorder.
  /// - Precondition: There are two to eight devices with different names.
  public init(_ schema: Fields, devices: [String], seed: UInt64 = 1) {
    self.init(Fuzz(schema, devices: devices) { _ in }, seed: seed)
  }

  /// Creates a world of an app's devices, in which the app's invariants are asked and its actions
  /// can be done by name.
  ///
  /// - Parameters:
  ///   - fuzz: The app.
  ///   - seed: Decides what actions draw, and what links lose, repeat, delay and reorder.
  public init(_ fuzz: Fuzz<Fields>, seed: UInt64 = 1) {
    devices = fuzz.devices
    prototype = fuzz.prototype
    rules = fuzz.rules
    self.seed = seed
    world = World(
      Script(seed: seed, replicaCount: devices.count, fields: [], steps: []), app: fuzz.rules,
      isRecorded: false, isTold: true)
    world.trace?.lanes = fuzz.devices
    links = SimulatedLinks(deviceCount: devices.count, seed: seed)
    ahead = Array(repeating: 0, count: devices.count)
    random = SplitMix64(seed: seed &+ 1)
  }

  // MARK: Devices

  /// What a device holds.
  ///
  /// - Precondition: There is a device of the name.
  public subscript(_ device: String) -> Document<Fields> {
    let replica = replica(device)
    var document = world.documents[replica]
    document.clock = .fixed(clock(replica))
    var typed = prototype
    typed.swapContents(with: &document)
    return typed
  }

  /// What a device's clock tells, in milliseconds since 1970.
  ///
  /// - Precondition: There is a device of the name.
  public func clock(of device: String) -> Int64 { clock(replica(device)) }

  /// Sets a device's clock wrong by so much, or right by nothing.
  ///
  /// - Precondition: There is a device of the name.
  public mutating func setClock(of device: String, ahead duration: Duration) {
    ahead[replica(device)] = duration.milliseconds
    tell("\(device) has its clock set \(duration) ahead")
    world.note(.noted, at: replica(device), ["has its clock set \(duration) ahead"])
  }

  /// Whether a device runs.
  ///
  /// - Precondition: There is a device of the name.
  public func isRunning(_ device: String) -> Bool { links.runs(replica(device)) }

  // MARK: Acting

  /// Lets a device do something to its document, in as many transactions as it likes.
  ///
  /// - Parameters:
  ///   - device: The device's name.
  ///   - action: What it does, in words.
  ///   - body: Does it.
  /// - Throws: `FuzzFailure` when the closure throws, or a check fails.
  /// - Precondition: There is a device of the name, and it runs.
  public mutating func act(
    _ device: String, _ action: String, _ body: (inout Document<Fields>) throws -> Void
  ) throws(FuzzFailure) {
    let prototype = prototype
    try act(device, action) { (document, _) in
      var typed = prototype
      typed.swapContents(with: &document)
      defer { typed.swapContents(with: &document) }
      do { try body(&typed) } catch { return .threw("\(error)") }
      return .done
    }
  }

  /// Lets a device do an action that the app has declared; it draws by the world's seed.
  ///
  /// - Throws: `FuzzFailure` when the action throws, or a check fails.
  /// - Precondition: There is a device of the name, and it runs; and there is such an action.
  public mutating func perform(_ action: String, on device: String) throws(FuzzFailure) {
    guard let declared = rules.actions.first(where: { $0.name == action }) else {
      preconditionFailure("There is no action \"\(action)\".")
    }
    try act(device, action, declared.perform)
  }

  private mutating func act(
    _ device: String, _ action: String,
    _ body: (inout ReplicatedDocument, inout RandomSource) -> AppAction.Outcome
  ) throws(FuzzFailure) {
    let replica = replica(device)
    precondition(links.runs(replica), "\(device) does not run.")
    let label = steps.count
    let edit = ScriptEdit(
      label: label, replica: replica, wall: clock(replica),
      action: ScriptAction(index: 0, seed: random.next()))
    steps.append("\(device): \(action)")
    defer {
      let words = world.drawn[label]?.words ?? []
      if !words.isEmpty { steps[label] += " (\(words.joined(separator: ", ")))" }
    }
    try check { (world) throws(CheckFailure) in try world.act(edit, named: action, body) }
    guard world.labels[label] != nil else { return }
    labels.append(label)
    spread(from: replica)
  }

  // MARK: Steps

  /// The index of a device.
  ///
  /// - Precondition: There is a device of the name.
  func replica(_ device: String) -> Int {
    guard let index = devices.firstIndex(of: device) else {
      preconditionFailure("There is no device \"\(device)\".")
    }
    return index
  }

  private func clock(_ replica: Int) -> Int64 { now + ahead[replica] }

  /// Notes a step in words.
  mutating func tell(_ step: String) { steps.append(step) }

  /// Does a step of a script.
  mutating func perform(_ step: ScriptStep) throws(FuzzFailure) {
    try check { (world) throws(CheckFailure) in try world.perform(step) }
  }

  /// Does something that may find a check failed, and tells the steps so far when it does.
  mutating func check(
    _ body: (inout World) throws(CheckFailure) -> Void
  ) throws(FuzzFailure) {
    do throws(CheckFailure) {
      try body(&world)
    } catch {
      var failure = FuzzFailure(scenario: error, devices: devices, steps: steps, seed: seed)
      failure.record = world.record(of: failure.script, error)
      throw failure
    }
  }

  // MARK: What travels

  /// Sends what a device has over its links that are up, where it is missing and not under way.
  ///
  /// - Returns: Whether anything was sent.
  @discardableResult
  mutating func spread(from source: Int) -> Bool {
    var isSent = false
    for target in devices.indices where links.connects(source, target) {
      for label in labels
      where has(label, source) && !has(label, target) && !links.isUnderWay(label, to: target) {
        links.send(label, from: source, to: target, at: now)
        isSent = true
      }
    }
    return isSent
  }

  /// Lets all devices send what others lack.
  ///
  /// - Returns: Whether anything was sent.
  @discardableResult
  mutating func catchUp() -> Bool {
    devices.indices.reduce(false) { spread(from: $1) || $0 }
  }

  private func has(_ label: Int, _ replica: Int) -> Bool {
    guard let made = world.labels[label] else { return true }
    return world.model.applied(at: replica)[made.replica] >= made.numbers.upperBound
  }

  // MARK: Ends of devices

  /// Ends a device: what it has not stored is lost, and what is under way to it and from it.
  ///
  /// - Precondition: There is a device of the name.
  public mutating func kill(_ device: String) {
    links.set(replica(device), isRunning: false)
    tell("\(device) is killed")
    world.note(.noted, at: replica(device), ["is killed"])
  }

  /// Starts a device from what it has stored, and lets it catch up over the links that are up.
  ///
  /// - Throws: `FuzzFailure` when a check fails.
  /// - Precondition: There is a device of the name.
  public mutating func restart(_ device: String) throws(FuzzFailure) {
    let replica = replica(device)
    links.set(replica, isRunning: false)
    tell("\(device) restarts")
    try perform(.restart(replica, fromSnapshot: true))
    links.set(replica, isRunning: true)
    catchUp()
  }

  /// Hands a device another one's whole state, past all links: a file, a backup of the family.
  ///
  /// - Throws: `FuzzFailure` when a check fails.
  /// - Precondition: There are devices of the names, and they run.
  public mutating func handSnapshot(of source: String, to target: String) throws(FuzzFailure) {
    precondition(isRunning(source) && isRunning(target), "A device does not run.")
    tell("\(target) is handed the snapshot of \(source)")
    try perform(.merge(from: replica(source), to: replica(target), by: .snapshot))
    spread(from: replica(target))
  }
}
