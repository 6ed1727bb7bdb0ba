// SPDX-License-Identifier: Apache-2.0

/// A text that several edit at once: Unicode scalars, each named by its insert.
///
/// The order is that of Fugue, see `SlotTree`: what is typed at one place at the same time is not
/// mixed. A removal is final. Positions count scalars; `utf16Offset` and `characterOffset` give
/// them in the units of text views and of `String`.
public struct ReplicatedText: Sendable {
  private let shared: Shared<TextState>

  init(_ shared: Shared<TextState>) {
    self.shared = shared
  }

  /// The number of scalars.
  public var count: Int { shared.look { $0.count } }

  /// Whether there is no scalar.
  public var isEmpty: Bool { count == 0 }

  /// The text.
  ///
  /// - Complexity: O(*n*) in the number of scalars and runs.
  public var string: String { substring(0..<count) }

  /// The text at a range of scalar positions.
  ///
  /// - Complexity: O(log *n* + *k*) in the number of runs and the *k* scalars and runs returned.
  /// - Precondition: The range lies within the text.
  public func substring(_ positions: Range<Int>) -> String {
    precondition(
      positions.lowerBound >= 0 && positions.upperBound <= count, "A range is outside the text.")
    return String(decoding: shared.look { $0.utf8(at: positions) }, as: UTF8.self)
  }

  /// The number of UTF-16 code units before a scalar position.
  ///
  /// - Complexity: O(*n*) in the scalars before.
  /// - Precondition: The position is from 0 up to and including `count`.
  public func utf16Offset(ofScalar position: Int) -> Int {
    substring(0..<position).utf16.count
  }

  /// The number of scalars before a UTF-16 offset; one inside a surrogate pair counts as that
  /// before it.
  ///
  /// - Complexity: O(*n*) in the scalars.
  public func scalarOffset(ofUTF16 offset: Int) -> Int {
    Self.scalars(string.unicodeScalars, before: offset) { $0.utf16.count }
  }

  /// The number of whole characters before a scalar position.
  ///
  /// - Complexity: O(*n*) in the scalars.
  /// - Precondition: The position is from 0 up to and including `count`.
  public func characterOffset(ofScalar position: Int) -> Int {
    precondition(position >= 0 && position <= count, "A position is outside the text.")
    return Self.scalars(string, before: position) { $0.unicodeScalars.count }
  }

  /// The number of scalars before a character.
  ///
  /// - Complexity: O(*n*) in the scalars.
  public func scalarOffset(ofCharacter offset: Int) -> Int {
    string.prefix(Swift.max(0, offset)).unicodeScalars.count
  }

  /// How many units fit before an offset in smaller ones.
  private static func scalars<Units: Collection>(
    _ units: Units, before offset: Int, size: (Units.Element) -> Int
  ) -> Int {
    var remaining = Swift.max(0, offset)
    var number = 0
    for unit in units {
      remaining -= size(unit)
      guard remaining >= 0 else { break }
      number += 1
    }
    return number
  }
}

extension ReplicatedText: CustomStringConvertible {
  /// The text.
  public var description: String { string }
}

extension ReplicatedText: ReplicatedDatatype, StartsEmpty {
  /// The number that stands for the datatype in bytes.
  public static var datatype: DatatypeTag { .replicatedText }

  /// Creates what a field shows.
  public init(_ field: StoredField) {
    guard case .text(let shared) = field.state else {
      self.init(Shared(TextState()))
      return
    }
    self.init(shared)
  }
}
