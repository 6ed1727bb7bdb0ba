// SPDX-License-Identifier: Apache-2.0

import Converge
import Foundation
import Testing

@testable import ConvergeTesting

/// The inputs that libFuzzer has found worth keeping, replayed.
@Suite struct DecoderProbeTests {
  /// Where a decoder's inputs are.
  private static func folder(_ probe: DecoderProbe) -> String {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return root.joined(separator: "/") + "/Fuzz/Corpus/" + probe.rawValue
  }

  private static func inputs(_ probe: DecoderProbe) throws -> [(name: String, bytes: [UInt8])] {
    let folder = folder(probe)
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
      ($0, [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0))))
    }
  }

  @Test(arguments: DecoderProbe.allCases)
  func `every input of the corpus does no harm`(probe: DecoderProbe) throws {
    let inputs = try Self.inputs(probe)
    #expect(!inputs.isEmpty)
    for (name, bytes) in inputs {
      do {
        try probe.run(bytes)
      } catch {
        Issue.record("\(name): \(error.detail)")
      }
    }
  }

  @Test(arguments: DecoderProbe.allCases)
  func `the corpus stays small`(probe: DecoderProbe) throws {
    let inputs = try Self.inputs(probe)
    #expect(inputs.count <= 120)
    #expect(inputs.allSatisfy { $0.bytes.count <= 4_096 })
  }

  @Test(arguments: DecoderProbe.allCases, 0..<28 as Range<UInt64>)
  func `what documents write is decoded and does no harm`(
    probe: DecoderProbe, seed: UInt64
  ) throws {
    let input = probe.example(seed: seed)
    try probe.run(input)
    let bytes = Array(input.dropFirst())
    let isDecoded =
      switch probe {
      case .snapshot: (try? ReplicatedDocument.decoded(bytes, replica: 1)) != nil
      case .batch: try !ChangeBatch.decode(bytes).isEmpty
      case .delta: try !Delta.decode(bytes).isEmpty
      case .history: try ReplayFile(input, name: "").run().isEmpty
      }
    #expect(isDecoded)
  }

  /// Writes the inputs that fuzzing begins with, once, into a corpus that is empty.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["CONVERGE_WRITE_CORPUS"] != nil))
  func `a corpus begins with what documents write`() throws {
    for probe in DecoderProbe.allCases {
      let folder = Self.folder(probe)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      guard try Self.inputs(probe).isEmpty else { continue }
      for seed in 0..<56 as Range<UInt64> {
        try Data(probe.example(seed: seed))
          .write(to: URL(fileURLWithPath: folder + "/example-\(seed)"))
      }
    }
  }
}
