// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct DotTests {
  @Test func `dots are ordered by replica and then by counter`() {
    let low = ReplicaID(high: 1, low: 0)
    let high = ReplicaID(high: 1, low: 1)
    #expect(Dot(replica: low, counter: 9) < Dot(replica: high, counter: 1))
    #expect(Dot(replica: low, counter: 9) < Dot(replica: low, counter: 10))
    #expect(!(Dot(replica: low, counter: 9) < Dot(replica: low, counter: 9)))
  }
}
