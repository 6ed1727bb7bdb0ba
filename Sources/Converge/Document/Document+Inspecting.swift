// SPDX-License-Identifier: Apache-2.0

extension Document {
  /// What a replica had applied when it made its last change, as far as that is applied here.
  ///
  /// - Complexity: O(*n*) in the number of replicas.
  public func knownContext(of replica: ReplicaID) -> VersionVector {
    guard let number = core.state.replicas.number(of: replica) else { return VersionVector() }
    var context = core.state.authors[number].context
    context[number] = core.state.versionVector[number]
    return core.versionVector(context)
  }

  /// The hash of a replica's last change applied here, or nil when none is.
  ///
  /// - Complexity: O(1) on average.
  public func lastHash(of replica: ReplicaID) -> UInt64? {
    guard let number = core.state.replicas.number(of: replica),
      core.state.versionVector[number] > 0
    else { return nil }
    return core.state.authors[number].hash
  }

  /// The fields that the document holds, ascending by name, those unknown to the schema too.
  ///
  /// A name that stands there with two datatypes was declared differently by two versions of an
  /// app: each version shows its own field and keeps the other.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  public var fieldNames: [(name: String, datatype: DatatypeTag)] {
    core.state.fields.names
  }

  /// What the document keeps without being able to read it, from later versions of the library:
  /// how many operations, and the names of fields of unknown datatypes.
  public var unread: (operations: Int, fields: [String]) {
    let names = Set(core.state.sections.map(\.name)).sorted { $0.lexicographicallyPrecedes($1) }
    return (
      core.state.unread.reduce(0) { $0 + $1.dotCount },
      names.map { String(decoding: $0, as: UTF8.self) }
    )
  }

  /// How far the greatest timestamp applied is ahead of the wall clock, when that is more than a
  /// minute.
  ///
  /// Some replica's clock, or this one's, is wrong then. Nothing is lost by it.
  public var clockSkew: Duration? {
    let ahead = Int64(timestamp.milliseconds).subtractingReportingOverflow(clock.now())
    guard !ahead.overflow, ahead.partialValue > 60_000 else { return nil }
    return .milliseconds(ahead.partialValue)
  }
}
