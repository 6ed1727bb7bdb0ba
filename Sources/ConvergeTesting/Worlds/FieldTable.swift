// SPDX-License-Identifier: Apache-2.0

import Converge

/// The fields of a script's documents in the forms in which a run asks for them.
///
/// Nearly all scripts have the same fields, so that these are made once for all histories.
struct FieldTable {
  /// The fields as the script declares them.
  let declarations: [HistoryField]
  /// The fields of the documents.
  let fields: [DocumentField]
  /// Their names as UTF-8.
  let names: [[UInt8]]
  /// Each field's index alone, and its name alone: most changes touch one field.
  let indexAlone: [[Int]]
  let nameAlone: [[[UInt8]]]

  private static let all = FieldTable(ScriptGenerator.allFields)

  /// The table of a script's fields.
  static func of(_ declarations: [HistoryField]) -> FieldTable {
    declarations == all.declarations ? all : FieldTable(declarations)
  }

  private init(_ declarations: [HistoryField]) {
    self.declarations = declarations
    fields = declarations.map { DocumentField($0) }
    names = declarations.map { Array($0.name.utf8) }
    indexAlone = declarations.indices.map { [$0] }
    nameAlone = names.map { [$0] }
  }

  /// The fields that some calls are about.
  func indices(of calls: [Call]) -> [Int] {
    calls.count == 1 ? indexAlone[calls[0].field] : calls.map(\.field)
  }

  /// The names of fields as UTF-8.
  func names(of indices: [Int]) -> [[UInt8]] {
    indices.count == 1 ? nameAlone[indices[0]] : indices.map { names[$0] }
  }
}
