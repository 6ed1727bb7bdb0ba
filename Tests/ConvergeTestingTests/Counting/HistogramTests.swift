// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct HistogramTests {
  @Test func `each number falls into the one class that holds it`() {
    for number in [0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 200, 8192] {
      var histogram = Histogram()
      histogram.add(number)
      let filled = histogram.classes.filter { $0.count > 0 }
      #expect(filled.count == 1)
      #expect(filled.first?.range.contains(number) == true, "\(number)")
    }
  }

  @Test func `classes follow one another without a gap`() {
    var histogram = Histogram()
    histogram.add(8192)
    for (one, next) in zip(histogram.classes, histogram.classes.dropFirst()) {
      #expect(one.range.upperBound + 1 == next.range.lowerBound)
    }
  }

  @Test func `histograms add up, and come back from JSON`() {
    var one = Histogram()
    one.add(3)
    var other = Histogram()
    other.add(4)
    other.add(100)
    one += other
    #expect(one.total == 3)
    #expect(one.classes.map(\.count) == [0, 0, 0, 2, 0, 0, 0, 0, 1])
    #expect(Histogram(one.json) == one)
  }

  @Test func `concurrency counts each pair of concurrent changes once`() {
    func edit(_ label: Int, _ replica: Int) -> ScriptStep {
      .edit(
        ScriptEdit(
          label: label, replica: replica, wall: 1, calls: [ScriptCall(field: 0, choice: 0)]))
    }
    let script = Script(
      seed: 2, replicaCount: 3, fields: [HistoryField("plays", .counter)],
      steps: [edit(0, 0), edit(1, 1), edit(2, 2), .merge(from: 0, to: 1, by: .state), edit(3, 1)])
    let classes = ScriptRun.run(script).counts.concurrency.classes
    // The first has seen all; the second lacks one; the third two; the last lacks the third.
    #expect(classes.map(\.count) == [1, 2, 1])
  }
}
