// SPDX-License-Identifier: Apache-2.0

extension Array {
  /// From so many elements on an array doubles when it is full.
  private static var smallLimit: Int { 32 }

  /// Makes room for one element more: in a short array not for twice as many, since an app may have
  /// many small documents with a few short arrays each.
  @inline(__always)
  mutating func makeRoomForOne() {
    if count == capacity, count < Self.smallLimit { reserveCapacity(count + count / 2 + 1) }
  }
}
