// SPDX-License-Identifier: Apache-2.0

import Converge

/// Edits of all datatypes that a seed determines, on documents that may show anything.
struct ProbeEdits {
  private static let fields = ScriptGenerator.allFields.map { DocumentField($0) }
  private static let resolver = CallResolver(fields: ScriptGenerator.allFields)
  /// Behind this a document's clock may be used up by edits, as its owner was told.
  private static let clockLimit: UInt64 = 1 << 47

  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// Makes a change with a call on each of some fields, where the document may write at all.
  @discardableResult
  mutating func edit(
    _ document: inout ReplicatedDocument, _ places: Range<Int>
  ) throws(ProbeFailure) -> Change? {
    guard document.isMember, !document.isEvicted,
      document.timestamp.milliseconds < Self.clockLimit
    else { return nil }
    let calls = places.map { scriptedCall(field: $0 % Self.fields.count) }
    var failure: ProbeFailure?
    let change = document.edit { transaction in
      for scripted in calls {
        let field = Self.fields[scripted.field]
        let before = field.state(in: transaction)
        let call = Self.resolver.resolve(scripted) { _, path in
          CallRange.count(of: CallRange.shown(in: path, before))
        }
        guard let call else { continue }
        do {
          try field.perform(call, in: transaction, shown: before)
        } catch {
          failure = ProbeFailure("a call on what is shown is refused: \(error)")
        }
      }
    }
    if let failure { throw failure }
    return change
  }

  private mutating func scriptedCall(field: Int) -> ScriptCall {
    ScriptCall(
      field: field, choice: random.below(8), index: random.below(6), extent: random.below(3),
      key: random.below(3), value: random.below(40), path: [random.below(2), random.below(10)])
  }

  /// All that a document's owner may do with it.
  mutating func use(_ document: inout ReplicatedDocument) throws(ProbeFailure) {
    try edit(&document, 0..<Self.fields.count)
    try ProbeFailure.checkInvariants(document, "edited")
    if document.isMember, !document.isEvicted, document.timestamp.milliseconds < Self.clockLimit {
      document.acknowledge()
      if let other = document.members.first(where: { $0 != document.replica }) {
        document.evict(other, at: Int64.max)
      }
    }
    document.releaseHeldAside()
    document.collectGarbage()
    try ProbeFailure.checkInvariants(document, "collected")
    try edit(&document, 0..<Self.fields.count)
    try ProbeFailure.checkInvariants(document, "edited again")
    try ProbeFailure.checkReopening(document, "used")
  }
}
