// SPDX-License-Identifier: Apache-2.0

extension RecordFields {
  /// The state of a field, through the records around it; nil when nothing was written there.
  ///
  /// Whether the records are present is not asked.
  func state(at target: Target) -> FieldState? {
    record(at: target.steps)?[target.field]
  }

  /// The fields inside nested records.
  func record(at steps: [Target.Step]) -> RecordFields? {
    var fields = self
    for step in steps {
      guard let record = fields[step.map]?.record(step.key) else { return nil }
      fields = record.fields
    }
    return fields
  }

  /// How many of the nested records around a field are present, from the outermost inwards, up
  /// to the first absent one.
  func presentDepth(of steps: [Target.Step]) -> Int {
    guard let first = steps.first else { return 0 }
    guard var record = presentRecord(first) else { return 0 }
    for depth in steps.indices.dropFirst() {
      guard let next = record.fields.presentRecord(steps[depth]) else { return depth }
      record = next
    }
    return steps.count
  }

  private func presentRecord(_ step: Target.Step) -> RecordState? {
    guard let record = self[step.map]?.record(step.key), record.isPresent else { return nil }
    return record
  }

  /// Changes the state of a field where it stands, without a write to the records around.
  mutating func visit(
    _ target: Target, from step: Int = 0, _ change: (inout FieldState) -> Void
  ) {
    guard step < target.steps.count else {
      update(target.field, change)
      return
    }
    let record = target.steps[step]
    update(record.map) { field in
      field.visitRecord(record.key) { $0.visit(target, from: step + 1, change) }
    }
  }
}

extension FieldState {
  /// The record under a key of a map, ordered or not.
  func record(_ key: ValueBytes) -> RecordState? {
    switch self {
    case .map(let state): state.records[key]
    case .orderedMap(let shared): shared.state.record(at: key)
    default: nil
    }
  }

  mutating func visitRecord(_ key: ValueBytes, _ change: (inout RecordFields) -> Void) {
    updateMap { $0.visit(key, change) }
    updateOrderedMap { $0.visit(key, change) }
  }
}
