// SPDX-License-Identifier: Apache-2.0

/// A replicated document: fields that merge by themselves.
///
/// A value: copy it, fork it, throw it away. It does no input or output and keeps no time. Changes
/// made on any number of replicas may arrive in any order, with gaps and more than once; every
/// replica that has applied the same changes shows the same and has the same `snapshot()`.
///
///     var phone = Document(Wallpapers(), replica: phoneID, clock: clock)
///     var pad = phone.fork(as: padID)
///     let starred = phone.edit { $0.favorites.insert("harbour", at: 0) }
///     pad.apply(starred)
@dynamicMemberLookup
public struct Document<Fields: Schema>: Sendable {
  /// The fields that the app knows.
  public var schema: Fields { box.schema }

  @usableFromInline let box: SchemaBox<Fields>
  @usableFromInline var core: DocumentCore

  /// Creates an empty document.
  ///
  /// - Parameters:
  ///   - schema: The fields that the app knows.
  ///   - id: What names the document on all its replicas. Without it one is made of the
  ///     replica's id: right for the first replica, from which the others are forked or which
  ///     they load a snapshot of.
  ///   - replica: The one writer that this value is: random, and never used by two at a time.
  ///   - members: The replicas that may write from the start, the same on all of them; others are
  ///     admitted later, see `admit(_:)`. Without any, everyone may write, and no garbage is ever
  ///     collected.
  ///   - clock: The wall clock, in milliseconds since 1970.
  ///   - configuration: What is held back, and for how long.
  public init(
    _ schema: Fields, id: DocumentID? = nil, replica: ReplicaID, members: [ReplicaID] = [],
    clock: WallClock,
    configuration: DocumentConfiguration = DocumentConfiguration()
  ) {
    box = SchemaBox(schema)
    var state = DocumentState(id: id ?? DocumentID(XXHash64.hash(replica.bytes)))
    for member in members { state.membership.declare(state.insert(member)) }
    core = DocumentCore(state, replica: replica, clock: clock, configuration: configuration)
  }

  /// Creates a document from a snapshot, its own or one that it trusts.
  ///
  /// The future bound is not asked: a snapshot of a peer is better merged into an empty document
  /// with the same id, by `merge(snapshot:)`, which holds it aside when its clock is too far ahead.
  ///
  /// - Complexity: O(*n* log *n* + *r*²) in the *n* bytes and the *r* replicas.
  /// - Throws: `WireError`: the first fault in the bytes and its offset.
  public init(
    _ schema: Fields, snapshot: [UInt8], replica: ReplicaID, clock: WallClock,
    configuration: DocumentConfiguration = DocumentConfiguration()
  ) throws(WireError) {
    box = SchemaBox(schema)
    core = try DocumentCore(
      snapshot: snapshot, replica: replica, clock: clock, configuration: configuration)
  }

  /// Trades contents with a document of another schema: what is stored, not what is named.
  ///
  /// Nothing is copied, so whichever holds the contents changes them in place.
  package mutating func swapContents<Other>(with other: inout Document<Other>) {
    swap(&core, &other.core)
  }

  // MARK: What it is

  /// What names the document on all its replicas.
  public var id: DocumentID { core.state.id }

  /// The one writer that this value is.
  public var replica: ReplicaID { core.replica }

  /// The wall clock.
  public var clock: WallClock {
    get { core.clock }
    set { core.clock = newValue }
  }

  /// The greatest timestamp of all changes applied.
  public var timestamp: HybridTimestamp { core.state.clock.last }

  /// The last counter applied of each replica.
  ///
  /// - Complexity: O(*n*) in the number of replicas.
  public var versionVector: VersionVector { core.versionVector }

  // MARK: Reading

  /// What a field of the schema shows.
  public subscript<Datatype>(
    dynamicMember field: KeyPath<Fields, Field<Datatype>>
  ) -> Datatype {
    self[box.schema[keyPath: field]]
  }

  /// What a field shows, whether the schema names it or not.
  @inlinable
  public subscript<Datatype>(_ field: Field<Datatype>) -> Datatype {
    Datatype(stored(field.place))
  }

  @usableFromInline
  func stored(_ place: FieldPlace) -> StoredField {
    StoredField(
      state: core.look { $0.fields[place.target.field] }, replicas: core.state.replicas,
      defaultValue: place.defaultValue)
  }

  // MARK: Changing

  /// Makes a change: all that the closure does, or nothing when it throws.
  ///
  /// - Parameter body: Changes fields through its argument. Its calls are applied at once, so
  ///   later ones see what earlier ones did.
  /// - Returns: The change, for the other replicas; nil when no mutating call was made.
  /// - Complexity: That of the calls; a closure that can throw also copies the fields it changes.
  /// - Throws: What the closure throws; then everything is as it was, the clock included.
  /// - Precondition: This replica may write, see `isMember`: it may not where members are declared
  ///   and it is none, as a fork or a copy from a snapshot is before it was admitted. And the
  ///   change may travel: it has no more operations (each inserted or removed element or scalar is
  ///   one) and no more bytes than the `limits` of its configuration, 16,777,216 and 256 MiB by
  ///   default.
  @inlinable
  @discardableResult
  public mutating func edit<Failure: Error>(
    _ body: (Transaction<Fields>) throws(Failure) -> Void
  ) throws(Failure) -> Change? {
    let saved = Failure.self == Never.self ? nil : core.savedState
    do {
      try body(Transaction(box, core.beginEdit()))
    } catch {
      core.abandonEdit()
      if let saved { core.restore(saved) }
      throw error
    }
    return core.endEdit()
  }
}
