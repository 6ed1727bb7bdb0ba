// SPDX-License-Identifier: Apache-2.0

extension ReplicatedText {
  /// Changes a text inside a transaction.
  public struct Editor {
    let field: EditedField

    /// What the text shows at this moment.
    public var current: ReplicatedText { ReplicatedText(field.stored) }

    /// The number of scalars at this moment.
    public var count: Int {
      if field.isDirect { return field.session.textCount(field.place) }
      return field.read { $0?.slotTree?.count ?? 0 }
    }

    /// Inserts text at a scalar position.
    ///
    /// - Complexity: O(*k*) beside the last edit, else O(log *n* + *k*), in the number of runs and
    ///   the *k* scalars.
    /// - Precondition: The position is from 0 up to and including `count`.
    public func insert(_ text: String, at position: Int) {
      if field.path.isEmpty, field.session.insertText(text, at: position, field.place) { return }
      precondition(position >= 0 && position <= count, "A position is outside the text.")
      guard !text.isEmpty else { return field.touch() }
      field.write(.insertText(TextPiece(text), field.placement(at: position)))
    }

    /// Inserts text at a scalar position, as above.
    public func insert(_ text: some StringProtocol, at position: Int) {
      insert(String(text), at: position)
    }

    /// Inserts text at the end.
    public func append(_ text: some StringProtocol) {
      insert(String(text), at: count)
    }

    /// Removes scalars.
    ///
    /// A removal is final.
    ///
    /// - Complexity: O(*k*) beside the last edit, else O(*k* log *n*), in the *k* runs removed and
    ///   all runs.
    /// - Precondition: The range lies within the text.
    public func remove(at position: Int, count: Int) {
      if field.path.isEmpty,
        field.session.removeText(at: position, count: count, field.place)
      {
        return
      }
      precondition(
        position >= 0 && count >= 0 && count <= self.count - position,
        "A range is outside the text.")
      let slots = field.read { field -> [DotRange] in
        guard case .text(let shared) = field else { return [] }
        return shared.state.slots(at: position..<position + count)
      }
      guard !slots.isEmpty else { return field.touch() }
      field.writeIfPresent(.removeText(slots))
    }

    /// Removes all scalars that are visible; what others insert at the same time stays.
    public func removeAll() {
      remove(at: 0, count: count)
    }

    /// Makes the text read as given by the least removals and inserts, so that what others type
    /// at the same time stays where it belongs.
    ///
    /// - Complexity: O((*n* + *m*) *d*) in the scalars of both texts and the *d* that differ;
    ///   texts that differ too much are replaced between what they share at both ends.
    public func replace(with text: some StringProtocol) {
      let old = Array(current.string.unicodeScalars)
      let new = Array(text.unicodeScalars)
      let edits = TextDifference.edits(from: old, to: new)
      guard !edits.isEmpty else { return field.touch() }
      // From the end on, so that positions before an edit keep their meaning.
      for edit in edits.reversed() {
        if edit.removed > 0 { remove(at: edit.position, count: edit.removed) }
        if !edit.inserted.isEmpty {
          var inserted = String.UnicodeScalarView()
          inserted.append(contentsOf: new[edit.inserted])
          insert(String(inserted), at: edit.position)
        }
      }
    }
  }
}

extension ReplicatedText: EditableDatatype {
  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: consuming EditedField) -> Editor {
    Editor(field: field)
  }
}
