// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// What a report is made of, and where it goes.
struct ReportOptions: Equatable {
  /// Our records and the peers'; where two files hold the same measurement, the later one counts.
  var files: [String] = []
  /// The file that gets the table; without it the table is printed.
  var markdown: String?
  /// The file that gets the chart.
  var svg: String?
}

/// Lays our records beside the peers'.
enum ReportCommand {
  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> ReportOptions {
    var words = OptionWords(arguments, command: "report", takesFiles: true)
    var options = ReportOptions()
    while let option = try words.next() {
      switch option {
      case "--markdown": options.markdown = try words.value(of: option)
      case "--svg": options.svg = try words.value(of: option)
      default: throw .unknownOption(option, command: "report")
      }
    }
    options.files = words.files
    guard !options.files.isEmpty else { throw .missingFile(command: "report") }
    return options
  }

  static func run(_ options: ReportOptions) throws(WorkError) -> ExitCode {
    var records = MeasuredRecords()
    for path in options.files {
      guard records.add(try InputFile.json(path)) != nil else {
        throw .malformed(path, "not a file of records")
      }
    }
    let comparison = Comparison(records)
    if let path = options.markdown {
      try OutputFile.write(comparison.markdown, to: path)
    } else {
      Terminal.printLine(comparison.markdown)
    }
    if let path = options.svg { try OutputFile.write(RatioChart(comparison).svg, to: path) }
    return .held
  }
}
