// SPDX-License-Identifier: Apache-2.0

/// How much a decoder takes in before it refuses the bytes.
///
/// Every count is also checked against the bytes that are left, so that memory stays in proportion
/// to the input; these limits bound the input itself.
public struct DecodingLimits: Hashable, Sendable {
  /// The names of the limits, for errors.
  public enum Limit: Hashable, Sendable {
    /// The bytes of a whole message or file.
    case bytes
    /// The changes in a batch.
    case changes
    /// The operations in a change.
    case operations
    /// The replicas in a version vector or table.
    case replicas
    /// The fields in a table or record.
    case fields
    /// The bytes of a field's name.
    case nameBytes
    /// The depth of arrays, maps and records within each other.
    case nestingDepth
    /// The bytes of a value.
    case valueBytes
  }

  /// The limits that are used where no others are given.
  public static let `default` = DecodingLimits()

  /// The most bytes of a whole message or file.
  public var maximumBytes: Int

  /// The most changes in a batch.
  public var maximumChanges: Int

  /// The most operations in a change.
  public var maximumOperations: Int

  /// The most replicas in a version vector or table.
  ///
  /// What each author has seen is a row of all of them, so memory grows with the square: of this
  /// limit alone the default does not bound what a snapshot takes.
  public var maximumReplicas: Int

  /// The most fields in a table or record.
  public var maximumFields: Int

  /// The most bytes of a field's name.
  public var maximumNameBytes: Int

  /// The greatest depth of arrays, maps and records within each other.
  public var maximumNestingDepth: Int

  /// The most bytes of a value.
  public var maximumValueBytes: Int

  /// Creates limits; each that is not given is a generous one.
  ///
  /// The defaults are far above what a document of a person's own data reaches, and, save for the
  /// number of replicas, far below what a phone cannot hold.
  public init(
    maximumBytes: Int = 256 << 20,
    maximumChanges: Int = 1 << 20,
    maximumOperations: Int = 1 << 24,
    maximumReplicas: Int = 1 << 16,
    maximumFields: Int = 1 << 16,
    maximumNameBytes: Int = 1_024,
    maximumNestingDepth: Int = 64,
    maximumValueBytes: Int = 16 << 20
  ) {
    self.maximumBytes = maximumBytes
    self.maximumChanges = maximumChanges
    self.maximumOperations = maximumOperations
    self.maximumReplicas = maximumReplicas
    self.maximumFields = maximumFields
    self.maximumNameBytes = maximumNameBytes
    self.maximumNestingDepth = maximumNestingDepth
    self.maximumValueBytes = maximumValueBytes
  }
}
