// SPDX-License-Identifier: Apache-2.0

/// The links between devices, each in one direction, and what is under way on them.
struct SimulatedLinks {
  /// An edit's changes on their way to a device.
  struct Message: Sendable {
    /// The edit's label.
    var label: Int
    var source: Int
    var target: Int
    /// When it arrives, in milliseconds since 1970.
    var due: Int64
  }

  /// Whether messages get lost at all; in the end they do not.
  var isLossy = true
  private var isUp: [[Bool]]
  private var conditions: [[LinkConditions]]
  private var isRunning: [Bool]
  private var underWay: [Message] = []
  private var random: SplitMix64

  /// Perfect links between all devices.
  init(deviceCount count: Int, seed: UInt64) {
    isUp = Array(repeating: Array(repeating: true, count: count), count: count)
    conditions = Array(repeating: Array(repeating: .perfect, count: count), count: count)
    isRunning = Array(repeating: true, count: count)
    random = SplitMix64(seed: seed)
  }

  // MARK: Links

  /// Whether something sent now may arrive.
  func connects(_ source: Int, _ target: Int) -> Bool {
    source != target && isUp[source][target] && isRunning[source] && isRunning[target]
  }

  /// Whether the links between two devices are up, in both directions.
  func hasLinks(_ one: Int, _ other: Int) -> Bool { isUp[one][other] && isUp[other][one] }

  /// Whether a device runs.
  func runs(_ device: Int) -> Bool { isRunning[device] }

  /// Brings a link up, or takes it down; then what is under way on it is lost.
  mutating func set(_ source: Int, _ target: Int, isUp: Bool) {
    self.isUp[source][target] = isUp
    if !isUp { underWay.removeAll { $0.source == source && $0.target == target } }
  }

  /// Changes how a link treats what is sent from now on.
  mutating func set(_ source: Int, _ target: Int, _ conditions: LinkConditions) {
    self.conditions[source][target] = conditions
  }

  /// Starts a device, or ends it; then what is under way to or from it is lost.
  mutating func set(_ device: Int, isRunning: Bool) {
    self.isRunning[device] = isRunning
    if !isRunning { underWay.removeAll { $0.source == device || $0.target == device } }
  }

  // MARK: Messages

  /// Whether an edit's changes are on their way to a device.
  func isUnderWay(_ label: Int, to target: Int) -> Bool {
    underWay.contains { $0.label == label && $0.target == target }
  }

  /// Sends an edit's changes over a link that is up.
  mutating func send(_ label: Int, from source: Int, to target: Int, at now: Int64) {
    let link = conditions[source][target]
    let isLost = random.chance(link.lossPercent)
    let isRepeated = random.chance(link.repeatPercent)
    guard !(isLost && isLossy) else { return }
    for _ in 0...(isRepeated ? 1 : 0) {
      var due = now + delay(on: link)
      if !link.reorders {
        let others = underWay.filter { $0.source == source && $0.target == target }
        due = max(due, others.map(\.due).max() ?? due)
      }
      underWay.append(Message(label: label, source: source, target: target, due: due))
    }
  }

  /// Takes the message that arrives next, up to a time; of those due at once, any that may.
  mutating func receive(until time: Int64) -> Message? {
    guard let due = underWay.map(\.due).min(), due <= time else { return nil }
    let next = underWay.indices.filter { underWay[$0].due == due }
    let first = next[0]
    let link = conditions[underWay[first].source][underWay[first].target]
    return underWay.remove(at: link.reorders ? next[random.below(next.count)] : first)
  }

  private mutating func delay(on link: LinkConditions) -> Int64 {
    let least = link.delay.lowerBound.milliseconds
    let most = link.delay.upperBound.milliseconds
    return least + Int64(random.below(Int(most - least) + 1))
  }
}

extension Duration {
  /// This duration in whole milliseconds, rounded towards zero.
  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
