// SPDX-License-Identifier: Apache-2.0

extension OrderedORSet {
  /// Changes an ordered set inside a transaction.
  public struct Editor {
    let field: EditedField

    /// What the set shows at this moment.
    public var current: OrderedORSet { OrderedORSet(field.stored) }

    /// Inserts an element at an index.
    ///
    /// When it is a member already, it stays where it is, and is defended against a concurrent
    /// removal.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    /// - Precondition: The index is from 0 up to and including `count`.
    public func insert(_ element: Element, at index: Int) {
      let value = field.session.checked(ValueBytes(of: element))
      let placement = look { view -> Placement? in
        guard !view.contains(element) else { return nil }
        precondition(index >= 0 && index <= view.count, "An index is outside the set.")
        return field.isPresent
          ? view.placement(at: index, field.session.placing) : field.placement(at: 0)
      }
      field.write(.insertOrderedMember(value, placement))
    }

    /// Inserts elements one after another from an index on.
    ///
    /// - Precondition: The index is from 0 up to and including `count`.
    public func insert(contentsOf elements: some Sequence<Element>, at index: Int) {
      var index = index
      var isEmpty = true
      for element in elements {
        let isMember = look { $0.contains(element) }
        insert(element, at: isMember ? 0 : index)
        if !isMember { index += 1 }
        isEmpty = false
      }
      if isEmpty { field.touch() }
    }

    /// Inserts an element at the end.
    public func append(_ element: Element) {
      insert(element, at: look(\.count))
    }

    /// Removes an element, as far as its inserts are seen.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    public func remove(_ element: Element) {
      field.writeIfPresent(.removeOrderedMember(field.session.checked(ValueBytes(of: element))))
    }

    /// Removes all members that are visible; what others insert at the same time stays.
    public func removeAll() {
      let members = field.read { field -> [ValueBytes] in
        guard case .orderedSet(let shared) = field else { return [] }
        return shared.state.members
      }
      for member in members { field.writeIfPresent(.removeOrderedMember(member)) }
      if members.isEmpty { field.touch() }
    }

    /// Moves an element so that its index becomes `index`.
    ///
    /// One that is no member stays away.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    /// - Precondition: The index is from 0 up to, not including, `count`.
    public func move(_ element: Element, to index: Int) {
      let placement = look { view -> Placement? in
        guard let old = view.index(of: element) else { return nil }
        precondition(index >= 0 && index < view.count, "An index is outside the set.")
        return index == old ? nil : view.placement(moving: old, to: index, field.session.placing)
      }
      guard let placement else { return field.touch() }
      field.writeIfPresent(.moveOrderedMember(ValueBytes(of: element), placement))
    }

    /// Moves an element to right before another; where either is no member, nothing moves.
    public func move(_ element: Element, before other: Element) {
      move(element, beside: other, isAfter: false)
    }

    /// Moves an element to right after another; where either is no member, nothing moves.
    public func move(_ element: Element, after other: Element) {
      move(element, beside: other, isAfter: true)
    }

    private func move(_ element: Element, beside other: Element, isAfter: Bool) {
      let target = look { view -> Int? in
        guard let source = view.index(of: element), let target = view.index(of: other),
          source != target
        else { return nil }
        return MoveIndex.final(of: source, beside: target, isAfter: isAfter)
      }
      guard let target else { return field.touch() }
      move(element, to: target)
    }

    /// Inserts an element at the end when it is no member, else removes it.
    public func toggle(_ element: Element) {
      let isMember = look { $0.contains(element) }
      if isMember { remove(element) } else { append(element) }
    }

    /// Looks at what the set shows.
    ///
    /// No view may be left when the set is changed: the change would have to copy it all.
    private func look<Result>(_ body: (OrderedORSet) -> Result) -> Result { body(current) }
  }
}

extension OrderedORSet: EditableDatatype {
  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: consuming EditedField) -> Editor {
    Editor(field: field)
  }
}
