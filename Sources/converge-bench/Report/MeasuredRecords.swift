// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// The records of one or several files, ours and the peers', found by library and measurement.
struct MeasuredRecords {
  private struct Key: Hashable {
    let library: String
    let workload: String
    let variant: String
  }

  private var records: [Key: JSONValue] = [:]

  /// The libraries that have records.
  var libraries: Set<String> { Set(records.keys.map(\.library)) }

  /// Takes in a file; its records replace earlier ones of the same measurement.
  ///
  /// Returns how many records there were, nil when this is no file of records.
  mutating func add(_ file: JSONValue) -> Int? {
    guard let elements = file["records"]?.elements else { return nil }
    var count = 0
    for element in elements {
      guard let library = element["lib"]?.text, let workload = element["workload"]?.text,
        let variant = element["variant"]?.text
      else { continue }
      records[Key(library: library, workload: workload, variant: variant)] = element
      count += 1
    }
    return count
  }

  /// The least that a library needs for a quantity in any of the variants, or nil.
  func figure(
    of library: String, _ workload: String, _ variants: [String], _ quantity: Quantity
  ) -> Double? {
    variants.compactMap { variant in
      records[Key(library: library, workload: workload, variant: variant)]
        .flatMap(quantity.value)
    }.min()
  }
}

/// What of a record is compared.
enum Quantity: Equatable {
  /// The median time, in milliseconds.
  case milliseconds
  /// A number of bytes, by the path to it; the first that is there.
  case bytes([[String]])
  /// The mean bytes of the updates that were emitted.
  case bytesPerUpdate

  static let encodedBytes = bytes([["bytes"]])

  func value(in record: JSONValue) -> Double? {
    switch self {
    case .milliseconds: return record["median_s"]?.number.map { $0 * 1_000 }
    case .bytes(let paths):
      return paths.lazy.compactMap { path in
        path.reduce(Optional(record)) { $0?[$1] }?.number
      }.first
    case .bytesPerUpdate:
      guard let bytes = record["update_bytes"]?.number,
        let count = (record["updates"] ?? record["ops"])?.number, count > 0
      else { return nil }
      return bytes / count
    }
  }

  /// A figure as the table shows it.
  func text(_ value: Double) -> String {
    self == .milliseconds ? Figure.number(value) : Figure.fixed(value, places: 0)
  }

  /// The unit, as it stands behind a row's title.
  var unit: String { self == .milliseconds ? "ms" : "bytes" }
}

extension JSONValue {
  /// The number, whole or not, or nil.
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
