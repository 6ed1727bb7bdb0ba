// SPDX-License-Identifier: Apache-2.0

import Converge
import Testing

/// The examples of the decision notes; each runs as a test.
struct DecisionExamples {
  @Test func `a member stands somewhere when its only place was taken back`() {
    // Example: a place taken back
    var (phone, pad) = twoReplicas()
    phone.edit { $0.places["pier"].tags.insert("sea", at: 0) }
    sync(&phone, &pad)
    // Fresh: takes back the insert of "sea", and its place.
    pad.edit {
      $0.places.remove("pier")
      $0.places["pier"].tags.insert("fog", at: 0)
    }
    // Found present here, so this insert gives no place of its own.
    phone.edit { $0.places["pier"].tags.insert("sea", at: 0) }
    sync(&phone, &pad)
    assert(phone.places["pier"]?.tags.elements == ["fog", "sea"])
    // End of example
  }

  @Test func `a fresh write takes back the first part of a replica's increments`() {
    // Example: a counter in a record
    var (phone, pad) = twoReplicas()
    phone.edit { $0.places["pier"].visits.increment(by: 5) }
    sync(&phone, &pad)
    phone.edit { $0.places["pier"].visits.increment(by: 2) }
    // Fresh: takes back the 5, which it saw, and not the 2.
    pad.edit {
      $0.places.remove("pier")
      $0.places["pier"].visits.increment(by: 100)
    }
    sync(&phone, &pad)
    assert(phone.places["pier"]?.visits.value == 102)
    // End of example
  }

  @Test func `fields of one name and two datatypes stand side by side`() {
    // Example: one name, two datatypes
    var (phone, pad) = twoReplicas()
    let count = Field("tags", PNCounter.self)
    phone.edit { $0.tags.insert("fog") }
    pad.edit { $0[count].increment() }
    sync(&phone, &pad)
    assert(phone.tags.elements == ["fog"])
    assert(phone[count].value == 1)
    // End of example
  }

  @Test func `a value of another type is kept, not shown and not counted`() {
    // Example: a value of another type
    var (phone, _) = twoReplicas()
    let numbers = Field("queue", MovableList<Int>.self)
    phone.edit { $0.queue.insert(contentsOf: ["a", "b"], at: 0) }
    phone.edit { $0[numbers].append(7) }
    assert(phone.queue.elements == ["a", "b"])
    assert(phone.queue.count == 2)
    assert(phone[numbers].elements == [7])
    // End of example
  }

  private func assert(_ condition: Bool, _ location: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: location)
  }
}
