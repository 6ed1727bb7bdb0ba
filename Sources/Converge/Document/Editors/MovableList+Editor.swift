// SPDX-License-Identifier: Apache-2.0

extension MovableList {
  /// Changes a list inside a transaction.
  public struct Editor {
    let field: EditedField

    /// What the list shows at this moment.
    public var current: MovableList { field.current(MovableList.self) }

    /// Inserts an element at an index.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    /// - Precondition: The index is from 0 up to and including `count`.
    public func insert(_ element: Element, at index: Int) {
      insert(contentsOf: CollectionOfOne(element), at: index)
    }

    /// Inserts elements one after another from an index on, as one operation each.
    ///
    /// - Complexity: O(log *n* + *k*) in the number of slots and the *k* elements.
    /// - Precondition: The index is from 0 up to and including `count`.
    public func insert(contentsOf elements: some Collection<Element>, at index: Int) {
      let view = current
      precondition(index >= 0 && index <= view.count, "An index is outside the list.")
      guard !elements.isEmpty else { return field.touch() }
      let values = elements.map { field.session.checked(ValueBytes(of: $0)) }
      field.write(.insertElements(values, field.placement(at: view.wholeIndex(index))))
    }

    /// Inserts an element at the end.
    public func append(_ element: Element) {
      insert(element, at: current.count)
    }

    /// Removes elements.
    ///
    /// A removal is final.
    ///
    /// - Complexity: O(*k* log *n*) in the *k* elements and the slots.
    /// - Precondition: The range lies within the list.
    public func remove(at index: Int, count: Int = 1) {
      let view = current
      precondition(
        index >= 0 && count >= 0 && count <= view.count - index, "A range is outside the list.")
      let indices = (index..<index + count).map(view.wholeIndex)
      let elements = field.read { field -> [DotRange] in
        guard case .list(let shared) = field else { return [] }
        return indices.map { shared.state.element(at: $0) }.joined()
      }
      guard !elements.isEmpty else { return field.touch() }
      field.writeIfPresent(.removeElements(elements))
    }

    /// Removes all elements that are visible; what others insert at the same time stays.
    public func removeAll() {
      remove(at: 0, count: current.count)
    }

    /// Replaces the element at an index, which stays where it is.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    /// - Precondition: The index is from 0 up to, not including, `count`.
    public func replace(at index: Int, with element: Element) {
      let value = field.session.checked(ValueBytes(of: element))
      guard let name = name(ofElementAt: index) else { return field.touch() }
      field.writeIfPresent(.replaceElement(name, with: value))
    }

    /// Moves the element at an index so that its index becomes `target`.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    /// - Precondition: Both indices are from 0 up to, not including, `count`.
    public func move(from source: Int, to target: Int) {
      let view = current
      precondition(target >= 0 && target < view.count, "An index is outside the list.")
      guard let name = name(ofElementAt: source), source != target else { return field.touch() }
      var placement: Placement?
      let placing = field.session.placing
      field.session.update(field.target) { state in
        state.updateList {
          placement = $0.placement(
            moving: view.wholeIndex(source), to: view.wholeIndex(moving: source, to: target),
            placing)
        }
      }
      guard let placement else { return field.touch() }
      field.writeIfPresent(.moveElement(name, placement))
    }

    private func name(ofElementAt index: Int) -> LocalDot? {
      let view = current
      precondition(index >= 0 && index < view.count, "An index is outside the list.")
      return field.read { field in
        guard case .list(let shared) = field else { return nil }
        return shared.state.element(at: view.wholeIndex(index))
      }
    }
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
  public static func editor(_ field: EditedField) -> Editor {
    Editor(field: field)
  }
}
