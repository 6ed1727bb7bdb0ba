// SPDX-License-Identifier: Apache-2.0

import Converge
import Testing

/// The bytes that the article on the wire format explains are those that are written.
struct WireFormatExampleTests {
  /// What an article's blocks of bytes hold: of each line what stands before two blanks.
  private func explained(in article: String) -> [[UInt8]] {
    let document = SourceTree.current.documents.first { $0.path.hasSuffix("/\(article).md") }
      .map { MarkdownDocument(path: $0.path, text: $0.text) }
    return document.map { CodeExample.blocks(of: "bytes", in: $0) }?.map { block in
      block.lines.flatMap { line in
        let end = line.firstRange(of: "  ")?.lowerBound ?? line.endIndex
        return line[..<end].split(separator: " ").compactMap { UInt8($0, radix: 16) }
      }
    } ?? []
  }

  @Test func `the changes explained byte by byte are those that are written`() throws {
    let phoneID = ReplicaID(high: 0xA0A1_A2A3_A4A5_A6A7, low: 0xA8A9_AAAB_ACAD_AEAF)
    let padID = ReplicaID(high: 0xB0B1_B2B3_B4B5_B6B7, low: 0xB8B9_BABB_BCBD_BEBF)
    let favorites = Field("favorites", OrderedORSet<String>.self)
    let id = DocumentID(0x0102_0304_0506_0708)
    var phone = Document(
      NoSchema(), id: id, replica: phoneID, clock: .fixed(1_700_000_000_000))
    var pad = phone.fork(as: padID)
    let harbour = try #require(phone.edit { $0[favorites].insert("harbour", at: 0) })
    phone.clock = .fixed(1_700_003_600_000)
    let fog = try #require(phone.edit { $0[favorites].insert("fog", at: 0) })
    pad.apply(contentsOf: [harbour, fog])
    pad.clock = .fixed(1_700_003_700_000)
    let dune = try #require(pad.edit { $0[favorites].insert("dune", at: 1) })
    let written = [harbour, fog, dune].map { $0.encoded(in: id) }
    let explained = explained(in: "WireFormat")
    #expect(explained.prefix(3) == written[...])
    #expect(explained.last == ChangeBatch.encode([harbour, fog], document: id))
  }
}
