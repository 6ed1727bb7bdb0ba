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
  /// The first bytes of the name, zeros behind: they decide nearly always.
  private let head: UInt64

  init(name: [UInt8], datatype: DatatypeTag) {
    self.name = name
    self.datatype = datatype
    guard name.count < 8 else {
      head = name.word(at: 0).byteSwapped
      return
    }
    var head: UInt64 = 0
    for byte in name { head = head &<< 8 | UInt64(byte) }
    self.head = name.isEmpty ? 0 : head &<< (8 &* UInt64(8 &- name.count))
  }

  init(_ name: String, _ datatype: DatatypeTag) {
    self.init(name: Array(name.utf8), datatype: datatype)
  }

  static func == (first: FieldKey, second: FieldKey) -> Bool {
    guard first.head == second.head, first.datatype == second.datatype,
      first.name.count == second.name.count
    else { return false }
    return first.name.count <= 8 || first.name == second.name
  }

  static func < (first: FieldKey, second: FieldKey) -> Bool {
    if first.head != second.head { return first.head < second.head }
    if first.name == second.name { return first.datatype.rawValue < second.datatype.rawValue }
    return first.name.lexicographicallyPrecedes(second.name)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(datatype)
  }
}
