// SPDX-License-Identifier: Apache-2.0

/// The datatypes of the history format, by the names that it gives them.
package enum DatatypeKind: String, CaseIterable, Sendable {
  case register
  case multiValue
  case counter
  case flag
  case set
  case orderedSet
  case list
  case records
  case orderedRecords
  case text
}
