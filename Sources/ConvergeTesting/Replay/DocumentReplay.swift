// SPDX-License-Identifier: Apache-2.0

import Converge

/// A history's replicas as real documents.
struct DocumentReplay: ReplaySubject {
  /// What documents are called in messages.
  static var name: String { "document" }

  private let fields: [DocumentField]
  private var documents: [ReplicatedDocument]
  private var changes: [[Change]]

  /// Empty documents for a history.
  init(_ history: History) {
    fields = history.fields.map { DocumentField($0) }
    documents = history.replicas.indices.map { .empty(replica: $0) }
    changes = Array(repeating: [], count: history.replicas.count)
  }

  /// Commits an edit's calls in one transaction.
  mutating func edit(_ edit: History.Edit) throws(ModelError) -> Stamp {
    let replica = edit.change.replica
    let fields = fields
    documents[replica].clock = .fixed(edit.wall)
    var failure: ModelError?
    let change = documents[replica].edit { transaction in
      do throws(ModelError) {
        for call in edit.calls {
          let field = fields[call.field]
          try field.perform(call, in: transaction, shown: field.state(in: transaction))
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    guard let change else { return Stamp(packed: 0) }
    changes[replica].append(change)
    return change.timestamp.map { Stamp($0) } ?? Stamp(packed: 0)
  }

  /// Hands a change to a replica.
  mutating func deliver(_ change: History.ChangeReference, to replica: Int) {
    // An edit that wrongly made no change has failed already, at its own line.
    guard change.number <= changes[change.replica].count else { return }
    documents[replica].apply(changes[change.replica][change.number - 1])
  }

  /// Lets a replica take in all that another has applied.
  mutating func merge(from source: Int, to replica: Int) {
    let other = documents[source]
    documents[replica].merge(other)
  }

  /// How many changes of each replica this one has applied.
  func changes(at replica: Int) -> [Int] {
    let versions = documents[replica].versionVector
    return changes.enumerated().map { author, made in
      let applied = versions[.ofRun(author)]
      return made.prefix { $0.firstCounter <= applied }.count
    }
  }

  /// What a replica shows of one field.
  func state(of field: Int, at replica: Int) -> JSONValue {
    fields[field].state(in: documents[replica])
  }
}
