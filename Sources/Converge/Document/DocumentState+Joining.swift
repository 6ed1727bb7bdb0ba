// SPDX-License-Identifier: Apache-2.0

extension DocumentState {
  /// Whether everything that another state has applied is applied here.
  func covers(_ other: DocumentState) -> Bool {
    for (theirs, id) in other.replicas.ids.enumerated() {
      if other.versionVector[theirs] > counter(of: id) { return false }
    }
    return true
  }

  /// Joins another state of the same document; afterwards this is the state of all changes that
  /// either had applied.
  ///
  /// - Complexity: O(*n* log *n*) in the size of both; O(1) when nothing was applied here.
  mutating func join(_ other: DocumentState) {
    if isBlank, other.isReadWithoutMembers { return adopt(other) }
    let numbers = other.replicas.ids.map { insert($0) }
    var theirs = LocalVersionVector()
    for (number, counter) in zip(numbers, other.versionVector.counters) where counter > 0 {
      theirs[number] = counter
    }
    var join = JoinContext(
      mine: versionVector, theirs: theirs, numbers: numbers, replicas: replicas)
    join.tracksRemovals = membership.isDeclared
    join.unreadByMe = unread.map(\.dots)
    join.unreadByThem = other.unread.map {
      DotRange(first: join.mapped($0.dot), count: $0.dotCount)
    }
    fields.join(other.fields, join)
    joinMembers(other, join)
    for (author, number) in zip(other.authors, numbers) {
      guard theirs[number] > versionVector[number] else { continue }
      authors[number] = author.renumbered(numbers)
    }
    joinUnread(other, join)
    versionVector.merge(theirs)
    clock.observe(other.clock.last)
  }

  /// Whether no replica was ever heard of: nothing was applied, and there are no members.
  private var isBlank: Bool { replicas.count == 0 && isReadWithoutMembers }

  private var isReadWithoutMembers: Bool {
    !membership.isDeclared && unread.isEmpty && sections.isEmpty
  }

  /// Takes over another state, of the same document: what a new replica does with the first that
  /// it gets.
  private mutating func adopt(_ other: DocumentState) {
    replicas = other.replicas
    versionVector = other.versionVector
    authors = other.authors
    fields = other.fields
    clock.observe(other.clock.last)
  }

  /// An operation that neither side can read stays; one that a side has read is joined already.
  private mutating func joinUnread(_ other: DocumentState, _ join: JoinContext) {
    let theirs = other.unread.map { operation in
      var operation = operation
      operation.dot = join.mapped(operation.dot)
      operation.context = operation.context.renumbered(join.numbers)
      return operation
    }
    unread.removeAll { join.theyApplied($0.dot) }
    unread += theirs.filter { !join.mine.contains($0.dot) }
    let ours = sections
    sections += other.sections.filter { !ours.contains($0) }
    // A section says what all up to its vector has come to; what it covers is in it.
    let all = sections
    sections.removeAll { section in
      all.contains { section.isPart(of: $0) }
    }
  }
}

extension UnreadSection {
  /// Whether another section of the same field has joined all that this one has, and more.
  func isPart(of other: UnreadSection) -> Bool {
    name == other.name && datatype == other.datatype && covers != other.covers
      && covers.isSubset(of: other.covers)
  }
}

extension Author {
  /// The same in another document's replica numbers.
  func renumbered(_ numbers: [Int]) -> Author {
    var author = self
    author.context = context.renumbered(numbers)
    author.numbers = AuthorNumbers()
    for replica in self.numbers.replicas { author.numbers.append(replica: numbers[replica]) }
    for name in self.numbers.names { author.numbers.append(name: name) }
    return author
  }
}

extension LocalVersionVector {
  /// The same in another document's replica numbers.
  func renumbered(_ numbers: [Int]) -> LocalVersionVector {
    var result = LocalVersionVector()
    for (number, counter) in counters.enumerated() where counter > 0 {
      result[numbers[number]] = counter
    }
    return result
  }
}
