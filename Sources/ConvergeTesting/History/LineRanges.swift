// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Where the text of a file begins: behind the UTF-8 byte-order mark that some editors write.
  package var contentStart: Int { starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0 }
}

/// The lines of a file that hold more than white space: each line's number and its bytes' range.
struct LineRanges: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0
  private var number = 0

  /// Walks the lines of these bytes, behind their byte-order mark if they have one.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.contentStart
  }

  /// The next line that is not blank.
  mutating func next() -> (number: Int, range: Range<Int>)? {
    while position < bytes.count {
      let start = position
      let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
      position = end + 1
      number += 1
      if bytes[start..<end].contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d }) {
        return (number, start..<end)
      }
    }
    return nil
  }
}
