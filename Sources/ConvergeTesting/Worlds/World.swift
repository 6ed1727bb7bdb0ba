// SPDX-License-Identifier: Apache-2.0

import Converge

/// The replicas of one run, each as a real document and as the model sees it, side by side.
///
/// Invariant: a document and its model replica have been told the same, in the same order.
struct World {
  /// The document's fields.
  let fields: [DocumentField]
  /// Gives a script's numbers their meaning.
  let resolver: CallResolver
  /// What every replica should show.
  var model: NaiveModel
  /// The replicas' ids.
  let ids: [ReplicaID]
  /// The documents, by replica.
  var documents: [ReplicatedDocument]
  /// What each replica showed of each field when that was last read, as far as nothing that the
  /// replica was told since can have changed it.
  var shown: [[JSONValue?]]
  /// All changes made, by author, in order.
  var changes: [[Change]]
  /// The names of the fields that each change touches, by author, in order.
  ///
  /// nil where these are not known.
  var changedFields: [[[[UInt8]]?]]
  /// The same as indices.
  private var touchedFields: [[[Int]?]]
  /// Each change's last counter, by author, in order.
  private(set) var lastCounters: [[UInt64]]
  /// All changes made, in the order made, which is a causal one.
  var madeInOrder: [History.ChangeReference] = []
  /// The changes that deliveries call by their edit's label.
  var labels: [Int: MadeChanges] = [:]
  /// The app that acts on the documents, or nil where the script makes calls.
  let app: AppRules?
  /// Whether what an app draws is noted in words.
  let isTold: Bool
  /// What each of the app's actions drew, by its edit's label.
  var drawn: [Int: DrawnChoices] = [:]
  /// For each of the app's actions, how often it changed something.
  var actionCounts: [Int]
  /// Writes the run down, when asked to.
  var recorder: HistoryRecorder?
  /// Collects what a report shows, when asked to.
  var trace: RunTrace?
  /// What has been done.
  var counts = RunCounts()

  /// A script's world before its first step.
  init(_ script: Script, app: AppRules? = nil, isRecorded: Bool, isTold: Bool = false) {
    self.app = app
    self.isTold = isTold
    actionCounts = Array(repeating: 0, count: app?.actions.count ?? 0)
    fields = script.fields.map { DocumentField($0) }
    resolver = CallResolver(fields: script.fields)
    model = NaiveModel(replicaCount: script.replicaCount, fields: script.fields)
    ids = (0..<script.replicaCount).map { .ofRun($0) }
    documents = (0..<script.replicaCount).map { .empty(replica: $0) }
    shown = Array(
      repeating: Array(repeating: nil, count: script.fields.count), count: script.replicaCount)
    changes = Array(repeating: [], count: script.replicaCount)
    changedFields = Array(repeating: [], count: script.replicaCount)
    touchedFields = Array(repeating: [], count: script.replicaCount)
    lastCounters = Array(repeating: [], count: script.replicaCount)
    if isRecorded { recorder = HistoryRecorder(script) }
    guard isRecorded || isTold else { return }
    trace = RunTrace(
      lanes: (0..<script.replicaCount).map { ScriptText.name(ofReplica: $0) },
      fields: script.fields)
  }

  /// Keeps a change that a replica has just made, of an app's action without its fields.
  mutating func keep(_ change: Change, by replica: Int, fields: [Int]?) {
    changes[replica].append(change)
    changedFields[replica].append(fields?.map { Array(model.fields[$0].name.utf8) })
    touchedFields[replica].append(fields)
    lastCounters[replica].append(change.lastCounter)
  }

  /// Forgets what a replica showed of the fields that a change touches, or of all.
  mutating func forgetShown(at replica: Int, after change: History.ChangeReference? = nil) {
    let touched = change.flatMap { touchedFields[$0.replica][$0.number - 1] }
    if let touched {
      for field in touched { shown[replica][field] = nil }
    } else {
      for field in fields.indices { shown[replica][field] = nil }
    }
  }

  /// The number of replicas.
  var replicaCount: Int { documents.count }

  /// An index for a reader that writes nothing, beyond those of the replicas.
  var readerIndex: Int { replicaCount }

  /// The change that a reference names.
  func change(_ reference: History.ChangeReference) -> Change {
    changes[reference.replica][reference.number - 1]
  }

  /// The changes that a replica has applied, in a causal order.
  func appliedChanges(at replica: Int) -> [Change] {
    let applied = model.applied(at: replica)
    var result: [Change] = []
    result.reserveCapacity(madeInOrder.count)
    for reference in madeInOrder where reference.number <= applied[reference.replica] {
      result.append(change(reference))
    }
    return result
  }

  /// The last counter that so many changes of an author cover.
  func lastCounter(of author: Int, after count: Int) -> UInt64 {
    count > 0 ? lastCounters[author][count - 1] : 0
  }

  /// A copy of a replica's document without what it holds back.
  func settledDocument(_ replica: Int) -> ReplicatedDocument {
    var document = documents[replica]
    document.dropPending()
    return document
  }
}

/// The changes of one edit: a transaction makes one, an app's action may make several.
struct MadeChanges: Sendable {
  /// Their author.
  var replica: Int
  /// Which of the author's changes they are, counted from 1.
  var numbers: ClosedRange<Int>
}
