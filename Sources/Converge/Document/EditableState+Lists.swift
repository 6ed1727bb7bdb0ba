// SPDX-License-Identifier: Apache-2.0

/// A list that a transaction changes at indices.
struct OpenList: Sendable {
  /// The field; none while no list is open.
  var place: FieldPlace?
  /// Where the field stands among those of the document, if it is there.
  var position: Int?
  var shared = OpenList.none
  /// The author's number of the field's name; 0 while it was not looked up.
  var name = 0
  static let none = Shared(ListState())
}

extension EditableState {
  /// Takes a list out of the fields, to be changed at indices.
  @inline(__always)
  mutating func openList(_ place: FieldPlace) {
    if list.place !== place { takeList(place) }
  }

  private mutating func takeList(_ place: FieldPlace) {
    closeFields()
    list.place = place
    if let (shared, position) = state.fields.takeList(place.target.field) {
      list.shared = shared
      list.position = position
    } else {
      list.position = nil
    }
  }

  /// Puts the list back among the fields.
  mutating func putListBack(_ key: FieldKey) {
    list.place = nil
    list.name = 0
    list.shared.update { $0.settle() }
    state.fields.putList(list.shared, key, at: list.position)
    list.shared = OpenList.none
  }

  /// Inserts an element into the open list.
  ///
  /// - Precondition: The index is from 0 up to and including the number of elements.
  mutating func insertElement(_ value: ValueBytes, at index: Int) {
    guard let target = list.place?.target else { return }
    begin()
    let dot = work.next
    let placement = list.shared.update { $0.insert(value, dot, at: index) }
    work.writer.append(
      .insertElements([value], placement), to: target, at: dot,
      &state.authors[work.author].numbers)
    advance(by: 1)
  }

  /// Moves an element of the open list.
  ///
  /// - Precondition: Both indices are from 0 up to, not including, the number of elements, and
  ///   differ.
  mutating func moveElement(from source: Int, to index: Int) {
    guard let place = list.place else { return }
    begin()
    let stamp = Stamp(dot: work.next, timestamp: work.timestamp.packed)
    let (element, placement) = list.shared.update { $0.move(from: source, to: index, stamp) }
    list.name = work.writer.appendMove(
      element, to: placement, in: place.target.field, name: list.name, at: stamp.dot,
      &state.authors[work.author].numbers)
    advance(by: 1)
  }
}
