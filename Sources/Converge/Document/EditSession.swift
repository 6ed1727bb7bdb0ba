// SPDX-License-Identifier: Apache-2.0

/// One transaction under way, as the editors of all fields share it.
///
/// Valid as long as the closure of `edit` runs. An editor's calls are never made from inside
/// another's.
@usableFromInline
struct EditSession {
  private let cell: SharedCell<EditableState>
  private let transaction: Int

  init(_ cell: SharedCell<EditableState>) {
    self.cell = cell
    transaction = cell.value.transaction
  }

  /// What the session changes.
  ///
  /// - Precondition: The transaction has not ended.
  @inline(__always)
  private var open: EditableState {
    _read {
      check()
      yield cell.value
    }
    nonmutating _modify {
      check()
      yield &cell.value
    }
  }

  @inline(__always)
  private func check() {
    precondition(
      cell.value.isOpen && cell.value.transaction == transaction,
      "An editor was used after its transaction ended.")
  }

  // MARK: Operations

  /// Makes an operation: applies it here, and notes it for the change.
  func perform(_ operation: Operation, on target: Target) {
    open.perform(operation, on: target)
  }

  /// Makes an operation that writes to a record in an unordered map of the document, where no
  /// members are declared.
  func performInRecord(_ operation: Operation, on target: Target) {
    open.performInRecord(operation, on: target)
  }

  /// Sets a register of a record in an unordered map of the document, where no members are
  /// declared.
  func setInRecord(
    _ value: ValueBytes, _ field: FieldPlace, _ map: FieldPlace, _ key: ValueBytes
  ) {
    open.setInRecord(value, field, map, key)
  }

  /// Inserts a member into a set that is not in a record, or removes one from it, where no members
  /// of the document are declared.
  func changeMember(_ value: ValueBytes, isInsert: Bool, _ field: FieldPlace) {
    open.changeMember(value, isInsert: isInsert, field)
  }

  /// Looks at the state where it stands, see `SharedCell`.
  @inline(__always)
  private func look<Result>(_ body: (borrowing DocumentState) -> Result) -> Result {
    check()
    return cell.look { body($0.state) }
  }

  /// The state of a field of the document; nil when nothing was ever written to it.
  func state(of key: FieldKey) -> FieldState? {
    open.closeFields()
    return look { $0.fields[key] }
  }

  /// The state of a field; nil when nothing was ever written to it.
  func state(at target: Target) -> FieldState? {
    if target.steps.isEmpty { return state(of: target.field) }
    open.closeFields()
    return look { $0.fields.state(at: target) }
  }

  var replicas: ReplicaTable { open.state.replicas }

  /// The schema of a record, made once for each document.
  func schema<Fields: Schema>(_ type: Fields.Type) -> SchemaBox<Fields> { open.schema(type) }

  /// How many of the nested records around a field are present, from the outermost inwards, up
  /// to the first absent one.
  func presentDepth(of steps: [Target.Step]) -> Int {
    open.closeFields()
    return look { $0.fields.presentDepth(of: steps) }
  }

  /// What decides where new slots are hung.
  var placing: PlacingContext {
    PlacingContext(cut: open.placingCut, replicas: open.state.replicas)
  }

  /// Whether the document's members are declared: what is removed is remembered then.
  var hasMembers: Bool { open.state.membership.isDeclared }

  /// Checks that a value can travel.
  ///
  /// - Precondition: It is no larger than decoders take in.
  func checked(_ value: ValueBytes) -> ValueBytes {
    precondition(
      value.byteCount <= open.maximumValueBytes,
      "A value is larger than the limit allows.")
    return value
  }

  // MARK: Text

  /// The number of scalars of a text that is not in a record.
  func textCount(_ field: FieldPlace) -> Int {
    open.textCount(field)
  }

  /// Inserts into a text that is not in a record, where no members are declared.
  ///
  /// - Returns: Whether none are; else nothing was done.
  func insertText(_ text: String, at position: Int, _ field: FieldPlace) -> Bool {
    open.insertText(text, at: position, field)
  }

  /// Removes from a text that is not in a record, where no members are declared.
  ///
  /// - Returns: Whether none are; else nothing was done.
  func removeText(at position: Int, count: Int, _ field: FieldPlace) -> Bool {
    open.removeText(at: position, count: count, field)
  }

  // MARK: Lists

  /// The number of elements of a list that is not in a record, or nil when some of them may not
  /// read as a type.
  func listCount(_ field: FieldPlace, _ type: (some ReplicatedValue).Type) -> Int? {
    open.openList(field)
    let kinds = open.list.shared.state.kinds
    return kinds.allRead(as: type) ? open.list.shared.state.count : nil
  }

  /// Inserts into the list whose elements were just counted.
  func insertElement(_ value: ValueBytes, at index: Int) {
    open.insertElement(value, at: index)
  }

  /// Moves in the list whose elements were just counted.
  func moveElement(from source: Int, to target: Int) {
    open.moveElement(from: source, to: target)
  }
}
