// SPDX-License-Identifier: Apache-2.0

import Converge

/// A document that is a text.
struct TextFields: Schema {
  let text = Field("text", ReplicatedText.self)
}

/// A document that is a list in the user's order.
struct OrderFields: Schema {
  let order = Field("order", MovableList<String>.self)
}

/// A document of settings by name, as an app keeps them that does not know all their names.
struct SettingsFields: Schema {
  let settings = Field("settings", ORMap<String, Setting>.self)
}

/// One setting.
struct Setting: Schema {
  let value = Field("value", LWWRegister<Int>.self, default: 0)
}

/// A document of favourites without an order.
struct FavoriteFields: Schema {
  let favorites = Field("favorites", ORSet<String>.self)
}

/// A document with a text and a list of numbers.
struct EditFields: Schema {
  let text = Field("text", ReplicatedText.self)
  let array = Field("array", MovableList<Int>.self)
}

/// A document with a map of each kind of value, a list and a text, for many writers.
struct WriterFields: Schema {
  let numbers = Field("map", ORMap<String, Setting>.self)
  let objects = Field("objects", ORMap<String, ObjectSetting>.self)
  let strings = Field("strings", ORMap<String, StringSetting>.self)
  let array = Field("array", MovableList<String>.self)
  let text = Field("text", ReplicatedText.self)
}

/// A setting that is an object.
struct ObjectSetting: Schema {
  let value = Field("value", LWWRegister<[String: String]>.self, default: [:])
}

/// A setting that is a string.
struct StringSetting: Schema {
  let value = Field("value", LWWRegister<String>.self, default: "")
}

/// A small document: settings and a title.
struct SmallFields: Schema {
  let settings = Field("settings", ORMap<String, Setting>.self)
  let title = Field("title", ReplicatedText.self)
}
