// SPDX-License-Identifier: Apache-2.0

extension MovableList {
  /// Changes a list inside a transaction.
  public struct Editor {
    let field: EditedField

    /// What the list shows at this moment.
    public var current: MovableList { MovableList(field.stored) }

    /// Inserts an element at an index.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    /// - Precondition: The index is from 0 up to and including `count`.
    public func insert(_ element: Element, at index: Int) {
      guard let count = countAtTop else {
        return insert(contentsOf: CollectionOfOne(element), at: index)
      }
      precondition(index >= 0 && index <= count, "An index is outside the list.")
      let value = field.session.checked(ValueBytes(of: element))
      field.session.insertElement(value, at: index)
    }

    /// Inserts elements one after another from an index on, as one operation each.
    ///
    /// - Complexity: O(log *n* + *k*) in the number of slots and the *k* elements.
    /// - Precondition: The index is from 0 up to and including `count`.
    public func insert(contentsOf elements: some Collection<Element>, at index: Int) {
      let placement = look { view in
        precondition(index >= 0 && index <= view.count, "An index is outside the list.")
        return view.placement(at: index, field.session.placing)
      }
      guard !elements.isEmpty else { return field.touch() }
      let values = elements.map { field.session.checked(ValueBytes(of: $0)) }
      field.write(.insertElements(values, field.isPresent ? placement : field.placement(at: 0)))
    }

    /// Inserts an element at the end.
    public func append(_ element: Element) {
      insert(element, at: countAtTop ?? look(\.count))
    }

    /// Removes elements.
    ///
    /// A removal is final.
    ///
    /// - Complexity: O(*k* log *n*) in the *k* elements and the slots.
    /// - Precondition: The range lies within the list.
    public func remove(at index: Int, count: Int = 1) {
      let elements = look { view in
        precondition(
          index >= 0 && count >= 0 && count <= view.count - index, "A range is outside the list.")
        return (index..<index + count).map(view.name)
      }
      guard !elements.isEmpty else { return field.touch() }
      field.writeIfPresent(.removeElements(elements.joined()))
    }

    /// Removes all elements that are visible; what others insert at the same time stays.
    public func removeAll() {
      remove(at: 0, count: look(\.count))
    }

    /// Replaces the element at an index, which stays where it is.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    /// - Precondition: The index is from 0 up to, not including, `count`.
    public func replace(at index: Int, with element: Element) {
      let value = field.session.checked(ValueBytes(of: element))
      let name = look { view in
        precondition(index >= 0 && index < view.count, "An index is outside the list.")
        return view.name(at: index)
      }
      field.writeIfPresent(.replaceElement(name, with: value))
    }

    /// Moves the element at an index so that its index becomes `target`.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    /// - Precondition: Both indices are from 0 up to, not including, `count`.
    public func move(from source: Int, to target: Int) {
      if let count = countAtTop {
        precondition(
          source >= 0 && source < count && target >= 0 && target < count,
          "An index is outside the list.")
        if source == target { return field.touch() }
        return field.session.moveElement(from: source, to: target)
      }
      let (name, placement) = look { view in
        precondition(
          source >= 0 && source < view.count && target >= 0 && target < view.count,
          "An index is outside the list.")
        return (
          view.name(at: source), view.placement(moving: source, to: target, field.session.placing)
        )
      }
      guard source != target else { return field.touch() }
      field.writeIfPresent(.moveElement(name, placement))
    }

    /// The number of elements of a list that is not in a record and has no others than are shown.
    private var countAtTop: Int? {
      field.isDirect ? field.session.listCount(field.place, Element.self) : nil
    }

    /// Looks at what the list shows.
    ///
    /// No view may be left when the list is changed: the change would have to copy it all.
    private func look<Result>(_ body: (MovableList) -> Result) -> Result { body(current) }
  }
}

extension [LocalDot] {
  /// The dots as ranges, in the order given.
  fileprivate func joined() -> [DotRange] {
    var ranges: [DotRange] = []
    for dot in self {
      if let last = ranges.last, last.last.advanced(by: 1) == dot {
        ranges[ranges.count - 1].count += 1
      } else {
        ranges.append(DotRange(first: dot, count: 1))
      }
    }
    return ranges
  }
}

extension MovableList: EditableDatatype {
  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: consuming EditedField) -> Editor {
    Editor(field: field)
  }
}
