// SPDX-License-Identifier: Apache-2.0

/// What a peer lacks: changes, or the whole state when the log does not reach back to it.
public enum Delta: Hashable, Sendable {
  /// The changes that the peer lacks, in causal order.
  case changes([Change])
  /// A snapshot, as bytes.
  case snapshot([UInt8])

  /// Whether the peer lacks nothing.
  public var isEmpty: Bool { self == .changes([]) }

  /// Returns the delta as bytes: those of a batch, or of the snapshot; none when it is empty.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public func encoded(in document: DocumentID) -> [UInt8] {
    switch self {
    case .changes(let changes):
      changes.isEmpty ? [] : ChangeBatch.encode(changes, document: document)
    case .snapshot(let bytes):
      bytes
    }
  }

  /// Reads a delta from bytes.
  ///
  /// - Complexity: O(*n*) in the bytes; memory in proportion to them.
  /// - Throws: `WireError`: the first fault and its offset.
  public static func decode(
    _ bytes: [UInt8], document: DocumentID? = nil, limits: DecodingLimits = .default
  ) throws(WireError) -> Delta {
    guard !bytes.isEmpty else { return .changes([]) }
    let envelope = try Envelope.open(bytes, document: document, limits: limits)
    guard envelope.kind == .snapshot else {
      return .changes(try ChangeBatch.decode(bytes, document: document, limits: limits))
    }
    _ = try SnapshotReader.read(bytes, document: document, limits: limits)
    return .snapshot(bytes)
  }
}
