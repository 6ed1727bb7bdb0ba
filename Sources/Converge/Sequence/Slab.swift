// SPDX-License-Identifier: Apache-2.0

/// A growable row of plain items in memory of its own.
///
/// What an array is, without what costs time in hot loops: it has one owner, so that a change
/// asks nobody, and its items are changed in place. Each access is checked.
struct Slab<Element: BitwiseCopyable>: ~Copyable {
  // Safety: the memory is this slab's alone, from `allocate` to `deinit`; only the first `count`
  // items are initialized, and no access goes past them.
  private var memory = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
  private(set) var count = 0

  init() {}

  init(capacity: Int) {
    reserve(capacity)
  }

  init(_ items: [Element]) {
    reserve(items.count)
    for item in items { append(item) }
  }

  deinit {
    memory.deallocate()
  }

  /// Returns a slab of its own with the same items.
  func copy() -> Slab {
    var copy = Slab(capacity: count)
    copy.memory.take(memory, count)
    copy.count = count
    return copy
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      check(index)
      return memory[index]
    }
    _modify {
      check(index)
      yield &memory[index]
    }
  }

  @inline(__always)
  subscript(number: UInt32) -> Element {
    get { self[Int(truncatingIfNeeded: number)] }
    _modify { yield &self[Int(truncatingIfNeeded: number)] }
  }

  @inline(__always)
  mutating func append(_ item: Element) {
    if count == memory.count { grow() }
    memory[count] = item
    count += 1
  }

  mutating func append(repeating item: Element, count more: Int) {
    if count + more > memory.count { reserve(Swift.max(count + more, count + count / 2)) }
    for _ in 0..<more { append(item) }
  }

  mutating func removeLast() {
    precondition(count > 0, "Nothing is there to be removed.")
    count -= 1
  }

  /// Moves the items of a range so that the first comes to stand at an index, over what is there.
  mutating func move(_ range: Range<Int>, to index: Int) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count && index >= 0
        && index <= count - range.count, "A range is outside the slab.")
    guard let start = memory.baseAddress else { return }
    // Safety: both places lie within the initialized items; `update` takes overlapping ones.
    (start + index).update(from: start + range.lowerBound, count: range.count)
  }

  /// Makes room for so many items in all.
  mutating func reserve(_ capacity: Int) {
    guard capacity > memory.count else { return }
    let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: capacity)
    larger.take(memory, count)
    memory.deallocate()
    memory = larger
  }

  /// The items as an array.
  var array: [Element] { Array(memory.prefix(count)) }

  private mutating func grow() {
    reserve(Swift.max(4, count + count / 2))
  }

  @inline(__always)
  private func check(_ index: Int) {
    precondition(
      UInt(bitPattern: index) < UInt(bitPattern: count), "An index is outside the slab.")
  }
}

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Takes the first items of another buffer, which this one has room for.
  fileprivate func take(_ other: UnsafeMutableBufferPointer, _ items: Int) {
    precondition(items <= count && items <= other.count, "A buffer is too small.")
    guard items > 0, let from = other.baseAddress, let to = baseAddress else { return }
    // Safety: both have so many items, and the other's are initialized.
    to.initialize(from: from, count: items)
  }
}

// because a slab owns its memory, and whoever has it has it alone.
extension Slab: @unchecked Sendable where Element: Sendable {}

/// A value that copies of its owner share until one of them changes it.
///
/// Whoever changes it has made sure that no other refers to it, or has made a copy. It is not
/// checked at each access that no other is under way: the owner sees to that by letting none of its
/// calls be made from inside another's.
// because the value is changed only through the single reference to the cell.
final class SharedCell<Value: ~Copyable & Sendable>: @unchecked Sendable {
  @exclusivity(unchecked)
  private var held: Held

  /// What cannot be copied is borrowed by whoever looks at it.
  private struct Held: ~Copyable {
    var value: Value

    @inline(__always)
    func look<Result, Failure: Error>(
      _ body: (borrowing Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(value)
    }
  }

  init(_ value: consuming Value) {
    held = Held(value: value)
  }

  var value: Value {
    @inline(__always) _read { yield held.value }
    @inline(__always) _modify { yield &held.value }
  }

  /// Looks at the value where it stands.
  ///
  /// By way of `value` most looks at a copyable one copy all its parts first: it might be changed
  /// meanwhile, as far as the optimizer can tell.
  @inline(__always)
  func look<Result, Failure: Error>(
    _ body: (borrowing Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try held.look(body)
  }
}
