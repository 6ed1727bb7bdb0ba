// SPDX-License-Identifier: Apache-2.0

extension FuzzFailure {
  /// A page of HTML that draws how the failure came about, and shows the states side by side.
  ///
  /// It stands by itself: write it to a file, or attach it to a test's result.
  public var page: String? {
    guard var record else { return nil }
    for lane in record.lanes.indices { record.lanes[lane] = names.device(lane) }
    let section = FailureSection(failure: self, record: record, command: "run(seed: \(seed))")
    return ReportPage.html("\(check): \(difference)", [section.markup])
  }
}
