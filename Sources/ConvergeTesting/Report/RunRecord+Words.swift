// SPDX-License-Identifier: Apache-2.0

extension RunRecord {
  /// An event in words: a sentence without the replica's name, then a line for each call.
  package func lines(of event: RunEvent) -> [String] {
    switch event.kind {
    case .made(let change):
      return ["makes \(name(of: change))"] + event.words
    case .delivered(let change, let delivery):
      let manner = event.words.isEmpty ? "" : " " + event.words.joined(separator: " ")
      return ["is handed \(name(of: change))\(manner): \(words(of: delivery))"]
    case .merged(let source, let brought):
      let manner = event.words.isEmpty ? "" : " " + event.words.joined(separator: " ")
      let news = brought == 0 ? "nothing new" : "\(brought) new"
      return ["takes in all of \(lanes[source])\(manner): \(news)"]
    case .restarted(let lost):
      let manner = event.words.isEmpty ? "" : " " + event.words.joined(separator: " ")
      let losses = lost.isEmpty ? "" : ", and loses \(names(of: lost)), which waited"
      return ["restarts\(manner)\(losses)"]
    case .linked(let other, let isUp):
      return ["the link to \(lanes[other]) \(isUp ? "is up again" : "goes down")"]
    case .noted:
      return event.words
    }
  }

  /// What a replica is called, also where a check speaks of one that is not there.
  package func name(ofReplica replica: Int) -> String {
    lanes.indices.contains(replica) ? lanes[replica] : "\(replica)"
  }

  /// Where an event stands: its step's number, or the name of the final exchange.
  package func place(of event: RunEvent) -> String {
    event.step.map { "\($0 + firstStep)" } ?? "end"
  }

  private func words(of delivery: RunEvent.Delivery) -> String {
    switch delivery {
    case .applied(0): "applied"
    case .applied(let released): "applied, and with it \(released) that had waited"
    case .alreadyKnown: "known already"
    case .waits(let missing): "waits for \(names(of: missing))"
    }
  }

  private func names(of changes: [History.ChangeReference]) -> String {
    changes.map { name(of: $0) }.joined(separator: ", ")
  }
}
