// SPDX-License-Identifier: Apache-2.0

/// What an exploration is asked to cover.
package struct ExploreOptions: Sendable, Equatable {
  /// The numbers of replicas that can be asked for.
  static let replicaLimits = 2...4
  /// The numbers of changes that can be asked for.
  static let changeLimits = 1...6

  /// How many replicas write; nil for the sizes of a plain run.
  package var replicas: Int?
  /// How many changes histories have at most; nil for the sizes of a plain run.
  package var changes: Int?
  /// The fields, with their calls.
  package var alphabets = ExploredAlphabet.all
  /// What the physical clocks read; nil for `ExploredClocks.usual`.
  package var clocks: [ExploredClocks]?
  /// How many parts are explored at the same time; nil for as many as there are cores.
  package var jobs: Int?
  /// The directory that failing histories are written to; nil for none.
  package var directory: String?

  /// The options of a plain run.
  package init() {}

  /// The part of `--help` about these options.
  static let helpText = """
      --replicas N       replicas that write, 2 to 4
      --ops N            changes of one call in a history, 1 to 6; without both, three replicas with
                         four changes, and for what has an order also two replicas with five
      --fields LIST      fields to explore, by name (default all):
                         \(ExploredAlphabet.all.map(\.field.name).joined(separator: ","))
      --clocks LIST      what clocks read, one exploration for each: equal, ahead (the first
                         replica's, by an hour), skewed (each behind the one before); default ahead
                         where time decides and there are three replicas, and else equal
      --jobs N           parts explored at the same time (default: the number of cores)
      --save DIRECTORY   write each shrunk failure there as a history that replay takes
    """

  /// The explorations asked for, one after another.
  ///
  /// A plain run takes each field with three replicas and four changes, and those that have an
  /// order also with two replicas and five changes.
  package var explorers: [Explorer] {
    let isPlain = replicas == nil && changes == nil
    let sizes = isPlain ? [(3, 4), (2, 5)] : [(replicas ?? 3, changes ?? 4)]
    return sizes.enumerated().flatMap { number, size in
      alphabets.filter { number == 0 || $0.hasOrder }.flatMap { alphabet in
        (clocks ?? [.usual(for: alphabet, writerCount: size.0)]).map { clocks in
          Explorer(alphabet, clocks: clocks, writerCount: size.0, changeCount: size.1)
        }
      }
    }
  }
}
