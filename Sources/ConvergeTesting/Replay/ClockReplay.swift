// SPDX-License-Identifier: Apache-2.0

/// A hybrid logical clock that the clock vectors can be run on: the library's, or the model's.
package protocol ClockSubject {
  /// What the subject is called in messages.
  static var name: String { get }

  /// A clock that has seen this timestamp.
  init(last: Stamp)

  /// The greatest timestamp seen.
  var last: Stamp { get }

  /// The next timestamp, or nil when it is refused.
  mutating func send(wall: Int64) -> Stamp?

  /// Takes in a timestamp without a bound.
  mutating func observe(_ remote: Stamp)

  /// Takes in a timestamp within a bound; false when it is refused.
  mutating func observe(_ remote: Stamp, wall: Int64, maximumDrift: Int64) -> Bool
}

extension ModelClock: ClockSubject {
  /// What the clock is called in messages.
  package static var name: String { "model" }
}

/// Runs clock vectors and compares each step's result and the clock after it.
package enum ClockReplay<Subject: ClockSubject> {
  /// Runs one vector to its first mismatch.
  package static func run(_ vector: ClockVector, file: String) -> ReplayMismatch? {
    var clock = Subject(last: vector.start)
    for (index, step) in vector.steps.enumerated() {
      let result: Stamp?
      switch step.action {
      case .send(let wall):
        result = clock.send(wall: wall)
      case .observe(let remote, let wall):
        if let drift = vector.maximumDrift {
          let isTaken = clock.observe(remote, wall: wall, maximumDrift: drift)
          result = isTaken ? clock.last : nil
        } else {
          clock.observe(remote)
          result = clock.last
        }
      }
      if result != step.result || clock.last != step.after {
        return ReplayMismatch(
          file: file, line: vector.line, subject: Subject.name, replica: nil,
          field: "clock vector \"\(vector.name)\", step \(index + 1)",
          difference: "expected \(text(step.result)) and the clock at \(step.after), "
            + "shown \(text(result)) and \(clock.last)")
      }
    }
    return nil
  }

  private static func text(_ stamp: Stamp?) -> String { stamp.map(\.description) ?? "a refusal" }
}
