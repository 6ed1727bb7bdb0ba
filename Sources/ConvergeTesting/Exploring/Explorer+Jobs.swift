// SPDX-License-Identifier: Apache-2.0

extension Explorer {
  /// Visits all histories, so many parts at the same time.
  ///
  /// - Parameters:
  ///   - jobs: how many parts; the result does not depend on it.
  ///   - progress: is called now and then, from any part, with the number of histories since.
  /// - Returns: what was covered and found.
  package func explore(
    jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> ExplorationResult {
    await withTaskGroup(of: (part: Int, result: ExplorationResult).self) { group in
      var results: [ExplorationResult?] = Array(repeating: nil, count: partCount)
      var next = 0
      func begin() {
        guard next < partCount else { return }
        let part = next
        next += 1
        group.addTask { (part, explorePart(part, progress: progress)) }
      }
      for _ in 0..<max(jobs, 1) { begin() }
      for await (part, result) in group {
        results[part] = result
        begin()
      }
      return results.reduce(into: ExplorationResult()) { if let result = $1 { $0 += result } }
    }
  }
}
