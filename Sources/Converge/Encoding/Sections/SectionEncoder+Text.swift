// SPDX-License-Identifier: Apache-2.0

extension SectionEncoder {
  /// Encodes a text: its slots, and the visible scalars as UTF-8.
  func encode(_ state: TextState, _ section: inout SectionWriter) {
    encode(state.tree, &section)
    section.append(state.utf8(at: 0..<state.count)[...])
    if tracksRemovals { encode(state.removed, &section) }
  }
}
