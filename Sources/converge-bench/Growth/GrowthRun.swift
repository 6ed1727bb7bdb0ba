// SPDX-License-Identifier: Apache-2.0

import Converge

/// Times the operations of collections at several sizes, and fits how they grow.
struct GrowthRun {
  static let sizes = [1_000, 10_000, 100_000, 1_000_000]
  /// How many operations are timed together, and how often.
  private static let batchSize = 100
  private static let batchCount = 5
  /// How many changes two replicas differ in.
  private static let changeCount = 10
  /// The seconds after which the next size, ten times as great, would take too long to fill.
  private static let fillLimit = 60.0

  /// What was found about one operation of one collection.
  struct Finding {
    let collection: String
    let operation: String
    let fit: GrowthFit
    /// The greatest size that was to be measured, where that was given up.
    var stoppedBefore: Int?

    var isFault: Bool { fit.isFault || stoppedBefore != nil }
  }

  let sizes: [Int]
  private let clock = ContinuousClock()

  init(limit: Int) {
    sizes = Self.sizes.filter { $0 <= limit }
  }

  /// Times all operations of a collection.
  func measure<Fields: Schema>(_ collection: GrowthCollection<Fields>) throws -> [Finding] {
    var names: [String] = []
    var points: [String: [GrowthFit.Point]] = [:]
    var stoppedBefore: Int?
    for size in sizes {
      let start = clock.now
      var subject = try Subject(collection, size: size)
      let fillSeconds = (clock.now - start) / .seconds(1)
      for (name, seconds) in try measure(&subject, collection) {
        if points[name] == nil { names.append(name) }
        points[name, default: []].append(GrowthFit.Point(size: size, seconds: seconds))
      }
      if fillSeconds > Self.fillLimit, size < (sizes.last ?? 0) {
        stoppedBefore = size * 10
        break
      }
    }
    return names.map {
      Finding(
        collection: collection.name, operation: $0, fit: GrowthFit(points: points[$0] ?? []),
        stoppedBefore: stoppedBefore)
    }
  }

  /// Two replicas of a filled document.
  private struct Subject<Fields: Schema> {
    let size: Int
    var local: Document<Fields>
    var remote: Document<Fields>
    var generator = WorkGenerator(seed: 9_000)
    var serial = 0

    init(_ collection: GrowthCollection<Fields>, size: Int) throws {
      self.size = size
      let group = ReplicaGroup()
      local = group.document(collection.schema)
      var generator = generator
      local.edit { collection.fill($0, size, &generator) }
      remote = try group.load(collection.schema, snapshot: local.snapshot())
    }

    /// A random number that is an index whatever was removed before.
    mutating func draw() -> Int { generator.below(size - size / 4) }

    mutating func nextSerial() -> Int {
      serial += 1
      return serial
    }
  }

  private func measure<Fields: Schema>(
    _ subject: inout Subject<Fields>, _ collection: GrowthCollection<Fields>
  ) throws -> [(name: String, seconds: Double)] {
    var results = remoteOperations(&subject, collection)
    for (name, edit) in collection.edits {
      results.append((name, time(edit, on: &subject)))
    }
    for (name, makeRead) in collection.reads {
      results.append((name, time(makeRead(subject.local), on: &subject)))
    }
    let count = Double(max(1, collection.iterate(subject.local)))
    let iterations = (0..<Self.batchCount).map { _ in
      seconds { _ = collection.iterate(subject.local) } / count
    }
    results.append(("iterate, each", iterations.min() ?? 0))
    return results
  }

  private func time<Fields: Schema>(
    _ edit: GrowthCollection<Fields>.Edit, on subject: inout Subject<Fields>
  ) -> Double {
    let batches = (0..<Self.batchCount).map { _ in
      let numbers = (0..<Self.batchSize).map { _ in (subject.draw(), subject.nextSerial()) }
      return seconds {
        subject.local.edit { transaction in
          for (random, serial) in numbers { edit(transaction, random, serial) }
        }
      }
    }
    return (batches.min() ?? 0) / Double(Self.batchSize)
  }

  private func time<Fields: Schema>(
    _ read: GrowthCollection<Fields>.Read, on subject: inout Subject<Fields>
  ) -> Double {
    var sum = 0
    let batches = (0..<Self.batchCount).map { _ in
      let numbers = (0..<Self.batchSize).map { _ in subject.draw() }
      return seconds { for number in numbers { sum &+= read(number) } }
    }
    precondition(sum != .min, "The sum is there to be used.")
    return (batches.min() ?? 0) / Double(Self.batchSize)
  }

  /// What travels: a change, the changes of a while, a merge by changes.
  private func remoteOperations<Fields: Schema>(
    _ subject: inout Subject<Fields>, _ collection: GrowthCollection<Fields>
  ) -> [(name: String, seconds: Double)] {
    let insert = collection.edits[0].edit
    var applying: [Double] = []
    var exporting: [Double] = []
    var merging: [Double] = []
    for _ in 0..<Self.batchCount {
      let before = subject.local.versionVector
      let local = changes(by: insert, to: \.local, of: &subject)
      exporting.append(seconds { _ = subject.local.changes(since: before) })
      for change in local { applying.append(seconds { subject.remote.apply(change) }) }
      _ = changes(by: insert, to: \.remote, of: &subject)
      _ = changes(by: insert, to: \.local, of: &subject)
      merging.append(seconds { subject.local.merge(subject.remote) })
      subject.remote.merge(subject.local)
    }
    return [
      ("apply a remote change", applying.sorted()[applying.count / 2]),
      ("changes since, ten", exporting.min() ?? 0),
      ("merge, ten changes each", merging.min() ?? 0),
    ]
  }

  private func changes<Fields: Schema>(
    by edit: GrowthCollection<Fields>.Edit,
    to replica: WritableKeyPath<Subject<Fields>, Document<Fields>>,
    of subject: inout Subject<Fields>
  ) -> [Change] {
    (0..<Self.changeCount).compactMap { _ in
      let random = subject.draw()
      let serial = subject.nextSerial()
      return subject[keyPath: replica].edit { edit($0, random, serial) }
    }
  }

  private func seconds(_ work: () -> Void) -> Double {
    let start = clock.now
    work()
    return (clock.now - start) / .seconds(1)
  }
}
