// SPDX-License-Identifier: Apache-2.0

/// The messages under way while a script is made, and which replicas cannot reach each other.
struct SimulatedNetwork {
  /// A change on its way to a replica.
  struct Message {
    var label: Int
    var source: Int
    var target: Int
  }

  private var underWay: [Message] = []
  private var lost: [Message] = []
  private var sides: [Int]
  /// Room for the places of the messages that can arrive.
  private var open: [Int] = []

  /// A network without messages in which all replicas reach each other.
  init(replicaCount: Int) {
    sides = Array(repeating: 0, count: replicaCount)
  }

  /// The number of replicas.
  var replicaCount: Int { sides.count }

  /// Adds a replica, on the side of the one that admits it.
  mutating func add(from sponsor: Int) {
    sides.append(sides[sponsor])
  }

  /// Sends a change to all other replicas.
  mutating func send(_ label: Int, from source: Int) {
    for target in sides.indices where target != source {
      underWay.append(Message(label: label, source: source, target: target))
    }
  }

  /// Whether two replicas reach each other.
  func connects(_ one: Int, _ other: Int) -> Bool { sides[one] == sides[other] }

  /// Ends the partition there is, or splits the replicas at random.
  mutating func togglePartition(using random: inout SplitMix64) {
    let isSplit = sides.contains(1)
    for replica in sides.indices { sides[replica] = isSplit ? 0 : random.below(2) }
  }

  /// Takes the next message that arrives, or nil when none can.
  ///
  /// A message may be lost and come later, or stay under way as well and so arrive again.
  mutating func receive(_ profile: SwarmProfile, using random: inout SplitMix64) -> Message? {
    if underWay.isEmpty || random.chance(5) {
      underWay += lost
      lost.removeAll()
    }
    open.removeAll(keepingCapacity: true)
    for index in underWay.indices
    where connects(underWay[index].source, underWay[index].target) {
      open.append(index)
    }
    guard !open.isEmpty else { return nil }
    let index = open[profile.reorders ? random.below(open.count) : 0]
    let message = underWay.remove(at: index)
    if let members = profile.members, message.target == replicaCount - 1,
      random.chance(members.deafPercent)
    {
      underWay.append(message)
      return nil
    }
    if random.chance(profile.dropPercent) {
      lost.append(message)
      return nil
    }
    if random.chance(profile.repeatPercent) { underWay.append(message) }
    return message
  }
}
