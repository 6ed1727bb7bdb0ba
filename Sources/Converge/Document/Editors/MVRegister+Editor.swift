// SPDX-License-Identifier: Apache-2.0

extension MVRegister {
  /// Sets a register inside a transaction.
  public struct Editor {
    let field: EditedField

    /// What the register shows at this moment.
    public var current: MVRegister { MVRegister(field.stored) }

    /// Sets the value, in place of all that are shown.
    ///
    /// - Complexity: O(*n*) in the number of values shown.
    public func set(_ value: Element) {
      field.write(.set(field.session.checked(ValueBytes(of: value))))
    }
  }
}

extension MVRegister: EditableDatatype {
  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: consuming EditedField) -> Editor {
    Editor(field: field)
  }
}
