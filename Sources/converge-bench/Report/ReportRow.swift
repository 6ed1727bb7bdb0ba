// SPDX-License-Identifier: Apache-2.0

/// One line of the comparison: what is compared, and what it must reach.
struct ReportRow {
  let title: String
  let workload: String
  let quantity: Quantity
  /// Our variants and the peers'; of several that a library has the least counts.
  let ours: [String]
  let peers: [String]
  /// What must be reached, and what is aimed at; nil where there is no such thing.
  let bar: Double?
  let goal: Double?

  init(
    _ title: String, _ workload: String, _ quantity: Quantity = .milliseconds, ours: [String],
    peers: [String]? = nil, bar: Double? = nil, goal: Double? = nil
  ) {
    self.title = title
    self.workload = workload
    self.quantity = quantity
    self.ours = ours
    self.peers = peers ?? ours
    self.bar = bar
    self.goal = goal
  }

  static let all = sequential + encoded + concurrent + lists + maps + edits + small + sets

  private static let paper = "automerge-paper"

  private static let sequential = [
    ReportRow(
      "W1 \(paper), one commit", "W1", ours: ["\(paper) one commit"],
      peers: ["\(paper) one commit", "\(paper) with a jumprope text"], bar: 12, goal: 6),
    ReportRow("W1 commit per txn", "W1", ours: ["\(paper) commit per txn"], bar: 80, goal: 30),
    ReportRow(
      "W1 commit per txn + emit update", "W1", ours: ["\(paper) commit per txn + emit update"],
      bar: 160, goal: 80),
    ReportRow(
      "W1 update of one keystroke, mean", "W1", .bytesPerUpdate,
      ours: ["\(paper) commit per txn + emit update"], bar: 48, goal: 40),
  ]

  private static let encoded = [
    ReportRow(
      "W2 \(paper), snapshot", "W2", .encodedBytes,
      ours: ["\(paper) snapshot, first encode", "\(paper) snapshot, collected, first encode"],
      peers: [
        "\(paper) snapshot, first encode", "\(paper) update v2, gc, first encode",
        "\(paper) update v1, gc, first encode", "\(paper) full, no lz4, encode again",
        "\(paper) save, commit per txn",
      ], bar: 160_000, goal: 135_000),
    ReportRow(
      "W3 load + read + one edit", "W3",
      ours: ["\(paper) snapshot: import + read text + 1 edit"],
      peers: [
        "\(paper) snapshot: import + read text + 1 edit",
        "\(paper) updates: import + read text + 1 edit",
        "\(paper) update v1, gc: import + read text + 1 edit",
        "\(paper) update v2, gc: import + read text + 1 edit",
        "\(paper) full: import + read text", "\(paper) save, commit per txn: import + read text",
      ], bar: 2.5, goal: 1),
    ReportRow(
      "W4 (a) one update per txn", "W4", ours: ["\(paper) (a) one update per txn"],
      peers: [
        "\(paper) (a) one update per txn",
        "\(paper) (a) one op at a time, with a jumprope text",
      ], bar: 160, goal: 60),
    ReportRow(
      "W4 (b) one big update, snapshot", "W4", ours: ["\(paper) (b) one big update, snapshot"],
      peers: ["\(paper) (b) one big update"], bar: 3.5, goal: 1.5),
    ReportRow(
      "W4 (b) all changes in one batch", "W4", ours: ["\(paper) (b) one big update, updates"],
      peers: ["\(paper) (b) one big update"]),
    ReportRow(
      "Memory after W1", "memory",
      .bytes([["replay", "growth_bytes"], ["live_heap_bytes"]]), ours: [paper],
      peers: [
        paper, "\(paper) replay", "\(paper) replay (with a jumprope text)",
        "\(paper) replay, commit per txn",
      ], bar: 3_000_000, goal: 1_800_000),
  ]

  private static let concurrent = [("friendsforever", 80.0, 25.0), ("clownschool", 90, 30)].map {
    name, bar, goal in
    ReportRow(
      "W5 \(name), live replicas", "W5", ours: ["\(name) live replicas"],
      peers: ["\(name) live replicas", "\(name) live replicas, import_batch"], bar: bar,
      goal: goal)
  }

  private static let lists = [
    ReportRow(
      "W6 100,000 moves, one commit", "W6", ours: ["100k local moves, one commit"], bar: 110,
      goal: 50),
    ReportRow(
      "W6 100,000 moves, commit per move", "W6", ours: ["100k local moves, commit per move"],
      bar: 180, goal: 90),
    ReportRow(
      "W6 two replicas, 10,000 moves each, exchange", "W6",
      ours: ["two replicas: export + exchange + merge of 10k moves each"], bar: 100, goal: 30),
    ReportRow(
      "W6 after 100,000 moves, snapshot", "W6", .encodedBytes,
      ours: ["after 100k moves, encode snapshot", "after 100k moves, encode snapshot, collected"],
      peers: [
        "after 100k moves, encode snapshot", "after 100k moves, encode shallow snapshot",
      ], bar: 250_000, goal: 120_000),
  ]

  private static let maps = [
    ReportRow(
      "W7 100,000 sets, one commit", "W7", ours: ["100k sets, one commit"], bar: 40, goal: 20),
    ReportRow(
      "W7 commit per set", "W7", ours: ["100k sets, commit per set"], bar: 90, goal: 50),
    ReportRow(
      "W7 commit per set + emit update", "W7", ours: ["100k sets, commit per set + emit update"]),
    ReportRow(
      "W7 second replica takes the whole + reads", "W7",
      ours: ["second replica imports snapshot + reads all"],
      peers: ["snapshot", "updates", "updates v1", "updates v2", "updates (one commit)"].map {
        "second replica imports \($0) + reads all"
      }, bar: 10, goal: 4),
    ReportRow(
      "W7 100,000 updates one by one", "W7",
      ours: ["second replica imports 100k updates one by one"], bar: 200, goal: 80),
    ReportRow(
      "W7 two replicas, 10,000 sets each, exchange", "W7",
      ours: ["two replicas: export + exchange + merge of 10k sets each"], bar: 25, goal: 10),
    ReportRow(
      "W7 favourites: 100,000 toggles", "W7", ours: ["favorites: 100k toggles, one commit"],
      bar: 35, goal: 20),
  ]

  private static let edits =
    (1...11).map { number in
      let isRequired = [1, 4, 7, 11].contains(number)
      return ReportRow(
        "W8 B1.\(number)", "W8", ours: ["B1.\(number) time"], bar: isRequired ? 40 : nil,
        goal: isRequired ? 15 : nil)
    }
    + (1...4).map { ReportRow("W8 B2.\($0)", "W8", ours: ["B2.\($0) time"]) }
    + (1...5).map { number in
      let isRequired = [1, 5].contains(number)
      return ReportRow(
        "W8 B3.\(number)", "W8", ours: ["B3.\(number) time"],
        peers: ["B3.\(number) time", "B3.\(number) time, import_batch"],
        bar: isRequired ? 30 : nil, goal: isRequired ? 10 : nil)
    }

  private static let small = [
    ReportRow(
      "W9 create 10,000 documents", "W9", ours: ["create 10k docs x 20 ops"], bar: 150, goal: 80),
    ReportRow(
      "W9 export, updates", "W9", ours: ["export 10k docs, updates"], bar: 60, goal: 30),
    ReportRow(
      "W9 import + read, updates", "W9", ours: ["import + read 10k docs, updates"], bar: 180,
      goal: 100),
    ReportRow(
      "W9 in all, updates", "W9", .encodedBytes, ours: ["export 10k docs, updates"],
      bar: 1_700_000, goal: 1_500_000),
    ReportRow("W9 export, snapshots", "W9", ours: ["export 10k docs, snapshot"]),
    ReportRow("W9 import + read, snapshots", "W9", ours: ["import + read 10k docs, snapshot"]),
    ReportRow("W9 in all, snapshots", "W9", .encodedBytes, ours: ["export 10k docs, snapshot"]),
    ReportRow(
      "W9 memory", "W9", .bytes([["growth_bytes"]]), ours: ["memory of 10k docs"],
      bar: 40_000_000, goal: 25_000_000),
  ]

  private static let sets = [
    ReportRow("Set, 100,000 inserts", "SET", ours: ["100k inserts"], bar: 39, goal: 19.5),
    ReportRow(
      "Set, merge of two of 50,000", "SET", ours: ["merge of two sets of 50k"], bar: 76, goal: 38),
    ReportRow(
      "Set, ten changes into 50,000", "SET", ours: ["ten changes into a set of 50k"], bar: 0.1,
      goal: 0.02),
  ]
}
