// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

extension ReplicaID {
  /// The id of a number; ids ascend as their numbers do.
  static func numbered(_ number: Int) -> ReplicaID {
    ReplicaID(high: UInt64(number) &<< 56, low: UInt64(number))
  }
}

/// Replicas of one document, each with a wall clock that is set by hand.
///
/// The changes that replicas make are kept, by author, so that they can be delivered in any order.
struct Replicas<Fields: Schema> {
  var documents: [Document<Fields>]
  /// The changes of all replicas, in the order in which they were made.
  private(set) var changes: [Change] = []

  init(
    _ schema: Fields, _ count: Int = 2, wall: Int64 = 1_000,
    configuration: DocumentConfiguration = DocumentConfiguration()
  ) {
    documents = (1...count).map {
      Document(
        schema, id: DocumentID(7), replica: .numbered($0), clock: .fixed(wall),
        configuration: configuration)
    }
  }

  subscript(replica: Int) -> Document<Fields> {
    get { documents[replica] }
    set { documents[replica] = newValue }
  }

  /// Makes a change at a replica, and checks its structures.
  @discardableResult
  mutating func edit(
    _ replica: Int, at wall: Int64? = nil, _ body: (Transaction<Fields>) -> Void
  ) -> Change? {
    if let wall { documents[replica].clock = .fixed(wall) }
    let change = documents[replica].edit(body)
    documents[replica].checkInvariants()
    if let change { changes.append(change) }
    return change
  }

  /// Lets one replica take in what another has.
  mutating func pull(_ replica: Int, from other: Int) {
    documents[replica].merge(documents[other])
    documents[replica].checkInvariants()
  }

  /// Lets all replicas take in what any has, and checks that all ways of doing so give the same.
  mutating func exchange(_ location: SourceLocation = #_sourceLocation) {
    let before = documents
    for replica in documents.indices {
      for other in before.indices where other != replica { pull(replica, from: other) }
    }
    let bytes = documents[0].snapshot()
    for replica in documents.indices {
      #expect(documents[replica].snapshot() == bytes, sourceLocation: location)
      var byState = before[replica]
      var bySnapshot = before[replica]
      for other in before.indices where other != replica {
        byState.mergeState(before[other])
        #expect(throws: Never.self, sourceLocation: location) {
          try bySnapshot.merge(snapshot: before[other].snapshot())
        }
      }
      byState.checkInvariants()
      bySnapshot.checkInvariants()
      #expect(byState.snapshot() == bytes, "by state", sourceLocation: location)
      #expect(bySnapshot.snapshot() == bytes, "by snapshot", sourceLocation: location)
    }
  }

  /// A new replica that has heard everything, change by change, in the order made.
  func listener() -> Document<Fields> {
    var listener = Document(
      documents[0].schema, id: documents[0].id, replica: .numbered(99), clock: documents[0].clock)
    for change in changes { listener.apply(change) }
    return listener
  }
}
