// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation

/// A file that the command line names, to be read.
enum InputFile {
  static func read(_ path: String) throws(WorkError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
    return Array(data)
  }

  static func json(_ path: String) throws(WorkError) -> JSONValue {
    let bytes = try read(path)
    do throws(JSONError) {
      return try JSONParser.parse(bytes)
    } catch {
      throw .malformed(path, "not JSON: line \(error.line): \(error)")
    }
  }
}

/// A file that the command line names, to be written.
enum OutputFile {
  static func write(_ text: String, to path: String) throws(WorkError) {
    try write(Array(text.utf8), to: path)
  }

  static func write(_ bytes: [UInt8], to path: String) throws(WorkError) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    } catch {
      throw .malformed(path, "cannot be written")
    }
  }
}
