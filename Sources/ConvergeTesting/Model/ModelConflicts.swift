// SPDX-License-Identifier: Apache-2.0

/// Where a register is, and the values that lost its conflict, the greatest first.
struct ModelConflicts {
  var field: Int
  var path: [RecordStep]
  var conflicts: [JSONValue]
}
