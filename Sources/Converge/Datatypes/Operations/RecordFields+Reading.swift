// SPDX-License-Identifier: Apache-2.0

extension RecordFields {
  /// How many fields hold anything.
  var occupiedCount: Int {
    var occupied = 0
    for position in 0..<count where !isVacant(at: position) { occupied += 1 }
    return occupied
  }

  /// The state of a field, through the records around it; nil when nothing was written there.
  ///
  /// Whether the records are present is not asked.
  func state(at target: Target) -> FieldState? {
    if target.steps.isEmpty { return self[target.field] }
    return record(at: target.steps)?[target.field]
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
}

extension FieldState {
  /// The record under a key of a map, ordered or not.
  func record(_ key: ValueBytes) -> RecordState? {
    switch self {
    case .map(let shared): shared.look { $0.record(at: key) }
    case .orderedMap(let shared): shared.look { $0.record(at: key) }
    default: nil
    }
  }
}
