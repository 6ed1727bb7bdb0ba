// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct XXHash64Tests {
  /// The seed of the published test vectors.
  private let seed: UInt64 = 2_654_435_761

  /// The first bytes of the buffer over which the published test vectors are computed
  /// (`tests/sanity_test.c` in the xxHash repository).
  private func sanityBuffer(count: Int) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      defer { state &*= 11_400_714_785_074_694_797 }
      return UInt8(truncatingIfNeeded: state &>> 56)
    }
  }

  @Test func `the published vectors hold`() {
    let vectors: [(count: Int, plain: UInt64, seeded: UInt64)] = [
      (0, 0xEF46_DB37_51D8_E999, 0xAC75_FDA2_929B_17EF),
      (1, 0xE934_A84A_DB05_2768, 0x5014_6076_43A9_B4C3),
      (14, 0x8282_DCC4_994E_35C8, 0xC3BD_6BF6_3DEB_6DF0),
      (222, 0xB641_AE8C_B691_C174, 0x20CB_8AB7_AE10_C14A),
    ]
    for vector in vectors {
      let bytes = sanityBuffer(count: vector.count)
      #expect(XXHash64.hash(bytes) == vector.plain)
      #expect(XXHash64.hash(bytes, seed: seed) == vector.seeded)
    }
  }

  @Test func `well-known texts have their well-known hashes`() {
    #expect(XXHash64.hash(Array("a".utf8)) == 0xD24E_C4F1_A98C_6E5B)
    #expect(XXHash64.hash(Array("abc".utf8)) == 0x44BC_2CF5_AD77_0999)
    let text = "Nobody inspects the spammish repetition"
    #expect(XXHash64.hash(Array(text.utf8)) == 0xFBCE_A83C_8A37_8BF1)
  }

  @Test func `a slice hashes as its bytes wherever it stands`() {
    let bytes = sanityBuffer(count: 120)
    for start in 0..<40 {
      for end in start...bytes.count {
        #expect(XXHash64.hash(bytes, in: start..<end) == XXHash64.hash(Array(bytes[start..<end])))
      }
    }
  }
}
