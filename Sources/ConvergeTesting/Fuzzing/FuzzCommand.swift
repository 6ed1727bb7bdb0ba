// SPDX-License-Identifier: Apache-2.0

/// What the command line asks for.
package enum FuzzCommand: Sendable, Equatable {
  case help
  case run(FuzzOptions, JSONDestination?)
  case explore(ExploreOptions, JSONDestination?)
  case summarize(files: [String], JSONDestination?)
  case export(HistoryExport)
  case replay(files: [String], JSONDestination?)
  case trace(file: String, JSONDestination?)
}

/// Where a report in JSON goes.
package enum JSONDestination: Sendable, Equatable {
  case standardOutput
  case file(String)
}

/// Why a command line is not understood.
package enum UsageError: Error, Equatable, Sendable {
  case unknownCommand(String)
  case unknownOption(String, command: String)
  case missingValue(String)
  case malformedValue(String, option: String, expected: String)
  case repeatedOption(String)
  case conflictingOptions(String, String)
  case unexpectedArgument(String)
  case missingFile(command: String)
}

extension UsageError: CustomStringConvertible {
  /// The fault in words.
  package var description: String {
    switch self {
    case .unknownCommand(let name): "unknown command \"\(name)\""
    case .unknownOption(let name, let command): "unknown option \(name) of \(command)"
    case .missingValue(let option): "\(option) needs a value"
    case .malformedValue(let value, let option, let expected):
      "\(option) does not take \"\(value)\": expected \(expected)"
    case .repeatedOption(let option): "\(option) is given twice"
    case .conflictingOptions(let one, let other): "\(one) and \(other) exclude each other"
    case .unexpectedArgument(let argument): "unexpected argument \"\(argument)\""
    case .missingFile(let command): "\(command) needs a file"
    }
  }
}

extension FuzzCommand {
  /// What `--help` prints.
  package static let helpText = """
    converge-fuzz: shows that replicas converge to what the semantics say.

    usage: converge-fuzz [run] [options]      fuzz with histories made from seeds
           converge-fuzz collect [options]    the same, all of them with members that collect
                                              garbage: each beside a shadow that never does
           converge-fuzz replay FILE|-…       replay conformance histories and clock vectors
           converge-fuzz trace FILE|-         replay a recorded editing session (plain JSON)
           converge-fuzz explore [options]    visit all histories of a size over a few calls, in
                                              all orders of arrival
           converge-fuzz summarize FILE…      join the JSON reports of the shards of a run
           converge-fuzz export [options]     print the histories of seeds, with what the model
                                              shows, for other programs to replay
           converge-fuzz help

    options of run and collect:
      --seed N           the seed of the first history (default 1); each next one takes the next
      --count N          how many histories to run (default \(FuzzOptions.defaultCount))
      --time N           how many seconds to run, instead of --count
      --replicas A...B   replicas in a history, within 2...5 (default 2...5)
      --ops A...B        calls in a history, within 5...200 (default 5...200)
      --fields LIST      fields that documents have, by name, separated by commas (default all):
                         \(fieldNames(0..<4)),
                         \(fieldNames(4..<8)),
                         \(fieldNames(8..<12)),
                         \(fieldNames(12..<14))
      --save DIRECTORY   write each shrunk failure there as a history that replay takes, but for
                         those with members
      --report DIRECTORY write a page to look at there, report.html: how each failure came about,
                         and what was covered
      --jobs N           histories that run at the same time (default: the number of cores)
      --shard K/N        run the K-th of N shares only: every N-th history, beginning with the K-th;
                         the N shares together are the whole run
      --checkpoint FILE  keep there how far the run has come, and go on from there if the file is
                         there already; a run that was stopped so ends as one that was not
      --fail-fast        end with the first history that fails

    options of export: --seed, --count, --replicas, --ops, --fields, and
      --plain            elements of lists are only inserted and removed

    options of explore:
    \(ExploreOptions.helpText)

    options of all but export, which prints JSON:
      --json             write a report in JSON to standard output instead of the text
      --json=FILE        write a report in JSON to a file, beside the text

    One seed, one output, bit for bit, whatever the number of jobs, apart from what is marked as
    timing: lines that begin with "time:", and keys that hold "seconds" or "perSecond". Ctrl-C or a
    SIGTERM ends run and collect with a report on what was found so far; a second one at once.

    exit codes: 0 all checks held, 1 a check failed, 2 bad usage, unreadable input, missing shards,
    or a file that cannot be written; 130 (Ctrl-C), 143 (SIGTERM): stopped, and all held so far
    """

  private static func fieldNames(_ range: Range<Int>) -> String {
    ScriptGenerator.allFields[range].map {
      "\($0.name) (\($0.kind)\($0.inner.isEmpty ? "" : " of all kinds"))"
    }.joined(separator: ", ")
  }

  /// Understands the words after the program's name.
  ///
  /// - Throws: `UsageError` for the first word that is not understood.
  package static func parse(_ arguments: [String]) throws(UsageError) -> FuzzCommand {
    if arguments.contains(where: { ["--help", "-h"].contains($0) }) { return .help }
    guard let first = arguments.first, !first.hasPrefix("-") else {
      let (options, json) = try parseOptions(arguments[...], command: "run")
      return .run(options, json)
    }
    let rest = arguments.dropFirst()
    switch first {
    case "help": return .help
    case "run":
      let (options, json) = try parseOptions(rest, command: first)
      return .run(options, json)
    case "collect":
      var (options, json) = try parseOptions(rest, command: first)
      options.collectsAlways = true
      guard options.directory == nil else { throw .unknownOption("--save", command: first) }
      return .run(options, json)
    case "explore":
      let (options, json) = try ExploreOptionsParser.parse(rest)
      return .explore(options, json)
    case "summarize":
      let (files, json) = try parseFiles(rest, command: first)
      return .summarize(files: files, json)
    case "export": return try parseExport(rest)
    case "replay":
      let (files, json) = try parseFiles(rest, command: first)
      return .replay(files: files, json)
    case "trace":
      let (files, json) = try parseFiles(rest, command: first)
      guard files.count == 1 else { throw .unexpectedArgument(files[1]) }
      return .trace(file: files[0], json)
    default: throw .unknownCommand(first)
    }
  }

  private static func parseExport(
    _ arguments: ArraySlice<String>
  ) throws(UsageError) -> FuzzCommand {
    let words = arguments.filter { $0 != "--plain" }
    let understood = ["--seed", "--count", "--replicas", "--ops", "--fields"]
    for word in words where word.hasPrefix("--") {
      let option = String(word.prefix { $0 != "=" })
      guard understood.contains(option) else { throw .unknownOption(option, command: "export") }
    }
    let (options, _) = try parseOptions(words[...], command: "export")
    return .export(HistoryExport(options: options, isPlain: words.count < arguments.count))
  }

  private static func parseFiles(
    _ arguments: ArraySlice<String>, command: String
  ) throws(UsageError) -> ([String], JSONDestination?) {
    var files: [String] = []
    var json: JSONDestination?
    for argument in arguments {
      if try takesJSON(argument, &json) { continue }
      guard !argument.hasPrefix("-") || argument == "-" else {
        throw .unknownOption(argument, command: command)
      }
      files.append(argument)
    }
    guard !files.isEmpty else { throw .missingFile(command: command) }
    // Standard input can be read once.
    if files.count(where: { $0 == "-" }) > 1 { throw .unexpectedArgument("-") }
    return (files, json)
  }

  /// Takes `--json` or `--json=FILE`; false where a word is neither.
  static func takesJSON(
    _ argument: String, _ json: inout JSONDestination?
  ) throws(UsageError) -> Bool {
    guard argument == "--json" || argument.hasPrefix("--json=") else { return false }
    guard json == nil else { throw .repeatedOption("--json") }
    guard argument != "--json=" else { throw .missingValue("--json=") }
    json =
      argument == "--json" ? .standardOutput : .file(String(argument.dropFirst("--json=".count)))
    return true
  }

  private static func parseOptions(
    _ arguments: ArraySlice<String>, command: String
  ) throws(UsageError) -> (FuzzOptions, JSONDestination?) {
    var json: JSONDestination?
    var parser = FuzzOptionsParser()
    var words = arguments
    while let word = words.popFirst() {
      if try takesJSON(word, &json) { continue }
      guard word.hasPrefix("-") else { throw .unexpectedArgument(word) }
      if FuzzOptionsParser.flags.contains(word) {
        try parser.take(flag: word)
        continue
      }
      // Both `--seed 7` and `--seed=7` are understood.
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(parts[0])
      guard FuzzOptionsParser.names.contains(option) else {
        throw .unknownOption(option, command: command)
      }
      guard let value = parts.count > 1 ? String(parts[1]) : words.popFirst() else {
        throw .missingValue(option)
      }
      try parser.take(value, for: option)
    }
    return (parser.options, json)
  }
}
