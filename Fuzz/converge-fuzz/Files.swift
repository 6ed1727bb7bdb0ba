// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation

/// Input that cannot be used, or a report that cannot be written.
enum InputError: Error, CustomStringConvertible {
  case unreadable(String, reason: String)
  case unwritable(String, reason: String)
  case history(HistoryError)
  case trace(String, TraceError)
  case checkpoint(String, CheckpointError)
  case summary(SummaryError)

  /// The fault in words, with the file's name.
  var description: String {
    switch self {
    case .unreadable(let name, let reason): "\(name): cannot be read: \(reason)"
    case .unwritable(let name, let reason): "\(name): cannot be written: \(reason)"
    case .history(let error): "\(error)"
    case .trace(let name, let error): "\(name): \(error)"
    case .checkpoint(let name, let error): "\(name): \(error)"
    case .summary(let error): "\(error)"
    }
  }
}

/// Reads and writes whole files.
enum Files {
  /// A file's bytes; `-` is standard input.
  static func read(_ name: String) throws(InputError) -> [UInt8] {
    do {
      guard name != "-" else {
        return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data())
      }
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: name)))
    } catch {
      throw .unreadable(name, reason: reason(error))
    }
  }

  /// Writes lines to a file.
  static func write(_ lines: [String], to name: String) throws(InputError) {
    do {
      let text = lines.map { $0 + "\n" }.joined()
      try Data(text.utf8).write(to: URL(fileURLWithPath: name))
    } catch {
      throw .unwritable(name, reason: reason(error))
    }
  }

  /// Whether there is a file of this name.
  static func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: name) }

  /// Writes lines to a file whose old content stays until the new one is whole.
  static func replace(_ name: String, with lines: [String]) throws(InputError) {
    do {
      let text = lines.map { $0 + "\n" }.joined()
      try Data(text.utf8).write(to: URL(fileURLWithPath: name), options: .atomic)
    } catch {
      throw .unwritable(name, reason: reason(error))
    }
  }

  /// Prints a report as text, and writes it as JSON where that was asked for; JSON on standard
  /// output takes the place of the text.
  ///
  /// The text comes first: what was found is shown also when a file cannot be written.
  static func write(
    _ lines: [String], _ report: JSONValue, to destination: JSONDestination?
  ) throws(InputError) {
    if destination == .standardOutput {
      Terminal.printLine(JSONWriter.indented(report))
      return
    }
    for line in lines { Terminal.printLine(line) }
    if case .file(let name) = destination {
      try write([JSONWriter.indented(report)], to: name)
    }
  }

  /// Makes a directory, with those around it, unless it is there.
  static func makeDirectory(_ name: String) throws(InputError) {
    do {
      try FileManager.default.createDirectory(
        atPath: name, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(name, reason: reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return (underlying ?? error).localizedDescription
  }
}
