// SPDX-License-Identifier: Apache-2.0

extension MVRegister {
  /// Sets a register inside a transaction.
  public struct Editor {
    let field: EditedField

    /// What the register shows at this moment.
    public var current: MVRegister { field.current(MVRegister.self) }

    /// Sets the value, in place of all that are shown.
    ///
    /// - Complexity: O(*n*) in the number of values shown.
    public func set(_ value: Element) {
      field.write(.set(field.session.checked(ValueBytes(of: value))))
    }
  }
}

extension MVRegister: ReplicatedDatatype, StartsEmpty {
  /// The number that stands for the datatype in bytes.
  public static var datatype: DatatypeTag { .mvRegister }

  /// Creates what a field shows.
  public init(_ field: StoredField) {
    guard case .mvRegister(let state) = field.state else {
      self.init(RegisterState())
      return
    }
    self.init(state)
  }

  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: EditedField) -> Editor {
    Editor(field: field)
  }
}
