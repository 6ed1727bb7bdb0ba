// SPDX-License-Identifier: Apache-2.0

/// The changes that deliveries call by their edit's label.
///
/// A row, since scripts count labels from 0. What a run does of itself has a label below 0, and
/// nothing calls it.
struct LabelledChanges {
  private var made: [MadeChanges?] = []

  /// Makes room for labels below a number.
  mutating func reserveCapacity(_ count: Int) {
    made.reserveCapacity(count)
  }

  /// What the edit with a label made; nil where it has made nothing.
  subscript(label: Int) -> MadeChanges? {
    get { made.indices.contains(label) ? made[label] : nil }
    set {
      guard label >= 0 else { return }
      while made.count <= label { made.append(nil) }
      made[label] = newValue
    }
  }
}

/// The changes of one edit: a transaction makes one, an app's action may make several.
struct MadeChanges: Sendable {
  /// Their author.
  var replica: Int
  /// Which of the author's changes they are, counted from 1.
  var numbers: ClosedRange<Int>
}
