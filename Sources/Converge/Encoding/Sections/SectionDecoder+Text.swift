// SPDX-License-Identifier: Apache-2.0

extension SectionDecoder {
  func decodeText(_ section: inout SectionReader) throws(WireError) -> TextState {
    let tree = try decodeTree(&section, limit: section.remainingBytes)
    let start = section.offset
    let range = try section.bytes()
    guard UTF8Validation.isValid(section.allBytes, in: range) else {
      throw .invalidText(offset: start)
    }
    let utf8 = section.allBytes[range]
    // Every byte but a continuation begins a scalar.
    let count = utf8.count { $0 & 0xC0 != 0x80 }
    guard count == tree.count else { throw .invalidReference(offset: start) }
    var scalars = ScalarStore()
    scalars.append(TextPiece(utf8: utf8, scalarCount: count))
    var state = TextState()
    state.restore(
      tree, scalars, tracksRemovals ? try decodeRemoved(tree, &section) : RemovedSlots())
    return state
  }
}
