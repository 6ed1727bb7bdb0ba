// SPDX-License-Identifier: Apache-2.0

extension ORSet {
  /// Changes a set inside a transaction.
  public struct Editor {
    let field: EditedField

    /// What the set shows at this moment.
    public var current: ORSet { ORSet(field.stored) }

    /// Inserts an element; also when it is a member, which defends it against a concurrent
    /// removal.
    ///
    /// - Complexity: O(1) on average.
    public func insert(_ element: Element) {
      field.changeMember(field.session.checked(ValueBytes(of: element)), isInsert: true)
    }

    /// Inserts elements.
    public func insert(contentsOf elements: some Sequence<Element>) {
      var isEmpty = true
      for element in elements {
        insert(element)
        isEmpty = false
      }
      if isEmpty { field.touch() }
    }

    /// Removes an element, as far as its inserts are seen.
    ///
    /// - Complexity: O(1) on average.
    public func remove(_ element: Element) {
      field.changeMember(field.session.checked(ValueBytes(of: element)), isInsert: false)
    }

    /// Removes all members that are visible; what others insert at the same time stays.
    ///
    /// - Complexity: O(*n* log *n*) in the number of members.
    public func removeAll() {
      let members = field.read { field -> [ValueBytes] in
        guard case .set(let shared) = field else { return [] }
        return shared.state.sortedMembers
      }
      for member in members { field.writeIfPresent(.removeMember(member)) }
      if members.isEmpty { field.touch() }
    }

    /// Inserts an element when it is no member, else removes it.
    public func toggle(_ element: Element) {
      let isMember = current.contains(element)
      if isMember { remove(element) } else { insert(element) }
    }
  }
}

extension ORSet: EditableDatatype {
  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: consuming EditedField) -> Editor {
    Editor(field: field)
  }
}
