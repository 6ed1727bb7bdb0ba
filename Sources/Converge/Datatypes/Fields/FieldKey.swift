// SPDX-License-Identifier: Apache-2.0

/// What names a field: its name, compared as UTF-8 bytes, and its datatype.
///
/// Operations name their datatype. Two versions of an app that declare one name with different
/// datatypes so have two fields; each keeps, merges and forwards the one that it does not show.
struct FieldKey: Hashable, Comparable, Sendable {
  /// The most bytes a name may have: what decoders take in by default.
  static let maximumNameBytes = 1 << 10

  let name: [UInt8]
  let datatype: DatatypeTag

  init(name: [UInt8], datatype: DatatypeTag) {
    self.name = name
    self.datatype = datatype
  }

  init(_ name: String, _ datatype: DatatypeTag) {
    self.name = Array(name.utf8)
    self.datatype = datatype
  }

  static func == (first: FieldKey, second: FieldKey) -> Bool {
    first.datatype == second.datatype && first.name == second.name
  }

  static func < (first: FieldKey, second: FieldKey) -> Bool {
    if first.name == second.name { return first.datatype.rawValue < second.datatype.rawValue }
    return first.name.lexicographicallyPrecedes(second.name)
  }
}
