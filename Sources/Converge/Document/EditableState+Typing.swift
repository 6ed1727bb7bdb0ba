// SPDX-License-Identifier: Apache-2.0

/// A text that a transaction types in, and the operation that its last calls make together.
///
/// Letters typed one behind the other are one insert, letters removed one beside the other one
/// removal: the same slots, dots and change as if they had come in one call.
struct OpenText: Sendable {
  /// The field; none while no text is open.
  var place: FieldPlace?
  /// Where the field stands among those of the document, if it is there.
  var position: Int?
  var shared = OpenText.none
  static let none = Shared(TextState())
  var insertion = Insertion()
  var removal = Removal()

  /// Scalars inserted that follow one another.
  struct Insertion: Sendable {
    var dot = LocalDot.none
    var count = 0
    var placement = Placement(parent: .none, side: .right)
    /// The number of the first in the scalar store.
    var content = 0
  }

  /// Slots removed, in the order of the calls.
  struct Removal: Sendable {
    var dot = LocalDot.none
    var count = 0
    var ranges: [DotRange] = []

    /// Adds slots removed after the others.
    mutating func append(_ slots: DotRange) {
      count += slots.count
      guard let last = ranges.last else {
        ranges.append(slots)
        return
      }
      if slots.first == last.last.advanced(by: 1) {
        ranges[ranges.count - 1].count += slots.count
      } else if last.first == slots.last.advanced(by: 1) {
        ranges[ranges.count - 1].first = slots.first
        ranges[ranges.count - 1].count += slots.count
      } else {
        ranges.append(slots)
      }
    }
  }
}

extension EditableState {
  /// Takes a text out of the fields, to be typed in.
  @inline(__always)
  mutating func openText(_ place: FieldPlace) {
    if text.place !== place { takeText(place) }
  }

  private mutating func takeText(_ place: FieldPlace) {
    closeFields()
    text.place = place
    if let (shared, position) = state.fields.takeText(place.target.field) {
      text.shared = shared
      text.position = position
    } else {
      text.position = nil
    }
  }

  /// Notes what was typed, and puts what is outside of the fields back among them.
  @inline(__always)
  mutating func closeFields() {
    if let place = text.place { putTextBack(place.target.field) }
    if let place = list.place { putListBack(place.target.field) }
    if let place = map.place { map.putBack(place, among: &state.fields) }
  }

  private mutating func putTextBack(_ key: FieldKey) {
    if text.insertion.count > 0 { endInsertion() }
    if text.removal.count > 0 { endRemoval() }
    text.place = nil
    text.shared.settle()
    state.fields.putText(text.shared, key, at: text.position)
    text.shared = OpenText.none
  }

  /// Inserts into the open text.
  ///
  /// - Precondition: The position is from 0 up to and including the number of scalars.
  mutating func insertText(_ inserted: String, at position: Int) {
    precondition(
      position >= 0 && position <= text.shared.state.count, "A position is outside the text.")
    begin()
    if inserted.utf8.isEmpty { return touch() }
    if text.removal.count > 0 { endRemoval() }
    let dot = work.next
    let (placement, content, count) = text.shared.update {
      $0.insert(inserted, dot, atPosition: position)
    }
    let isNext =
      text.insertion.count > 0 && placement.side == .right
      && placement.parent == dot.advanced(by: -1)
    if isNext {
      text.insertion.count += count
    } else {
      if text.insertion.count > 0 { endInsertion() }
      text.insertion = OpenText.Insertion(
        dot: dot, count: count, placement: placement, content: content)
    }
    advance(by: count)
  }

  /// Removes from the open text.
  ///
  /// - Precondition: The range lies within the text.
  mutating func removeText(at position: Int, count: Int) {
    precondition(
      position >= 0 && count >= 0 && count <= text.shared.state.count - position,
      "A range is outside the text.")
    begin()
    if count == 0 { return touch() }
    if text.insertion.count > 0 { endInsertion() }
    if text.removal.count == 0 { text.removal.dot = work.next }
    var remaining = count
    while remaining > 0 {
      let limit = remaining
      let slots = text.shared.update { $0.remove(atPosition: position, limit: limit) }
      text.removal.append(slots)
      remaining -= slots.count
    }
    advance(by: count)
  }
}

extension EditableState {
  /// A call that had nothing to do.
  private mutating func touch() {
    guard let place = text.place else { return }
    perform(.void, on: place.target)
  }

  private mutating func endInsertion() {
    guard let place = text.place else { return }
    let scalars = text.insertion.content..<text.insertion.content + text.insertion.count
    work.writer.appendTextInsertion(
      text.shared.state.scalars, scalars, at: text.insertion.placement,
      to: place.target, dot: text.insertion.dot,
      &state.authors[work.author].numbers)
    text.insertion.count = 0
  }

  private mutating func endRemoval() {
    guard let place = text.place else { return }
    work.writer.append(
      .removeText(text.removal.ranges), to: place.target, at: text.removal.dot,
      &state.authors[work.author].numbers)
    text.removal.count = 0
    text.removal.ranges.removeAll(keepingCapacity: true)
  }
}

extension Shared<TextState> {
  /// Ends a series of calls of the user.
  fileprivate mutating func settle() {
    if !state.tree.isSettled { update { $0.settle() } }
  }
}
