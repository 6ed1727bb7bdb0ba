// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// One author's editing session, as W1 to W4 replay it.
///
/// The edits of all transactions stand in one array, so that the loop around the measured calls
/// costs little and the memory of the trace's reader can be given back whole.
struct SequentialWork {
  /// The traces that are replayed.
  static let traceNames = ["automerge-paper", "rustcode", "sveltecomponent", "seph-blog1"]

  /// The trace's name, in the unicode form with that behind it.
  let tag: String
  let isUnicode: Bool
  let edits: [Trace.Patch]
  /// Where in `edits` each transaction ends.
  let ends: [Int]
  let endText: String

  init(_ trace: Trace, name: String, isUnicode: Bool) {
    tag = isUnicode ? name + " (unicode)" : name
    self.isUnicode = isUnicode
    var edits: [Trace.Patch] = []
    var ends: [Int] = []
    ends.reserveCapacity(trace.transactions.count)
    for transaction in trace.transactions {
      edits.append(contentsOf: transaction.patches)
      ends.append(edits.count)
    }
    self.edits = edits
    self.ends = ends
    endText = trace.endContent
  }

  /// An op is one removal or one insert.
  var operationCount: Int { edits.reduce(0) { $0 + $1.operationCount } }

  var hasOnlyASCII: Bool { edits.allSatisfy { $0.inserted.utf8.allSatisfy { $0 < 0x80 } } }

  /// What the session consists of, to compare with what other programs found.
  func facts(name: String) -> WorkFacts {
    WorkFacts(
      "W1 \(name) \(isUnicode ? "unicode" : "ascii")",
      [
        ("txns", .integer(ends.count)), ("patches", .integer(edits.count)),
        ("ops", .integer(operationCount)),
        ("inserted_chars", .integer(edits.reduce(0) { $0 + $1.inserted.unicodeScalars.count })),
        ("deleted_chars", .integer(edits.reduce(0) { $0 + $1.removed })),
        ("end_chars", .integer(endText.unicodeScalars.count)),
        ("end_bytes", .integer(endText.utf8.count)), ("end_fnv", .string(Checksum.of(endText))),
      ])
  }
}

extension Trace.Patch {
  var operationCount: Int { (removed > 0 ? 1 : 0) + (inserted.isEmpty ? 0 : 1) }
}
