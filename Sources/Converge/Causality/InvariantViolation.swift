// SPDX-License-Identifier: Apache-2.0

/// A hidden rule of a structure that does not hold: a fault of the library.
package struct InvariantViolation: Error, Hashable, Sendable {
  /// The rule's opposite, as a sentence.
  package let sentence: String

  /// Throws unless a rule holds.
  static func check(
    _ holds: Bool, _ sentence: @autoclosure () -> String
  ) throws(InvariantViolation) {
    guard holds else { throw InvariantViolation(sentence: sentence()) }
  }
}

/// A structure with hidden rules, which the tests and the fuzzer check after each step.
protocol InvariantChecked {
  /// Throws the first rule that does not hold.
  func verifyInvariants() throws(InvariantViolation)
}

extension InvariantChecked {
  /// Traps when a rule does not hold.
  func checkInvariants() {
    do {
      try verifyInvariants()
    } catch {
      preconditionFailure(error.sentence)
    }
  }
}
