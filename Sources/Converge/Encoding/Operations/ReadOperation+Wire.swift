// SPDX-License-Identifier: Apache-2.0

extension ReadOperation {
  /// The operation alone, as it came, with its target written out.
  func bytes(from change: [UInt8], _ numbers: AuthorNumbers) -> [UInt8] {
    var numbers = numbers
    var writer = OperationWriter(author: dot.replica)
    writer.append(self, from: change, &numbers)
    return writer.bytes
  }
}
