// SPDX-License-Identifier: Apache-2.0

/// A field in a transaction: what a datatype's editor is made of.
///
/// Valid as long as the transaction's closure runs.
public struct EditedField {
  let session: EditSession
  let place: FieldPlace
  /// The records around the field; none for a field of the document.
  let path: RecordPath

  @usableFromInline
  init(_ session: EditSession, _ place: FieldPlace) {
    self.init(session, place, .none)
  }

  @usableFromInline
  init(_ session: EditSession, _ place: FieldPlace, _ path: RecordPath) {
    self.session = session
    self.place = place
    self.path = path
  }

  var key: FieldKey { place.target.field }

  var target: Target {
    path.isEmpty ? place.target : Target(steps: path.steps, field: key)
  }

  /// The path to a record in the map that this field is.
  ///
  /// - Precondition: Records nest no deeper than decoders take in.
  func path(to key: ValueBytes) -> RecordPath {
    let path = path.appending(place, key)
    precondition(
      path.map != nil || path.steps.count < DecodingLimits.default.maximumNestingDepth,
      "Records are nested too deep.")
    return path
  }

  /// Whether the field is changed where it stands, without a look at records or members.
  var isDirect: Bool { path.isEmpty && !session.hasMembers }

  /// The field as it is at this moment, inside the transaction: what its view is made of.
  var stored: StoredField {
    StoredField(state: state, replicas: session.replicas, defaultValue: place.defaultValue)
  }

  /// The state of the field; nil when it is missing or inside an absent record.
  var state: FieldState? {
    if path.isEmpty { return session.state(of: key) }
    return isPresent ? session.state(at: target) : nil
  }

  /// Whether all records around the field are present.
  var isPresent: Bool {
    if path.isEmpty { return true }
    let steps = path.steps
    return session.presentDepth(of: steps) == steps.count
  }

  /// Looks at the state of the field and lets go of it: an edit would have to copy what is held.
  func read<Result>(_ body: (FieldState?) -> Result) -> Result {
    body(state)
  }

  /// Where a slot must hang to stand at an index of the field's sequence.
  ///
  /// Inside an absent record the write is fresh: nothing is visible once it is made, but the dead
  /// slots stay, since others may still refer to them.
  func placement(at index: Int) -> Placement {
    let isPresent = isPresent
    // Where members are declared, what an absent record held may have been dropped elsewhere, and
    // whoever knows of the fresh write passes over it.
    guard isPresent || session.placing.cut == nil else {
      return Placement(parent: .none, side: .right)
    }
    let field = session.state(at: target)
    return field?.placement(at: isPresent ? index : 0, session.placing)
      ?? Placement(parent: .none, side: .right)
  }

  /// Makes an operation that writes: absent records around the field come to be.
  func write(_ operation: Operation) {
    if let map = path.map, map.target.field.datatype == .orMap, !session.hasMembers {
      return session.performInRecord(operation, on: target)
    }
    session.perform(operation, on: session.prepared(target))
  }

  /// Sets a register.
  func set(_ value: ValueBytes) {
    guard let map = path.map, map.target.field.datatype == .orMap,
      place.target.field.datatype == .lwwRegister, !session.hasMembers
    else { return write(.set(value)) }
    session.setInRecord(value, place, map, path.key)
  }

  /// Inserts a member into a set, or removes one from it.
  func changeMember(_ value: ValueBytes, isInsert: Bool) {
    if isDirect {
      session.changeMember(value, isInsert: isInsert, place)
    } else if isInsert {
      write(.insertMember(value))
    } else {
      writeIfPresent(.removeMember(value))
    }
  }

  /// Makes an operation that removes or moves: inside an absent record it has no effect.
  func writeIfPresent(_ operation: Operation) {
    session.perform(isPresent ? operation : .void, on: target)
  }

  /// Makes an operation for a call that has nothing to do, which still writes to the records
  /// around when they are present.
  func touch() {
    writeIfPresent(path.isEmpty ? .void : .touch)
  }
}

extension EditSession {
  /// Makes sure that the records around a field will be present, and says which writes are fresh.
  ///
  /// An absent ordered record is inserted at the end of its map first.
  func prepared(_ target: Target) -> Target {
    var target = target
    if target.steps.isEmpty { return target }
    var depth = presentDepth(of: target.steps)
    while depth < target.steps.count {
      let step = target.steps[depth]
      guard step.map.datatype == .orderedORMap else {
        target.steps[depth].isFresh = true
        depth += 1
        continue
      }
      let map = Target(steps: Array(target.steps[..<depth]), field: step.map)
      let isFresh = map.steps.contains(where: \.isFresh)
      perform(.insertOrderedRecord(step.key, endPlacement(in: map, isFresh: isFresh)), on: map)
      for outer in 0..<depth { target.steps[outer].isFresh = false }
      depth += 1
    }
    return target
  }

  /// Where a record's slot must hang to stand at the end of an ordered map.
  private func endPlacement(in map: Target, isFresh: Bool) -> Placement {
    guard let field = state(at: map), !isFresh || placing.cut == nil else {
      return Placement(parent: .none, side: .right)
    }
    return field.placement(at: isFresh ? 0 : field.slotTree?.count ?? 0, placing)
  }
}
