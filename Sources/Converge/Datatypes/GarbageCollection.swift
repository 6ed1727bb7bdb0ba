// SPDX-License-Identifier: Apache-2.0

/// One collection of garbage under way: the cut that every member has published, and what was
/// dropped so far.
struct GarbageCollection {
  let cut: LocalVersionVector
  let replicas: ReplicaTable
  var slotCount = 0
  var elementCount = 0
  var recordCount = 0

  init(cut: LocalVersionVector, replicas: ReplicaTable) {
    self.cut = cut
    self.replicas = replicas
  }
}
