// SPDX-License-Identifier: Apache-2.0

/// All that a document replicates: a pure function of the set of changes applied.
///
/// Two replicas that have applied the same changes have equal states, byte for byte. What is a
/// replica's own (its id, its log, what it still holds back) is not in here.
@usableFromInline
struct DocumentState: Sendable {
  let id: DocumentID
  var replicas = ReplicaTable()
  /// The last counter applied of each replica.
  var versionVector = LocalVersionVector()
  /// The greatest timestamp of all changes applied.
  var clock = HybridLogicalClock()
  /// What is known of each replica as an author, by number.
  var authors: [Author] = []
  /// The members, where they are declared, and what they have published.
  var membership = Membership()
  var fields = RecordFields()
  /// Operations of kinds that this version does not know, ascending by dot.
  var unread: [UnreadOperation] = []
  /// Parts of snapshots that this version does not know.
  var sections: [UnreadSection] = []

  /// How many operations named a parent slot that their authors had seen and that is not here.
  ///
  /// Not part of the state. Garbage that was dropped too early shows here first.
  var lostParents = 0

  /// Where a text was found last among the fields; not part of the state either.
  var textPosition = 0

  init(id: DocumentID) {
    self.id = id
  }

  /// The number of a replica, given to it now when it is new.
  mutating func insert(_ replica: ReplicaID) -> Int {
    let number = replicas.insert(replica)
    while authors.count <= number { authors.append(Author()) }
    return number
  }
}

/// An operation of a kind that this version does not know, as it came.
struct UnreadOperation: Sendable {
  /// The operation's first dot.
  var dot: LocalDot
  var dotCount: Int
  var timestamp: HybridTimestamp
  /// What its author had applied.
  var context: LocalVersionVector
  /// Kind, target, number of dots and payload, in its author's numbers.
  var bytes: [UInt8]

  var dots: DotRange { DotRange(first: dot, count: dotCount) }
}

/// A part of a snapshot that this version does not know, as it came.
struct UnreadSection: Hashable, Sendable {
  /// The field's name and its datatype's number.
  var name: [UInt8]
  var datatype: UInt8
  /// The replicas that numbers in the payload mean.
  var replicas: [ReplicaID]
  /// The operations that the section has joined: all up to here.
  var covers: VersionVector
  var payload: [UInt8]
}
