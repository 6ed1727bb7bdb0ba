// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import converge_bench

@Suite struct GrowthFitTests {
  private func fit(_ seconds: (Double) -> Double) -> GrowthFit {
    GrowthFit(
      points: GrowthRun.sizes.map {
        GrowthFit.Point(size: $0, seconds: seconds(Double($0)))
      })
  }

  @Test(arguments: [0, 0.5, 1, 2.0]) func `the exponent of a power is found`(exponent: Double) {
    let fit = fit { 1e-6 * pow($0, exponent) }
    #expect(abs(fit.exponent - exponent) < 1e-9)
    #expect(abs(fit.lastExponent - exponent) < 1e-9)
  }

  @Test func `a logarithm is no fault, and a linear part is one`() {
    #expect(!fit { 1e-5 * log2($0) }.isFault)
    #expect(fit { 1e-7 * $0 }.isFault)
    #expect(fit { 1e-4 + 1e-9 * $0 }.isFault == (fit { 1e-4 + 1e-9 * $0 }.lastExponent > 0.7))
    #expect(fit { 1e-4 + 1e-8 * $0 }.isFault)
  }

  @Test func `what takes next to no time is no fault`() {
    #expect(!fit { 1e-12 * $0 }.isFault)
  }

  @Test func `one point has no exponent`() {
    #expect(GrowthFit(points: [GrowthFit.Point(size: 1_000, seconds: 1)]).exponent == 0)
  }

  @Test func `every collection is filled and measured`() throws {
    let run = GrowthRun(limit: 1_000)
    let findings = [
      try run.measure(GrowthCollections.set), try run.measure(GrowthCollections.map),
      try run.measure(GrowthCollections.orderedSet), try run.measure(GrowthCollections.orderedMap),
      try run.measure(GrowthCollections.list), try run.measure(GrowthCollections.text),
    ]
    #expect(findings.map { $0.first?.collection } == GrowthCommand.collectionNames)
    for found in findings {
      let names = found.map(\.operation)
      #expect(names.contains("insert") && names.contains("remove"))
      #expect(names.contains("apply a remote change") && names.contains("iterate, each"))
      #expect(names.contains("merge, ten changes each") && names.contains("changes since, ten"))
    }
  }
}
