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
  /// The documents, by replica; of those that are to be admitted, as many as were.
  var documents: [ReplicatedDocument]
  /// Where members are declared, each document once more: told the same, it never collects.
  var shadows: [ReplicatedDocument] = []
  /// What each replica showed of each field when that was last read, as far as nothing that the
  /// replica was told since can have changed it.
  var shown: [[JSONValue?]]
  /// By field: whether the model says what is shown of it.
  ///
  /// Where members are declared, places are chosen by what all are known to have applied, which the
  /// model does not know; then it says nothing of fields with an order.
  let isModelled: [Bool]
  /// By field, where members are declared: whether a call was made on it.
  var isEdited: [Bool]
  /// What the run has come by.
  var markers = RunMarkers()
  /// The members declared from the start; none where everyone may write.
  let founders: [ReplicaID]
  /// All changes made, by author, in order.
  var changes: [[Change]]
  /// The fields that each change touches.
  private(set) var touched: TouchedFields
  /// The document's fields in other forms.
  let table: FieldTable
  /// Each change's last counter, by author, in order.
  private(set) var lastCounters: [[UInt64]]
  /// All changes made, in the order made, which is a causal one.
  var madeInOrder: [History.ChangeReference] = []
  /// The changes that deliveries call by their edit's label.
  var labels = LabelledChanges()
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
    table = FieldTable.of(script.fields)
    fields = table.fields
    resolver = CallResolver(fields: script.fields)
    model = NaiveModel(replicaCount: script.replicaCount, fields: script.fields)
    ids = (0..<script.replicaCount).map { .ofRun($0) }
    shown = Array(
      repeating: Array(repeating: nil, count: script.fields.count), count: script.replicaCount)
    changes = Array(repeating: [], count: script.replicaCount)
    touched = TouchedFields(replicaCount: script.replicaCount, table: table)
    lastCounters = Array(repeating: [], count: script.replicaCount)
    isModelled = script.fields.map { !script.hasMembers || !$0.holdsOrder }
    isEdited = Array(repeating: false, count: script.fields.count)
    let founderCount = min(script.founderCount, script.replicaCount)
    let founders = (0..<founderCount).map { ReplicaID.ofRun($0) }
    let count = script.hasMembers ? founderCount : script.replicaCount
    documents = (0..<count).map { .empty(replica: $0, members: founders) }
    self.founders = founders
    if script.hasMembers {
      shadows = documents
      model.membership.founderCount = founderCount
    }
    // The history format knows no members.
    if isRecorded && !script.hasMembers { recorder = HistoryRecorder(script) }
    madeInOrder.reserveCapacity(script.steps.count / 2)
    labels.reserveCapacity(script.steps.count / 2)
    touched.reserveCapacity(script.steps.count / 4)
    guard isRecorded || isTold else { return }
    trace = RunTrace(
      lanes: (0..<script.replicaCount).map { ScriptText.name(ofReplica: $0) },
      fields: script.fields)
  }

  /// Keeps a change that a replica has just made, of an app's action without its fields.
  mutating func keep(_ change: Change, by replica: Int, fields: [Int]?) {
    changes[replica].append(change)
    touched.append(fields, by: replica)
    lastCounters[replica].append(change.lastCounter)
  }

  /// Forgets what a replica showed of the fields that a change touches, or of all.
  mutating func forgetShown(at replica: Int, after change: History.ChangeReference? = nil) {
    if let change, let known = touched.indices(of: change) {
      for field in known { shown[replica][field] = nil }
    } else {
      for field in fields.indices { shown[replica][field] = nil }
    }
  }

  /// Whether members are declared, so that garbage is collected.
  var hasMembers: Bool { !founders.isEmpty }

  /// What a replica shows of a field.
  mutating func state(of field: Int, at replica: Int) -> JSONValue {
    fields[field].state(in: &documents[replica])
  }

  /// The number of replicas.
  var replicaCount: Int { documents.count }

  /// An index for a reader that writes nothing, beyond those of the replicas.
  var readerIndex: Int { changes.count }

  /// The replicas that one replica takes for members, ascending; with none declared, none.
  func members(at replica: Int) -> [Int] {
    model.membership.members(model.applied(at: replica), model.changes)
  }

  /// Those that one replica knows to be members or to have been, ascending.
  func declared(at replica: Int) -> [Int] {
    model.membership.declared(model.applied(at: replica), model.changes)
  }

  /// An empty document for a reader.
  func emptyReader() -> ReplicatedDocument { .empty(replica: readerIndex, members: founders) }

  /// A replica's document as it is when no garbage is collected.
  func uncollected(_ replica: Int) -> ReplicatedDocument {
    shadows.isEmpty ? documents[replica] : shadows[replica]
  }

  /// Whether any replica has made a call on a field, or inside one of its records.
  func isTouched(_ field: Int) -> Bool { hasMembers ? isEdited[field] : model.isTouched(field) }

  /// How many elements a replica shows of an ordered field; 0 for other kinds.
  mutating func count(of field: Int, in path: [RecordStep], at replica: Int) -> Int {
    guard !isModelled[field] else { return model.count(of: field, in: path, at: replica) }
    return CallRange.count(
      of: CallRange.shown(in: path, fields[field].state(in: documents[replica])))
  }

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
    var document = uncollected(replica)
    document.dropPending()
    return document
  }
}
