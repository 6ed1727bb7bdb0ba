// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Bytes that were written once and are compared for ever, as hexadecimal text in `Golden/`.
///
/// A file is never overwritten. To add one, or to replace one while its form is not released yet,
/// delete it and run the tests once with `CONVERGE_WRITE_GOLDEN=1` in the environment.
struct GoldenFile {
  let name: String

  private static let bytesPerLine = 32

  private var path: String {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    return folder.joined(separator: "/") + "/Golden/\(name).hex"
  }

  /// The bytes, or nil when there is no such file or it is not in hexadecimal.
  func bytes(orWrite new: [UInt8]) -> [UInt8]? {
    let isWriting = ProcessInfo.processInfo.environment["CONVERGE_WRITE_GOLDEN"] != nil
    if isWriting, !FileManager.default.fileExists(atPath: path) {
      try? Self.text(of: new).write(toFile: path, atomically: true, encoding: .utf8)
    }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    return Self.bytes(of: text)
  }

  private static func text(of bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: bytesPerLine).map { start in
      bytes[start..<min(start + bytesPerLine, bytes.count)]
        .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\n"
    }.joined()
  }

  private static func bytes(of text: String) -> [UInt8]? {
    let digits = text.filter { !$0.isWhitespace }
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    var rest = digits[...]
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
