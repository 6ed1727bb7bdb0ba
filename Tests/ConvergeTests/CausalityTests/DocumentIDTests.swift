// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct DocumentIDTests {
  @Test func `an id is its number`() {
    #expect(DocumentID(7).value == 7)
    #expect(DocumentID(7) == DocumentID(7))
    #expect(DocumentID(0xFEED).description == "000000000000feed")
  }
}
