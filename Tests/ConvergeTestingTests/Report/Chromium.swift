// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A real browser without a window, to see pages as people do.
struct Chromium {
  /// What the browser says of a page.
  struct Visit {
    /// The document as it stands once it is loaded.
    var document: String
    /// What the browser wrote on its log.
    var log: String
  }

  /// The browser of this machine, or nil where there is none.
  static let installed = Chromium()

  private let path: String

  private init?() {
    let paths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
  }

  /// Loads a page and gives its document back.
  func visit(_ page: String, in folder: ScratchFolder, isDark: Bool) throws -> Visit {
    let file = folder.file("page.html")
    try Data(page.utf8).write(to: URL(fileURLWithPath: file))
    return try run(["--dump-dom"], file, folder, isDark)
  }

  /// Takes a picture of a page.
  ///
  /// - Returns: The bytes of a PNG.
  func screenshot(_ page: String, in folder: ScratchFolder, isDark: Bool) throws -> Data {
    let file = folder.file("page.html")
    try Data(page.utf8).write(to: URL(fileURLWithPath: file))
    let picture = folder.file(isDark ? "dark.png" : "light.png")
    _ = try run(["--screenshot=\(picture)"], file, folder, isDark)
    return try Data(contentsOf: URL(fileURLWithPath: picture))
  }

  private func run(
    _ arguments: [String], _ file: String, _ folder: ScratchFolder, _ isDark: Bool
  ) throws -> Visit {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments =
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--hide-scrollbars", "--window-size=1240,2400", "--enable-logging=stderr", "--v=0",
        "--user-data-dir=\(folder.file("profile"))",
        "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)",
      ] + arguments + ["file://" + file]
    // Both go to files: a pipe that nobody reads would hold the browser up.
    let (output, log) = (folder.file("output"), folder.file("log"))
    for name in [output, log] { _ = FileManager.default.createFile(atPath: name, contents: nil) }
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: log)
    try process.run()
    process.waitUntilExit()
    return Visit(
      document: try String(contentsOf: URL(fileURLWithPath: output), encoding: .utf8),
      log: String(decoding: try Data(contentsOf: URL(fileURLWithPath: log)), as: UTF8.self))
  }
}
