// SPDX-License-Identifier: Apache-2.0

/// What a number in a section means: numbers of one meaning are alike, and stand together when a
/// section is written in columns.
enum SectionColumn: UInt8, CaseIterable, Sendable {
  /// How many replicas have stamps in the section's table, which, and how many each.
  case stampCount
  /// The counters between a stamp in the table and the one before.
  case stampDot
  /// The milliseconds since the stamp before in the table, and whether a clock counter follows.
  case stampTime
  /// The counter of a hybrid timestamp in the table.
  case stampCounter
  /// Which stamp of the table a write bears.
  case stamp
  /// How many members, records, rows or increments there are.
  case count
  /// How many writes a register or a row has where it is not one.
  case writeCount
  /// How many dots make something present.
  case dotCount
  /// A dot, from the last one of its replica.
  case dot
  /// The replica of a dot that is not that of the dot before.
  case replica
  /// How a run hangs, whether its dots go on where its parent's end, whether it is visible when
  /// the run before is not or the other way round.
  case runHead
  /// The slots of a run, less one.
  case runLength
  /// How a run hangs where its head does not say it all.
  case runHook
  /// The first dot of a run.
  case runDot
  /// What a row has beside the usual.
  case rowHead
  /// Whether a place was taken back.
  case takenBack
  /// How many bytes a key shares with the one before.
  case sharedLength
  /// The bytes of a value, a key's rest or a text.
  case length
  /// The fields of a record, by number.
  case shape
  /// The number of fields in a new shape, the number of each, and what a new one is.
  case field
  /// The amount of an increment.
  case amount
  /// How much is remembered of the removed.
  case removedCount
  /// What kind of part of a text was removed, and whether by a fresh write.
  case removedHead
  /// The slots of such a part, less two.
  case removedLength
  /// Of which row something is remembered.
  case removedRow
}
