// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@testable import converge_bench

@Suite struct WorkCostTests {
  @Test func `a few more instructions pass, many do not, and no byte does`() {
    let recorded = WorkCost(instructions: 1_000, bytes: 50)
    #expect(WorkCost(instructions: 1_030, bytes: 50).verdict(against: recorded) == .held)
    #expect(
      WorkCost(instructions: 1_100, bytes: 50).verdict(against: recorded)
        == .worse("1.10 times the instructions"))
    #expect(
      WorkCost(instructions: 10, bytes: 51).verdict(against: recorded)
        == .worse("51 bytes, not 50"))
    #expect(WorkCost(instructions: 900, bytes: 50).verdict(against: recorded) == .better)
    #expect(WorkCost(instructions: 1_000, bytes: 49).verdict(against: recorded) == .better)
  }

  @Test func `the count stands in callgrind's report`() {
    let report = "==7== Events    : Ir\n==7== Collected : 1234567\n==7==\n"
    #expect(WorkCost.instructions(inReport: report) == 1_234_567)
    #expect(WorkCost.instructions(inReport: "valgrind: not found") == nil)
  }

  @Test func `a record is read as it was written`() throws {
    var record = CostRecord()
    record[.moves] = WorkCost(instructions: 7, bytes: 8)
    record[.edits] = WorkCost(instructions: 9, bytes: 10)
    let read = try #require(CostRecord(record.json))
    #expect(read.costs == record.costs)
    #expect(CostRecord(.object([JSONMember("moves", .null)])) == nil)
    #expect(CostRecord(.null) == nil)
  }

  @Test(arguments: [FixedWork.start, .edits, .loading, .documents])
  func `fixed work gives the same bytes each time`(work: FixedWork) throws {
    #expect(try work.run() == work.run())
  }
}
