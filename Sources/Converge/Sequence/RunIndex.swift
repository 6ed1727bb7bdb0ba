// SPDX-License-Identifier: Apache-2.0

/// The runs of a sequence, ascending by the bits of their dots: from a dot to its run.
///
/// Run numbers in chunks, so that putting a run in the middle moves one chunk, not all. The
/// dots stand in the runs; each call is handed the runs to read them. One index for all replicas:
/// a sequence that few of many replicas wrote in costs no more than its runs.
///
/// ```
/// directory   chunk numbers, ascending
/// chunk c     numbers c·64 …< c·64 + counts[c]
/// ```
///
/// What only looks is inlined, as in `RunOrder`.
struct RunIndex: ~Copyable, Sendable {
  /// Runs a chunk holds at most: four cache lines moved at worst when one is put in.
  private static let chunkSize = 64

  private var directory = Slab<UInt32>()
  private var counts = Slab<UInt32>()
  private var numbers = Slab<UInt32>()
  private var freeChunks = Slab<UInt32>()

  init() {}

  /// Creates the index of runs that ascend by dot.
  init(ascending runs: ArraySlice<UInt32>) {
    // Three quarters full, so that the first runs that are put between do not split every chunk.
    let filling = Self.chunkSize * 3 / 4
    let chunks = (runs.count + filling - 1) / filling
    directory.reserve(chunks)
    counts.reserve(chunks)
    numbers.reserve(chunks == 1 ? runs.count : chunks * Self.chunkSize)
    var start = runs.startIndex
    while start < runs.endIndex {
      let end = Swift.min(start + filling, runs.endIndex)
      let chunk = makeChunk()
      for (offset, run) in runs[start..<end].enumerated() {
        put(run, at: self.start(of: chunk) + offset)
      }
      counts[chunk] = UInt32(truncatingIfNeeded: end - start)
      directory.append(chunk)
      start = end
    }
  }

  func copy() -> RunIndex {
    var copy = RunIndex()
    copy.directory = directory.copy()
    copy.counts = counts.copy()
    copy.numbers = numbers.copy()
    copy.freeChunks = freeChunks.copy()
    return copy
  }

  /// The last run that starts at or before a dot, or nil.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  func run(atOrBefore dot: LocalDot, in runs: borrowing Slab<Run>) -> UInt32? {
    guard let entry = entry(for: dot.bits, in: runs) else { return nil }
    let chunk = directory[entry]
    let place = place(of: dot.bits, in: chunk, runs)
    return place == start(of: chunk) ? nil : numbers[place - 1]
  }

  /// The first run that starts after a dot, or nil.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  func run(after dot: LocalDot, in runs: borrowing Slab<Run>) -> UInt32? {
    guard let entry = entry(for: dot.bits, in: runs) else { return nil }
    let chunk = directory[entry]
    let place = place(of: dot.bits, in: chunk, runs)
    if place < end(of: chunk) { return numbers[place] }
    return entry + 1 < directory.count ? numbers[start(of: directory[entry + 1])] : nil
  }

  /// Adds a run.
  ///
  /// - Complexity: O(log *n* + *n* / 4096) in the number of runs.
  mutating func insert(_ run: UInt32, in runs: borrowing Slab<Run>) {
    let bits = runs[run].dot.bits
    guard let entry = entry(for: bits, in: runs) else {
      let chunk = makeChunk()
      put(run, at: start(of: chunk))
      counts[chunk] = 1
      directory.append(chunk)
      return
    }
    var chunk = directory[entry]
    var place = place(of: bits, in: chunk, runs)
    if Int(counts[chunk]) == Self.chunkSize {
      let isTail = entry == directory.count - 1 && place == end(of: chunk)
      let right = split(chunk, at: isTail ? Self.chunkSize : Self.chunkSize / 2, entry: entry)
      if isTail || place > end(of: chunk) {
        place = start(of: right) + place - end(of: chunk)
        chunk = right
      }
    }
    if end(of: chunk) == numbers.count { numbers.append(RunOrder.none) }
    numbers.move(place..<end(of: chunk), to: place + 1)
    numbers[place] = run
    counts[chunk] += 1
  }

  /// Removes a run that is there.
  mutating func remove(_ run: UInt32, in runs: borrowing Slab<Run>) {
    let bits = runs[run].dot.bits
    guard let entry = entry(for: bits, in: runs) else { return }
    let chunk = directory[entry]
    let place = place(of: bits, in: chunk, runs) - 1
    guard place >= start(of: chunk), numbers[place] == run else { return }
    numbers.move(place + 1..<end(of: chunk), to: place)
    counts[chunk] -= 1
    guard counts[chunk] == 0 else { return }
    directory.move(entry + 1..<directory.count, to: entry)
    directory.removeLast()
    freeChunks.append(chunk)
  }

  private func start(of chunk: UInt32) -> Int { Int(chunk) * Self.chunkSize }

  private func end(of chunk: UInt32) -> Int { start(of: chunk) + Int(counts[chunk]) }

  private mutating func makeChunk() -> UInt32 {
    if freeChunks.count > 0 {
      let chunk = freeChunks[freeChunks.count - 1]
      freeChunks.removeLast()
      return chunk
    }
    // The first chunk, which in a short sequence is the only one, has room for what it lists.
    let room = counts.count == 0 ? 0 : (counts.count + 1) * Self.chunkSize - numbers.count
    counts.append(0)
    numbers.append(repeating: RunOrder.none, count: room)
    return UInt32(truncatingIfNeeded: counts.count - 1)
  }

  /// Puts a run at a place, which is the first that there is not when the only chunk grows.
  private mutating func put(_ run: UInt32, at place: Int) {
    if place == numbers.count { numbers.append(run) } else { numbers[place] = run }
  }

  /// Moves the runs of a full chunk from a place on to a new one behind it, which is returned.
  ///
  /// Appending at the very end leaves full chunks behind, elsewhere two halves.
  private mutating func split(_ chunk: UInt32, at offset: Int, entry: Int) -> UInt32 {
    let right = makeChunk()
    for place in offset..<Self.chunkSize {
      numbers[start(of: right) + place - offset] = numbers[start(of: chunk) + place]
    }
    counts[chunk] = UInt32(truncatingIfNeeded: offset)
    counts[right] = UInt32(truncatingIfNeeded: Self.chunkSize - offset)
    directory.append(right)
    directory.move(entry + 1..<directory.count - 1, to: entry + 2)
    directory[entry + 1] = right
    return right
  }

  /// The entry of the chunk that holds or would hold a dot.
  @inline(__always)
  private func entry(for bits: UInt64, in runs: borrowing Slab<Run>) -> Int? {
    guard directory.count > 0 else { return nil }
    var low = 0
    var high = directory.count - 1
    if runs[numbers[start(of: directory[high])]].dot.bits <= bits { return high }
    while low < high {
      let middle = (low + high) / 2
      if runs[numbers[start(of: directory[middle])]].dot.bits <= bits {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return Swift.max(low - 1, 0)
  }

  /// The place in `numbers` after the runs of a chunk that start at or before a dot.
  @inline(__always)
  private func place(of bits: UInt64, in chunk: UInt32, _ runs: borrowing Slab<Run>) -> Int {
    var low = start(of: chunk)
    var high = end(of: chunk)
    if runs[numbers[high - 1]].dot.bits <= bits { return high }
    while low < high {
      let middle = (low + high) / 2
      if runs[numbers[middle]].dot.bits <= bits { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
