// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct UTF8ValidationTests {
  private func isValid(_ bytes: [UInt8]) -> Bool {
    UTF8Validation.isValid(bytes, in: 0..<bytes.count)
  }

  /// The standard library's answer.
  private func isValidText(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  @Test func `all one and two byte strings are judged as the standard library does`() {
    for first in 0...255 as ClosedRange<UInt8> {
      #expect(isValid([first]) == isValidText([first]))
      for second in 0...255 as ClosedRange<UInt8> {
        let bytes = [first, second]
        if isValid(bytes) != isValidText(bytes) { Issue.record("\(bytes)") }
      }
    }
  }

  @Test func `longer forms are judged as the standard library does at every boundary`() {
    let edges: [UInt8] = [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for lead in 0xC0...0xFF as ClosedRange<UInt8> {
      for second in edges {
        for third in edges {
          for fourth in edges {
            for bytes in [[lead, second, third], [lead, second, third, fourth]]
            where isValid(bytes) != isValidText(bytes) {
              Issue.record("\(bytes)")
            }
          }
        }
      }
    }
  }

  @Test func `only the part counts`() {
    #expect(UTF8Validation.isValid([0xFF, 0x61, 0xC3, 0xA9, 0xFF], in: 1..<4))
    #expect(!UTF8Validation.isValid([0x61, 0xC3, 0xA9], in: 0..<2))
    #expect(UTF8Validation.isValid([0xFF], in: 0..<0))
  }
}
