// SPDX-License-Identifier: Apache-2.0

/// Which datatype a field has: the number that stands for it in bytes.
public enum DatatypeTag: UInt8, Hashable, Sendable, CaseIterable {
  /// `LWWRegister`.
  case lwwRegister = 1
  /// `MVRegister`.
  case mvRegister = 2
  /// `PNCounter`.
  case pnCounter = 3
  /// `EWFlag`.
  case ewFlag = 4
  /// `ORSet`.
  case orSet = 5
  /// `OrderedORSet`.
  case orderedORSet = 6
  /// `ORMap`.
  case orMap = 7
  /// `OrderedORMap`.
  case orderedORMap = 8
  /// `MovableList`.
  case movableList = 9
  /// `ReplicatedText`.
  case replicatedText = 10
}
