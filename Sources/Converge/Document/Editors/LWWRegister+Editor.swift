// SPDX-License-Identifier: Apache-2.0

extension LWWRegister {
  /// Sets a register inside a transaction.
  public struct Editor {
    let field: EditedField

    /// What the register shows at this moment.
    public var current: LWWRegister { field.current(LWWRegister.self) }

    /// Sets the value.
    ///
    /// - Complexity: O(1).
    public func set(_ value: Element) {
      field.write(.set(field.session.checked(ValueBytes(of: value))))
    }

    /// Sets nothing: the register shows its default again.
    public func clear() {
      field.write(.set(ValueBytes(.null)))
    }
  }
}

extension LWWRegister: ReplicatedDatatype {
  /// The number that stands for the datatype in bytes.
  public static var datatype: DatatypeTag { .lwwRegister }

  /// Creates what a field shows.
  public init(_ field: StoredField) {
    guard case .lwwRegister(let state) = field.state else {
      self.init(RegisterState(), field.replicas, default: field.defaultValue)
      return
    }
    self.init(state, field.replicas, default: field.defaultValue)
  }

  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: EditedField) -> Editor {
    Editor(field: field)
  }
}

extension LWWRegister: StartsEmpty where Element: ExpressibleByNilLiteral {}
