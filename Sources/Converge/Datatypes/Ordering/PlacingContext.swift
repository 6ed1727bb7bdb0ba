// SPDX-License-Identifier: Apache-2.0

/// What decides where a new slot is hung.
struct PlacingContext {
  /// The author's cut, where members are declared: what is retired under it is passed over.
  var cut: LocalVersionVector?
  var replicas: ReplicaTable
}
