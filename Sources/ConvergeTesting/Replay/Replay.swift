// SPDX-License-Identifier: Apache-2.0

/// Replays histories and compares every `stamp`, `expect` and `final` with what is shown.
package struct Replay<Subject: ReplaySubject> {
  private let history: History
  private let file: String
  private var subject: Subject

  /// Runs one history to its first mismatch.
  ///
  /// - Returns: the mismatch, or nil when everything is as the history says.
  /// - Throws: `HistoryError` when a call's index is out of range.
  package static func run(
    _ history: History, file: String
  ) throws(HistoryError) -> ReplayMismatch? {
    var replay = Replay(history: history, file: file, subject: Subject(history))
    for line in history.lines {
      if let mismatch = try replay.run(line) { return mismatch }
    }
    return nil
  }

  /// Makes the calls of a history and compares nothing.
  ///
  /// - Throws: `HistoryError` when a call's index is out of range.
  package static func checkCalls(of history: History, file: String) throws(HistoryError) {
    var replay = Replay(history: history, file: file, subject: Subject(history))
    for line in history.lines {
      switch line.step {
      case .expect, .final: break
      case .edit, .deliver, .merge: _ = try replay.run(line)
      }
    }
  }

  private mutating func run(_ line: History.Line) throws(HistoryError) -> ReplayMismatch? {
    switch line.step {
    case .edit(let edit):
      return try run(edit, line.number)
    case .deliver(let change, let replica):
      subject.deliver(change, to: replica)
    case .merge(let source, let replica):
      subject.merge(from: source, to: replica)
    case .expect(let expectation):
      return compare(
        expectation.replica, expectation.changes, expectation.state, line.number)
    case .final(let state):
      var counts = Array(repeating: 0, count: history.replicas.count)
      for case .edit(let edit) in history.lines.map(\.step) {
        counts[edit.change.replica] = edit.change.number
      }
      for replica in history.replicas.indices {
        if let mismatch = compare(replica, counts, state, line.number) { return mismatch }
      }
    }
    return nil
  }

  private mutating func run(
    _ edit: History.Edit, _ line: Int
  ) throws(HistoryError) -> ReplayMismatch? {
    let stamp: Stamp
    do {
      stamp = try subject.edit(edit)
    } catch {
      throw HistoryError(reason: .outOfRange(error), file: file, line: line)
    }
    guard stamp != edit.stamp else { return nil }
    return mismatch(
      line, edit.change.replica, "stamp", "expected \(edit.stamp), shown \(stamp)")
  }

  private mutating func compare(
    _ replica: Int, _ changes: [Int], _ state: [JSONValue], _ line: Int
  ) -> ReplayMismatch? {
    let applied = subject.changes(at: replica)
    guard applied == changes else {
      return mismatch(line, replica, "changes", "expected \(changes), shown \(applied)")
    }
    for (index, field) in history.fields.enumerated() {
      let shown = subject.state(of: index, at: replica)
      if let difference = Difference.first(expected: state[index], shown: shown) {
        return mismatch(line, replica, "field \"\(field.name)\"", difference)
      }
    }
    return nil
  }

  private func mismatch(
    _ line: Int, _ replica: Int, _ field: String, _ difference: String
  ) -> ReplayMismatch {
    ReplayMismatch(
      file: file, line: line, subject: Subject.name, replica: history.replicas[replica],
      field: field, difference: difference)
  }
}
