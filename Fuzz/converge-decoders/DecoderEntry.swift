// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation

/// What libFuzzer calls: it brings the `main` that this program lacks.
enum DecoderEntry {
  /// The decoder that is fuzzed, by its name in the environment.
  static let probe: DecoderProbe = {
    let name = ProcessInfo.processInfo.environment["CONVERGE_DECODER"] ?? ""
    guard let probe = DecoderProbe(rawValue: name) else {
      let names = DecoderProbe.allCases.map(\.rawValue).joined(separator: ", ")
      say("CONVERGE_DECODER is \"\(name)\", not one of \(names)")
      exit(2)
    }
    return probe
  }()

  /// Writes a line to standard error.
  static func say(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}

/// Runs one input; an abort tells libFuzzer that it is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Safety: libFuzzer lends so many bytes for the time of the call.
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do {
    try DecoderEntry.probe.run(bytes)
  } catch {
    DecoderEntry.say("FAILED \(DecoderEntry.probe.rawValue): \(error.detail)")
    abort()
  }
  return 0
}
