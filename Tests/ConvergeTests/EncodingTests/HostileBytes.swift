// SPDX-License-Identifier: Apache-2.0

@testable import Converge

/// Bytes as an enemy or a broken disk makes them of good ones.
struct HostileBytes {
  var random: ValueGenerator

  init(seed: UInt64) {
    random = ValueGenerator(seed: seed)
  }

  /// The bytes under a checksum that fits, so that a decoder looks inside.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 4 else { return bytes }
    var writer = ByteWriter()
    writer.append(contentsOf: bytes.dropLast(4))
    writer.appendUInt32(UInt32(truncatingIfNeeded: XXHash64.hash(writer.bytes)))
    return writer.bytes
  }

  /// Some bytes with one to three accidents in the payload, mostly under a checksum that fits.
  mutating func mutated(_ bytes: [UInt8], _ other: [UInt8]) -> [UInt8] {
    // Before the payload stand a byte and the document's id, or its mark.
    let head = bytes[0] & 3 == Envelope.Kind.snapshot.rawValue ? 9 : 5
    var payload = Array(bytes[head..<bytes.count - 4])
    for _ in 0...random.number(below: 3) where !payload.isEmpty { change(&payload, other) }
    let whole = Array(bytes[..<head]) + payload + [0, 0, 0, 0]
    return random.number(below: 50) == 0 ? random.damaged(bytes) : Self.sealed(whole)
  }

  private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
    let place = random.number(below: bytes.count)
    switch random.number(below: 9) {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 1: bytes[place] ^= 1 << UInt8(random.number(below: 8))
    case 2: bytes[place] &+= random.number(below: 2) == 0 ? 1 : 255
    case 3: bytes.insert(UInt8(random.number(below: 9)), at: place)
    case 4: bytes.remove(at: place)
    case 5: bytes.removeLast(bytes.count - place)
    case 6:
      // A number that is far too large, in the middle of everything.
      var number = ByteWriter()
      number.appendVarint(random.next() >> UInt64(random.number(below: 64)))
      bytes.replaceSubrange(place...place, with: number.bytes)
    case 7:
      let from = random.number(below: other.count)
      let count = min(other.count - from, 1 + random.number(below: 8))
      bytes.insert(contentsOf: other[from..<from + count], at: place)
    default:
      let end = min(bytes.count, place + 1 + random.number(below: 8))
      bytes.insert(contentsOf: bytes[place..<end], at: place)
    }
  }

  /// Bytes of no meaning under a good head and a checksum that fits.
  mutating func noise(_ kind: Envelope.Kind) -> [UInt8] {
    let bytes = random.bytes(below: 60).map { $0 & (random.next() & 1 == 0 ? 0xFF : 0x07) }
    return Envelope.seal(kind, DocumentID(7)) { $0.append(contentsOf: bytes) }
  }
}
