// SPDX-License-Identifier: Apache-2.0

/// How long the runs of one piece of work took, in seconds.
struct Timing: Equatable {
  let seconds: [Double]

  /// The middle one, or the mean of the middle two.
  var median: Double {
    let sorted = seconds.sorted()
    guard let last = sorted.last else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : min(sorted[middle], last)
  }

  var minimum: Double { seconds.min() ?? 0 }
}
