// SPDX-License-Identifier: Apache-2.0

/// How far a campaign has come, as a file that it goes on from.
package enum CampaignCheckpoint {
  /// The layout that is written and read.
  private static let format: Int64 = 1

  /// The file's content.
  package static func json<Counts>(
    _ state: CampaignState<Counts>, command: String, options: FuzzOptions
  ) -> JSONValue {
    .object(
      [JSONMember("checkpoint", .integer(format)), JSONMember("command", .string(command))]
        + campaign(options) + [
          JSONMember("position", .integer(Int64(state.position))),
          JSONMember("counts", .object(state.counts.members)),
          JSONMember("failures", .integer(Int64(state.failureCount))),
          JSONMember("firstFailures", .array(state.firstFailures.map { json($0) })),
          JSONMember("seconds", .double(state.seconds)),
        ])
  }

  /// How far the campaign of these options has come, by a file's content.
  ///
  /// - Throws: `CheckpointError.malformed` when it is no checkpoint, `otherCampaign` when it is one
  ///   of other options, `tooFar` when it has passed the end that the options set.
  package static func state<Counts>(
    _ json: JSONValue, command: String, options: FuzzOptions
  ) throws(CheckpointError) -> CampaignState<Counts> {
    guard json["checkpoint"]?.integer == format else { throw .malformed("checkpoint") }
    let expected = [JSONMember("command", .string(command))] + campaign(options)
    for member in expected {
      guard let found = json[member.name] else { throw .malformed(member.name) }
      guard found == member.value else {
        throw .otherCampaign(
          member.name, found: JSONWriter.compact(found),
          expected: JSONWriter.compact(member.value))
      }
    }
    var state = CampaignState<Counts>()
    guard let position = json["position"]?.count else { throw .malformed("position") }
    guard let counts = json["counts"].flatMap({ Counts($0) }), counts.histories == position else {
      throw .malformed("counts")
    }
    guard let failureCount = json["failures"]?.count else { throw .malformed("failures") }
    guard case .double(let seconds)? = json["seconds"] else { throw .malformed("seconds") }
    guard let failures = json["firstFailures"]?.elements else { throw .malformed("firstFailures") }
    for failure in failures {
      guard let seed = failure["seed"]?.integer, seed >= 0, let check = failure["check"]?.text
      else { throw .malformed("firstFailures") }
      state.firstFailures.append(FirstFailure(seed: UInt64(seed), check: check))
    }
    guard position <= options.end else { throw .tooFar(position, end: options.end) }
    state.position = position
    state.counts = counts
    state.failureCount = failureCount
    state.seconds = seconds
    return state
  }

  /// What must be the same for a campaign to go on; its end may be set anew.
  private static func campaign(_ options: FuzzOptions) -> [JSONMember] {
    options.campaignMembers + [JSONMember("shard", .string(options.shard.description))]
  }

  private static func json(_ failure: FirstFailure) -> JSONValue {
    .object([
      JSONMember("seed", .integer(Int64(bitPattern: failure.seed))),
      JSONMember("check", .string(failure.check)),
    ])
  }
}

/// Why a campaign cannot go on from a file.
package enum CheckpointError: Error, Equatable, Sendable {
  /// A member is missing or is not what it must be.
  case malformed(String)
  /// An option differs from that of the campaign that wrote the file.
  case otherCampaign(String, found: String, expected: String)
  /// More histories were run than the options ask for.
  case tooFar(Int, end: Int)
}

extension CheckpointError: CustomStringConvertible {
  /// The fault in words.
  package var description: String {
    switch self {
    case .malformed(let member): "no checkpoint: \"\(member)\" is missing or malformed"
    case .otherCampaign(let name, let found, let expected):
      "the checkpoint of another run: its \(name) is \(found), not \(expected)"
    case .tooFar(let position, let end):
      "the checkpoint has passed the end: \(position) histories, \(end) asked for"
    }
  }
}
