// SPDX-License-Identifier: Apache-2.0

extension PNCounter {
  /// Counts inside a transaction.
  public struct Editor {
    let field: EditedField

    /// What the counter shows at this moment.
    public var current: PNCounter { PNCounter(field.stored) }

    /// Adds an amount, which may be negative; the sum wraps.
    public func increment(by amount: Int64 = 1) {
      field.write(.increment(by: amount))
    }

    /// Subtracts an amount, which may be negative; the sum wraps.
    public func decrement(by amount: Int64 = 1) {
      field.write(.increment(by: 0 &- amount))
    }
  }
}

extension PNCounter: EditableDatatype {
  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: consuming EditedField) -> Editor {
    Editor(field: field)
  }
}
