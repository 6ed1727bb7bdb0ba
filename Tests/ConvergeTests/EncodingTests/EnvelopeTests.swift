// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct EnvelopeTests {
  private let sealed = Envelope.seal(.batch, DocumentID(0x0102_0304_0506_0708)) {
    $0.append(contentsOf: [5, 6])
  }

  private func open(
    _ bytes: [UInt8], document: DocumentID? = nil, limits: DecodingLimits = .default
  ) throws(WireError) -> [UInt8] {
    let (_, _, payload) = try Envelope.open(bytes, document: document, limits: limits)
    return Array(payload.bytes[payload.offset..<payload.end])
  }

  private let whole = Envelope.seal(.snapshot, DocumentID(0x0102_0304_0506_0708)) {
    $0.append(contentsOf: [5, 6])
  }

  @Test func `an envelope is a head, the document, the payload and a checksum`() throws {
    let document = DocumentID(0x0102_0304_0506_0708)
    // Of changes a mark of the id only, its halves one on the other.
    for (bytes, head) in [
      (sealed, [0xC5, 8 ^ 4, 7 ^ 3, 6 ^ 2, 5 ^ 1, 5, 6]),
      (whole, [0xC6, 8, 7, 6, 5, 4, 3, 2, 1, 5, 6]),
    ] as [([UInt8], [UInt8])] {
      let checksum = XXHash64.hash(head)
      let tail = (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * UInt64($0))) }
      #expect(bytes == head + tail)
      #expect(try open(bytes) == [5, 6])
      #expect(try open(bytes, document: document) == [5, 6])
    }
    let (kind, found, _) = try Envelope.open(whole, document: nil, limits: .default)
    #expect(kind == .snapshot && found == document)
    #expect(try Envelope.open(sealed, document: nil, limits: .default).document == nil)
  }

  @Test func `each fault has an error of its own`() {
    let limits = DecodingLimits(maximumBytes: 10)
    #expect(throws: WireError.limitExceeded(.bytes, value: 11, offset: 0)) {
      try open(sealed, limits: limits)
    }
    #expect(throws: WireError.truncated(offset: 0)) { try open([]) }
    #expect(throws: WireError.truncated(offset: 1)) { try open([0xC5, 1, 2]) }
    #expect(throws: WireError.truncated(offset: 8)) { try open(Array(sealed.prefix(8))) }
    #expect(throws: WireError.checksumMismatch(offset: 5)) { try open(Array(sealed.prefix(9))) }
    #expect(throws: WireError.wrongFormat(offset: 0)) { try open([0xB5] + sealed.dropFirst()) }
    #expect(throws: WireError.unsupportedVersion(2)) { try open([0xC9] + sealed.dropFirst()) }
    #expect(throws: WireError.unsupportedVersion(0)) { try open([0xC1] + sealed.dropFirst()) }
    #expect(throws: WireError.wrongFormat(offset: 0)) { try open([0xC7] + sealed.dropFirst()) }
    let other = DocumentID(9)
    #expect(throws: WireError.otherDocument(expected: other, found: nil)) {
      try open(sealed, document: other)
    }
    let found = DocumentID(0x0102_0304_0506_0708)
    #expect(throws: WireError.otherDocument(expected: other, found: found)) {
      try open(whole, document: other)
    }
  }

  @Test func `every change of a bit and every cut is noticed`() {
    for place in sealed.indices {
      #expect(throws: WireError.self) { try open(Array(sealed[..<place])) }
      for bit in 0..<8 as Range<UInt8> {
        var bytes = sealed
        bytes[place] ^= 1 << bit
        #expect(throws: WireError.self) { try open(bytes) }
      }
    }
  }
}
