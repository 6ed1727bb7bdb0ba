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

  /// The first bytes of a name, zeros behind, and its length: all of a short name.
  struct Head: Hashable, Sendable {
    let bytes: UInt64
    let count: Int

    init(_ name: [UInt8]) {
      bytes = FieldKey.head(of: name)
      count = name.count
    }

    var isWhole: Bool { count <= 8 }
  }

  init(name: [UInt8], datatype: DatatypeTag) {
    self.name = name
    self.datatype = datatype
    head = Self.head(of: name)
  }

  private static func head(of name: [UInt8]) -> UInt64 {
    guard name.count < 8 else { return name.word(at: 0).byteSwapped }
    var head: UInt64 = 0
    for byte in name { head = head &<< 8 | UInt64(byte) }
    return name.isEmpty ? 0 : head &<< (8 &* UInt64(8 &- name.count))
  }

  /// Whether this is the field of a datatype that has a short name.
  @inline(__always)
  func isShort(_ other: Head, _ datatype: DatatypeTag) -> Bool {
    head == other.bytes && name.count == other.count && self.datatype == datatype
      && other.isWhole
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

  // The heads are compared in place, which looks at no name.
  @inline(__always)
  static func < (first: FieldKey, second: FieldKey) -> Bool {
    first.head == second.head
      ? precedesBehindHead(first, second) : first.head < second.head
  }

  private static func precedesBehindHead(_ first: FieldKey, _ second: FieldKey) -> Bool {
    if first.name == second.name { return first.datatype.rawValue < second.datatype.rawValue }
    return first.name.lexicographicallyPrecedes(second.name)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(datatype)
  }
}
