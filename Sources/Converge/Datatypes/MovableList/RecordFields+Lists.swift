// SPDX-License-Identifier: Apache-2.0

extension RecordFields {
  /// Takes the state of a list out of the fields, to be put back by `putList`.
  ///
  /// - Returns: The state, and where the field stands; nil when nothing was ever written to it.
  mutating func takeList(_ key: FieldKey) -> (Shared<ListState>, position: Int)? {
    guard let position = position(of: key),
      let shared = updateState(at: position, { $0.takeList() })
    else { return nil }
    return (shared, position)
  }

  /// Puts back the state of a list; one that is vacant does not become a field.
  mutating func putList(_ list: Shared<ListState>, _ key: FieldKey, at position: Int?) {
    if let position {
      updateState(at: position) { $0 = .list(list) }
    } else if !list.state.isVacant {
      update(key) { $0 = .list(list) }
    }
  }
}
