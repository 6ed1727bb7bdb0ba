// SPDX-License-Identifier: Apache-2.0

extension LWWRegister {
  /// Sets a register inside a transaction.
  public struct Editor {
    let field: EditedField

    /// What the register shows at this moment.
    public var current: LWWRegister { LWWRegister(field.stored) }

    /// Sets the value.
    ///
    /// - Complexity: O(1).
    public func set(_ value: Element) {
      field.set(field.session.checked(ValueBytes(of: value)))
    }

    /// Sets nothing: the register shows its default again.
    public func clear() {
      field.set(ValueBytes(.null))
    }
  }
}

extension LWWRegister: EditableDatatype {
  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: consuming EditedField) -> Editor {
    Editor(field: field)
  }
}
