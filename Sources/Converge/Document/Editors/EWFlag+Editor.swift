// SPDX-License-Identifier: Apache-2.0

extension EWFlag {
  /// Switches a flag inside a transaction.
  public struct Editor {
    let field: EditedField

    /// What the flag shows at this moment.
    public var current: EWFlag { EWFlag(field.stored) }

    /// Switches the flag on; this wins over concurrent disables, also when it is on already.
    public func enable() {
      field.write(.enable)
    }

    /// Switches the flag off, as far as its enables are seen.
    public func disable() {
      field.write(.disable)
    }

    /// Switches the flag on when it is off, else off.
    public func toggle() {
      current.isOn ? disable() : enable()
    }
  }
}

extension EWFlag: EditableDatatype {
  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: consuming EditedField) -> Editor {
    Editor(field: field)
  }
}
