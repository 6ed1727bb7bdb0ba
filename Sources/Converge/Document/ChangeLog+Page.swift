// SPDX-License-Identifier: Apache-2.0

extension ChangeLog {
  /// Changes of one author that follow one another, and what is known where the first begins.
  ///
  /// ```
  /// head      count of operations·4         body length, body
  ///           milliseconds·4 + 1            a letter typed behind the operation before: the letter
  ///           milliseconds·4 + 2            a slot removed: how it is referred to
  ///           milliseconds·4 + 3            a letter typed elsewhere: placement, the letter
  /// ```
  ///
  /// The last three are of one field, whose name the page knows by the author's number. They stand
  /// for the bodies that `readEntry(_:)` makes of them, and for no others.
  struct Page: Sendable {
    /// Changes on a page: how many are read at most to find one.
    private static let limit = 256
    /// Bytes after which a page takes no other change.
    ///
    /// Whoever wants a change reads and hashes no more than these before it; a change that has more
    /// is the last of its page. 256 letters are half of them.
    private static let byteLimit = 2048

    let firstCounter: UInt64
    let previousHash: UInt64
    /// The timestamp of the first change.
    let timestamp: HybridTimestamp
    private(set) var count = 0
    /// What stands in bodies for the field that letters are typed in; 0 while none are.
    private var field: UInt8 = 0
    private var bytes: [UInt8] = []

    /// Creates an empty page that begins with a change.
    init(_ first: Change, at timestamp: HybridTimestamp) {
      firstCounter = first.firstCounter
      previousHash = first.previousHash
      self.timestamp = timestamp
    }

    var isFull: Bool { count == Self.limit || bytes.count >= Self.byteLimit }

    /// Gives back the room that nothing will be appended to.
    mutating func trim() {
      bytes = bytes.trimmed
    }
  }

  /// How a change stands on a page.
  private enum Form: UInt64 {
    case whole = 0
    case letterBehind = 1
    case removal = 2
    case letter = 3

    /// The bits of a head that say it.
    static let mask: UInt64 = 3
  }
}

// MARK: Writing

extension ChangeLog.Page {
  mutating func append(_ change: Change) {
    count += 1
    if change.operationCount == 1, let body = change.shortBody, appendKeystroke(body) { return }
    Varint.append(UInt64(change.operationCount) << 2 | ChangeLog.Form.whole.rawValue, to: &bytes)
    Varint.append(UInt64(change.bodyByteCount), to: &bytes)
    change.appendBody(to: &bytes)
  }

  /// Appends a letter typed or a slot removed, told from its body alone.
  ///
  /// - Returns: Whether it is one that the page has a short form for; else nothing was done.
  private mutating func appendKeystroke(_ body: ShortBytes) -> Bool {
    var rest = body
    var entry = ShortBytes()
    guard let time = rest.readVarint(), time & 3 == 0, let kind = rest.readByte(),
      let field = rest.readByte(), field >= 2, field & 0x81 == 0,
      self.field == 0 || self.field == field
    else { return false }
    if kind == OperationKind.insertText.rawValue {
      guard let placement = rest.readVarint(), rest.count == 2, rest.readByte() == 1,
        let letter = rest.readByte(), letter < 0x80
      else { return false }
      let isBehind = placement == Self.placementBehind
      let form = isBehind ? ChangeLog.Form.letterBehind : .letter
      entry.appendVarint(time | form.rawValue)
      if !isBehind { entry.appendVarint(placement) }
      entry.append(letter)
    } else {
      guard kind == OperationKind.removeText.rawValue, rest.readByte() == 1,
        let slot = rest.readVarint(), rest.count == 1, rest.readByte() == 1
      else { return false }
      entry.appendVarint(time | ChangeLog.Form.removal.rawValue)
      entry.appendVarint(slot)
    }
    bytes.append(topOf: entry.top, count: entry.count)
    self.field = field
    return true
  }

  /// A right child of the author's operation before, see `OperationWriter`.
  private static let placementBehind: UInt64 = (1 << 1 | 1) << 1 | 1
}

// MARK: Reading

extension ChangeLog.Page {
  /// A change as it stands on a page.
  private enum Entry {
    case keystroke(ShortBytes, milliseconds: UInt64)
    /// The body stands in the page's bytes.
    case whole(Range<Int>, operationCount: Int)

    var operationCount: Int {
      switch self {
      case .keystroke: 1
      case .whole(_, let count): count
      }
    }
  }

  /// Bytes that most changes do not exceed.
  private static let usualBytes = 96

  /// Calls a closure with the changes from the one on that covers a counter, until it says no.
  ///
  /// Of those before it only the hash and the timestamp are found.
  ///
  /// - Returns: Whether it never did.
  func forEachChange(
    from counter: UInt64, _ replica: ReplicaID, _ body: (Change) -> Bool
  ) -> Bool {
    var reader = ByteReader(bytes)
    var next = firstCounter
    var hash = previousHash
    var time = timestamp
    var scratch = ByteWriter(capacity: Self.usualBytes)
    do {
      while !reader.isAtEnd {
        let entry = try readEntry(&reader)
        if next > firstCounter { time = try timestamp(of: entry, after: time) ?? time }
        let count = entry.operationCount
        if next + UInt64(count) <= counter {
          hash = self.hash(of: entry, replica, next, hash, &scratch)
        } else {
          let change = self.change(entry, replica, next, hash, time, &scratch)
          guard body(change) else { return false }
          hash = change.hash
        }
        next += UInt64(count)
      }
    } catch {
      // What is on a page was written by `append`.
      preconditionFailure("A page of the log is damaged.")
    }
    return true
  }

  private func readEntry(_ reader: inout ByteReader) throws(WireError) -> Entry {
    let head = try reader.readVarint()
    guard let form = ChangeLog.Form(rawValue: head & ChangeLog.Form.mask), form != .whole else {
      return .whole(
        try reader.readBlobRange(), operationCount: Int(truncatingIfNeeded: head >> 2))
    }
    var body = ShortBytes()
    body.appendVarint(head & ~ChangeLog.Form.mask)
    if form == .removal {
      body.append(OperationKind.removeText.rawValue)
      body.append(field)
      body.append(1)
      body.appendVarint(try reader.readVarint())
      body.append(1)
    } else {
      body.append(OperationKind.insertText.rawValue)
      body.append(field)
      body.appendVarint(form == .letter ? try reader.readVarint() : Self.placementBehind)
      body.append(1)
      body.append(try reader.readByte())
    }
    return .keystroke(body, milliseconds: head >> 2)
  }

  private func timestamp(
    of entry: Entry, after time: HybridTimestamp
  ) throws(WireError) -> HybridTimestamp? {
    switch entry {
    case .keystroke(_, let milliseconds):
      ChangeBody.timestamp(milliseconds, 0, after: time)
    case .whole(let body, _):
      try ChangeBody.timestamp(ByteReader(bytes, in: body), after: time)
    }
  }

  private func hash(
    of entry: Entry, _ replica: ReplicaID, _ counter: UInt64, _ previous: UInt64,
    _ scratch: inout ByteWriter
  ) -> UInt64 {
    switch entry {
    case .keystroke(let body, _): Change.hash(replica, counter, previous, body, &scratch)
    case .whole(let body, _): Change.hash(replica, counter, previous, bytes, body, &scratch)
    }
  }

  private func change(
    _ entry: Entry, _ replica: ReplicaID, _ counter: UInt64, _ previous: UInt64,
    _ time: HybridTimestamp, _ scratch: inout ByteWriter
  ) -> Change {
    switch entry {
    case .keystroke(let body, _):
      Change(replica, counter, 1, previous, time, body, &scratch)
    case .whole(let body, let count):
      Change(
        replica, counter, count, previous, time, ByteReader(bytes, in: body), &scratch)
    }
  }
}
