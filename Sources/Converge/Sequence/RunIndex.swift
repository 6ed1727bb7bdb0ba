// SPDX-License-Identifier: Apache-2.0

/// The runs of a sequence, ascending by the bits of their dots: from a dot to its run.
///
/// Run numbers in chunks, so that putting a run in the middle moves one chunk, not all. The
/// dots stand in the runs; each call is handed the runs to read them. One index for all replicas:
/// a sequence that few of many replicas wrote in costs no more than its runs.
struct RunIndex: Sendable {
  /// Runs a chunk holds at most: a kilobyte and a half moved at worst when one is put in.
  private static let chunkLimit = 384

  private var chunks: [[UInt32]] = []

  init() {}

  /// Creates the index of runs that ascend by dot.
  init(ascending runs: ArraySlice<UInt32>) {
    var start = runs.startIndex
    while start < runs.endIndex {
      let end = Swift.min(start + Self.chunkLimit, runs.endIndex)
      chunks.append(Array(runs[start..<end]))
      start = end
    }
  }

  /// The last run that starts at or before a dot, or nil.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  func run(atOrBefore dot: LocalDot, in runs: [Run]) -> UInt32? {
    guard let chunk = chunk(for: dot.bits, in: runs) else { return nil }
    let place = Self.place(of: dot.bits, in: chunks[chunk], runs)
    return place == 0 ? nil : chunks[chunk][place - 1]
  }

  /// The first run that starts after a dot, or nil.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  func run(after dot: LocalDot, in runs: [Run]) -> UInt32? {
    guard let chunk = chunk(for: dot.bits, in: runs) else { return nil }
    let place = Self.place(of: dot.bits, in: chunks[chunk], runs)
    if place < chunks[chunk].count { return chunks[chunk][place] }
    return chunk + 1 < chunks.count ? chunks[chunk + 1][0] : nil
  }

  /// Adds a run.
  ///
  /// - Complexity: O(log *n* + chunk) in the number of runs.
  mutating func insert(_ run: UInt32, in runs: [Run]) {
    let bits = runs[Int(run)].dot.bits
    guard let chunk = chunk(for: bits, in: runs) else {
      chunks = [[run]]
      return
    }
    chunks[chunk].insert(run, at: Self.place(of: bits, in: chunks[chunk], runs))
    guard chunks[chunk].count > Self.chunkLimit else { return }
    // Appending at the very end leaves full chunks behind, elsewhere two halves.
    let isTail = chunk == chunks.count - 1 && chunks[chunk].last == run
    let cut = isTail ? Self.chunkLimit : Self.chunkLimit / 2
    let tail = Array(chunks[chunk][cut...])
    chunks[chunk].removeSubrange(cut...)
    chunks.insert(tail, at: chunk + 1)
  }

  /// Removes a run that is there.
  mutating func remove(_ run: UInt32, in runs: [Run]) {
    let bits = runs[Int(run)].dot.bits
    guard let chunk = chunk(for: bits, in: runs) else { return }
    let place = Self.place(of: bits, in: chunks[chunk], runs) - 1
    guard place >= 0, chunks[chunk][place] == run else { return }
    chunks[chunk].remove(at: place)
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
  }

  /// The chunk that holds or would hold a dot.
  private func chunk(for bits: UInt64, in runs: [Run]) -> Int? {
    guard let last = chunks.last else { return nil }
    if runs[Int(last[0])].dot.bits <= bits { return chunks.count - 1 }
    var low = 0
    var high = chunks.count - 1
    while low < high {
      let middle = (low + high) / 2
      if runs[Int(chunks[middle][0])].dot.bits <= bits {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return Swift.max(low - 1, 0)
  }

  /// How many runs of a chunk start at or before a dot.
  private static func place(of bits: UInt64, in chunk: [UInt32], _ runs: [Run]) -> Int {
    if let last = chunk.last, runs[Int(last)].dot.bits <= bits { return chunk.count }
    var low = 0
    var high = chunk.count
    while low < high {
      let middle = (low + high) / 2
      if runs[Int(chunk[middle])].dot.bits <= bits {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
