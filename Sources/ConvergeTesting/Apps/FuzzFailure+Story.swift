// SPDX-License-Identifier: Apache-2.0

extension FuzzFailure {
  /// The check that failed: `rule` for an invariant of the app, `action` for one of its actions,
  /// else one of the library's own.
  public var check: String { failure.check.rawValue }

  /// The name of the app's invariant or action that failed, or nil when a check of the library did.
  public var rule: String? { failure.rule }

  /// What was wrong, in a line.
  public var difference: String { failure.detail }

  /// The seed that the history was made from.
  public var seed: UInt64 { script.seed }

  /// The steps that make it fail, in the app's words.
  public var steps: [String] {
    told?.enumerated().map { "\($0.offset + 1)  \($0.element)" }
      ?? AppStory(names: names, drawn: drawn).lines(of: script)
  }
}

extension FuzzFailure: CustomStringConvertible {
  /// The failure in lines of text.
  public var description: String {
    let subject = failure.rule.map { " \"\($0)\"" } ?? ""
    let device = failure.replica.map { " on \(names.device($0))" } ?? ""
    var lines = ["\(check)\(subject)\(device): \(difference)"]
    guard told == nil else {
      return (lines + ["after:"] + steps.map { "  " + $0 }).joined(separator: "\n")
    }
    let place =
      failure.step.map { "after step \($0 + 1)" } ?? "after all devices had heard of everything"
    lines.append("\(place) of:")
    lines += steps.map { "  " + $0 }
    lines.append(
      "seed \(seed), \(script.steps.count) of \(originalStepCount) steps left; again: "
        + "run(seed: \(seed))")
    if !isRepeatable {
      lines.append(
        "It did not fail again: an action or invariant goes by something else than its document "
          + "and its random source.")
    }
    return lines.joined(separator: "\n")
  }
}
