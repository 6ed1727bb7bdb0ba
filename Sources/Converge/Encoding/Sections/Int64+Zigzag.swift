// SPDX-License-Identifier: Apache-2.0

extension Int64 {
  /// The number as an unsigned one that is small when this one is near zero: 0, -1, 1, -2, … are
  /// 0, 1, 2, 3, ….
  var zigzag: UInt64 { UInt64(bitPattern: (self &<< 1) ^ (self &>> 63)) }

  /// The number whose `zigzag` is the given one; each is that of one number.
  init(zigzag: UInt64) {
    self.init(bitPattern: (zigzag &>> 1) ^ (0 &- (zigzag & 1)))
  }
}
