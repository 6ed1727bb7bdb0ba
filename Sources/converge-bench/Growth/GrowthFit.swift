// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How the time of an operation grows with the size of what it works on.
struct GrowthFit: Equatable {
  /// The exponent past which growth is worse than logarithmic.
  ///
  /// From 1,000 to 1,000,000 a logarithm doubles, which is an exponent of 0.1; caches that no
  /// longer hold everything make up to 0.3 of it.
  static let exponentLimit = 0.35
  /// The exponent of the last step alone, past which a linear part has begun to show.
  static let lastExponentLimit = 0.7
  /// The seconds up to which nothing is a fault: some cache misses.
  static let floor = 10e-6

  struct Point: Equatable {
    var size: Int
    /// The seconds of one operation.
    var seconds: Double
  }

  let points: [Point]

  /// The exponent of the power of the size that fits best: least squares on logarithms.
  var exponent: Double { Self.slope(of: points[...]) }

  /// The exponent between the two greatest sizes.
  var lastExponent: Double { Self.slope(of: points.suffix(2)) }

  var isFault: Bool {
    guard let last = points.last, last.seconds > Self.floor else { return false }
    return exponent > Self.exponentLimit || lastExponent > Self.lastExponentLimit
  }

  private static func slope(of points: ArraySlice<Point>) -> Double {
    let pairs = points.filter { $0.seconds > 0 && $0.size > 0 }
      .map { (log2(Double($0.size)), log2($0.seconds)) }
    guard pairs.count > 1 else { return 0 }
    let count = Double(pairs.count)
    let meanX = pairs.reduce(0) { $0 + $1.0 } / count
    let meanY = pairs.reduce(0) { $0 + $1.1 } / count
    let covariance = pairs.reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
    let variance = pairs.reduce(0) { $0 + ($1.0 - meanX) * ($1.0 - meanX) }
    return variance > 0 ? covariance / variance : 0
  }
}
