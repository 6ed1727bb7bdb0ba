// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes a text: its slots, and the visible scalars as UTF-8.
  func encode(_ text: Shared<TextState>, _ section: inout SectionWriter) {
    encode(text.state.tree, &section)
    section.append(text.look { $0.utf8(at: 0..<$0.count) })
    if tracksRemovals { encode(text.state.removed, &section) }
  }
}
