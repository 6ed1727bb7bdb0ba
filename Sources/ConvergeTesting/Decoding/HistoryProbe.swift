// SPDX-License-Identifier: Apache-2.0

/// What must hold of bytes that may be histories.
enum HistoryProbe {
  /// Longer ones are read, but not replayed: the model is slow.
  private static let replayLimitBytes = 4_096

  static func run(_ bytes: [UInt8]) throws(ProbeFailure) {
    if let histories = try? HistoryReader.read(bytes, file: "probe") {
      let text = written(histories)
      let again = try? HistoryReader.read(Array(text.utf8), file: "probe")
      try ProbeFailure.unless(
        again.map { written($0) == text } ?? false, "written histories read as others")
    }
    guard bytes.count <= replayLimitBytes,
      let file = try? ReplayFile(bytes, name: "probe")
    else { return }
    // A mismatch is the bytes' fault; to trap would be ours.
    _ = try? file.run()
  }

  private static func written(_ histories: [History]) -> String {
    histories.flatMap { HistoryWriter.lines(of: $0) }.map { $0 + "\n" }.joined()
  }
}
