// SPDX-License-Identifier: Apache-2.0

/// A text that a transaction types in, and the operation that its last calls make together.
///
/// Letters typed one behind the other are one insert, letters removed one beside the other one
/// removal: the same slots, dots and change as if they had come in one call.
struct OpenText: Sendable {
  /// The field that is or was typed in last.
  var place: FieldPlace?
  /// Where it stood among those of the document, and its author's number of its name, as far as
  /// they are known: both stay as long as no field and no change is dropped.
  var position: Int?
  var name = 0
  /// The text, while it is outside of the fields.
  var shared: Shared<TextState>?
  /// Whether no other refers to the text or its slots.
  var isUnique = false
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
    /// All but the last.
    var ranges: [DotRange] = []
    var last = DotRange(first: .none, count: 0)

    /// Adds slots removed after the others.
    @inline(__always)
    mutating func append(_ slots: DotRange) {
      if count == 0 {
        last = slots
      } else if slots.first == last.first.advanced(by: last.count) {
        last.count += slots.count
      } else if last.first == slots.first.advanced(by: slots.count) {
        last.first = slots.first
        last.count += slots.count
      } else {
        ranges.append(last)
        last = slots
      }
      count += slots.count
    }
  }
}

extension EditableState {
  /// Takes a text out of the fields, to be looked at.
  @inline(__always)
  mutating func openText(_ place: FieldPlace) {
    if text.shared == nil || text.place !== place { takeText(place) }
  }

  private mutating func takeText(_ place: FieldPlace) {
    closeFields()
    if text.place !== place {
      text.place = place
      text.position = nil
      text.name = 0
    }
    if let (shared, position) = state.fields.takeText(place, at: text.position) {
      text.shared = shared
      text.position = position
    } else {
      text.shared = Shared(TextState())
      text.position = nil
    }
  }

  /// Takes a text out of the fields, to be typed in.
  @inline(__always)
  private mutating func openTextToType(_ place: FieldPlace) {
    openText(place)
    guard !text.isUnique else { return }
    text.shared?.makeUnique()
    text.shared?.unique.makeUnique()
    text.isUnique = true
  }

  /// Notes what was typed, and puts what is outside of the fields back among them.
  @inline(__always)
  mutating func closeFields() {
    if text.shared != nil { putTextBack() }
    if let place = list.place { putListBack(place.target.field) }
    if let place = map.place { map.putBack(place, among: &state.fields) }
  }

  private mutating func putTextBack() {
    if text.insertion.count > 0 { endInsertion() }
    if text.removal.count > 0 { endRemoval() }
    text.shared?.settle()
    text.isUnique = false
    if let position = text.position {
      state.fields.putText(&text.shared, at: position)
    } else if let place = text.place, let shared = text.shared {
      text.shared = nil
      // One that is vacant does not become a field.
      guard !shared.state.isVacant else { return }
      state.fields.update(place.target.field) { $0 = .text(shared) }
    }
  }

  /// The number of scalars of a text.
  mutating func textCount(_ place: FieldPlace) -> Int {
    openText(place)
    return text.shared?.state.count ?? 0
  }

  /// Inserts into a text, where no members are declared.
  ///
  /// - Returns: Whether none are; else nothing was done.
  /// - Precondition: The position is from 0 up to and including the number of scalars.
  mutating func insertText(
    _ inserted: String, at position: Int, _ place: FieldPlace
  ) -> Bool {
    if state.membership.isDeclared { return false }
    openTextToType(place)
    begin()
    let dot = work.next
    guard let (placement, content, count) = text.shared?.insert(inserted, dot, at: position)
    else { return true }
    if count == 0 { return touch(place) }
    if text.removal.count > 0 { endRemoval() }
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
    return true
  }

  /// Removes from a text, where no members are declared.
  ///
  /// - Returns: Whether none are; else nothing was done.
  /// - Precondition: The range lies within the text.
  mutating func removeText(at position: Int, count: Int, _ place: FieldPlace) -> Bool {
    if state.membership.isDeclared { return false }
    openTextToType(place)
    precondition(
      position >= 0 && count >= 0 && count <= (text.shared?.state.count ?? 0) - position,
      "A range is outside the text.")
    begin()
    if count == 0 { return touch(place) }
    if text.insertion.count > 0 { endInsertion() }
    if text.removal.count == 0 { text.removal.dot = work.next }
    var remaining = count
    while remaining > 0, let slots = text.shared?.remove(at: position, limit: remaining) {
      text.removal.append(slots)
      remaining -= slots.count
    }
    advance(by: count)
    return true
  }
}

extension EditableState {
  /// A call that had nothing to do.
  private mutating func touch(_ place: FieldPlace) -> Bool {
    perform(.void, on: place.target)
    return true
  }

  /// Appends the kind of an operation on the open text, and the field unless it is the last one
  /// again.
  private mutating func appendHead(_ kind: OperationKind) {
    if text.name > 0 { return work.writer.appendHead(kind, field: text.name) }
    guard let place = text.place else { return }
    text.name = work.writer.appendHead(
      kind, named: place.target.field.name, &state.authors[work.author].numbers)
  }

  private mutating func endInsertion() {
    let placement = text.insertion.placement
    if text.insertion.count == 1, let letter = text.shared?.letter(text.insertion.content),
      work.writer.appendLetter(letter, placement, at: text.insertion.dot, field: text.name)
    {
      text.insertion.count = 0
      return
    }
    appendHead(.insertText)
    if !work.writer.appendOwn(placement, at: text.insertion.dot) {
      work.writer.append(placement, at: text.insertion.dot, state.authors[work.author].numbers)
    }
    let first = text.insertion.content
    text.shared?.append(first..<first + text.insertion.count, to: &work.writer)
    text.insertion.count = 0
  }

  private mutating func endRemoval() {
    let (last, dot) = (text.removal.last, text.removal.dot)
    if text.removal.count == 1,
      work.writer.appendRemoval(of: last.first, at: dot, field: text.name)
    {
      text.removal.count = 0
      return
    }
    appendHead(.removeText)
    if !text.removal.ranges.isEmpty || !work.writer.appendOwn(last, at: dot) {
      work.writer.append(
        text.removal.ranges, last, at: dot, state.authors[work.author].numbers)
      text.removal.ranges.removeAll(keepingCapacity: true)
    }
    text.removal.count = 0
  }
}

extension Shared<TextState> {
  /// Inserts into the text, which no other shares.
  @inline(__always)
  fileprivate mutating func insert(
    _ inserted: String, _ dot: LocalDot, at position: Int
  ) -> (placement: Placement, content: Int, count: Int) {
    precondition(position >= 0 && position <= state.count, "A position is outside the text.")
    return unique.insert(inserted, dot, atPosition: position)
  }

  /// Removes from the text, which no other shares.
  @inline(__always)
  fileprivate mutating func remove(at position: Int, limit: Int) -> DotRange {
    unique.remove(atPosition: position, limit: limit)
  }

  /// A scalar by its number, where all are ASCII.
  @inline(__always)
  fileprivate mutating func letter(_ number: Int) -> UInt8? {
    unique.letter(number)
  }

  /// Appends scalars by their numbers to an operation.
  @inline(__always)
  fileprivate mutating func append(_ range: Range<Int>, to writer: inout OperationWriter) {
    unique.append(range, to: &writer.writer.bytes)
  }

  /// Ends a series of calls of the user.
  @inline(__always)
  fileprivate mutating func settle() {
    if !state.tree.isSettled { update { $0.settle() } }
  }
}
