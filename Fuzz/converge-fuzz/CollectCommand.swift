// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// `converge-fuzz collect`: fuzzes the collection of garbage with histories made from seeds.
enum CollectCommand {
  /// Runs the fuzzer and prints its report.
  static func run(
    _ options: FuzzOptions, _ json: JSONDestination?
  ) async throws(InputError) -> ExitCode {
    let command = CampaignCommand(
      name: "collect", options: options, histories: GarbageFuzzer(options)
    ) { $0.json(options) }
    return try await command.run(json)
  }
}
