// SPDX-License-Identifier: Apache-2.0

/// A file of histories or clock vectors, read and ready to be replayed.
package struct ReplayFile: Sendable {
  private enum Content: Sendable {
    case histories([History])
    case clocks([ClockVector])
  }

  /// The file's name, as the caller gave it.
  package let name: String
  private let content: Content

  /// Reads a file's bytes.
  ///
  /// - Throws: `HistoryError` naming file, line and fault.
  package init(_ bytes: [UInt8], name: String) throws(HistoryError) {
    self.name = name
    content =
      ClockVector.isClockFile(bytes)
      ? .clocks(try ClockVector.read(bytes, file: name))
      : .histories(try HistoryReader.read(bytes, file: name))
  }

  /// The number of histories or clock vectors.
  package var count: Int {
    switch content {
    case .histories(let histories): histories.count
    case .clocks(let vectors): vectors.count
    }
  }

  /// What the file holds, in the plural.
  package var contentName: String {
    switch content {
    case .histories: "histories"
    case .clocks: "clock vectors"
    }
  }

  /// Replays everything, on the model and on the library.
  ///
  /// - Parameter progress: called after each history with the number replayed.
  /// - Returns: the first mismatch of each history or vector on each of the two.
  /// - Throws: `HistoryError` when a history makes a call that its own state does not allow.
  package func run(progress: (Int) -> Void = { _ in }) throws(HistoryError) -> [ReplayMismatch] {
    var mismatches: [ReplayMismatch] = []
    switch content {
    case .histories(let histories):
      for (index, history) in histories.enumerated() {
        let onModel = try Replay<NaiveModel>.run(history, file: name)
        // Behind a mismatch there may be calls that nobody can make: unusable input goes first.
        if onModel != nil { try Replay<NaiveModel>.checkCalls(of: history, file: name) }
        mismatches += [onModel, onDocuments(history)].compactMap(\.self)
        progress(index + 1)
      }
    case .clocks(let vectors):
      for vector in vectors {
        mismatches +=
          [
            ClockReplay<ModelClock>.run(vector, file: name),
            ClockReplay<LibraryClock>.run(vector, file: name),
          ].compactMap(\.self)
      }
    }
    return mismatches
  }

  /// The model has made all calls, so a call that a document cannot make is the document's fault.
  private func onDocuments(_ history: History) -> ReplayMismatch? {
    do {
      return try Replay<DocumentReplay>.run(history, file: name)
    } catch {
      return ReplayMismatch(
        file: name, line: error.line, subject: DocumentReplay.name, replica: nil, field: "call",
        difference: "\(error.reason)")
    }
  }
}
