// SPDX-License-Identifier: Apache-2.0

@testable import Converge

/// A record that has a field of every datatype, and records of its own kind inside.
struct Plan: Schema {
  let title = Field("title", LWWRegister<String>.self, default: "untitled")
  let owners = Field("owners", MVRegister<String>.self)
  let votes = Field("votes", PNCounter.self)
  let done = Field("done", EWFlag.self)
  let tags = Field("tags", ORSet<String>.self)
  let shelf = Field("shelf", OrderedORSet<String>.self)
  let steps = Field("steps", MovableList<String>.self)
  let note = Field("note", ReplicatedText.self)
  let parts = Field("parts", ORMap<String, Plan>.self)
  let chapters = Field("chapters", OrderedORMap<String, Plan>.self)
}

extension RecordView<Plan> {
  /// All that the record shows, in one line, for comparisons; nothing for what shows nothing.
  var line: String {
    var words: [String] = []
    if self.title.isSet { words.append(self.title.value) }
    if !self.owners.values.isEmpty { words.append("owners:\(self.owners.values.joined())") }
    if self.votes.value != 0 { words.append("votes:\(self.votes.value)") }
    if self.done.isOn { words.append("done") }
    if !self.tags.isEmpty { words.append("tags:\(self.tags.elements.joined())") }
    if !self.shelf.isEmpty { words.append("shelf:\(self.shelf.elements.joined())") }
    if !self.steps.isEmpty { words.append("steps:\(self.steps.elements.joined())") }
    if !self.note.isEmpty { words.append("note:\(self.note.string)") }
    for key in self.parts.keys { words.append("\(key)(\(self.parts[key]?.line ?? "?"))") }
    for key in self.chapters { words.append("\(key)[\(self.chapters[key: key]?.line ?? "?")]") }
    return words.joined(separator: " ")
  }
}

extension RecordEditor<Plan> {
  /// Writes to every field.
  func fill(_ text: String) {
    self.title.set(text)
    self.owners.set(text)
    self.votes.increment(by: 5)
    self.done.enable()
    self.tags.insert(text)
    self.shelf.append(text)
    self.steps.append(text)
    self.note.append(text)
    self.parts[text].title.set(text)
    self.chapters[key: text].title.set(text)
  }
}
