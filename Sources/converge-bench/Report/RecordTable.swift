// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// The table of measurements on the terminal, a line each.
enum RecordTable {
  static let head = line("workload", "variant", ["median ms", "min ms", "bytes"], "checks")

  static func line(of record: BenchRecord) -> String {
    let timing = record.timing
    let bytes =
      record["bytes"] ?? record["update_bytes"] ?? record["growth_bytes"]
      ?? record["replay"]?["growth_bytes"]
    return line(
      record.workload, record.variant,
      [
        timing.map { Figure.milliseconds($0.median) } ?? "",
        timing.map { Figure.milliseconds($0.minimum) } ?? "",
        bytes.map(Figure.bytes) ?? "",
      ], checks(record))
  }

  private static func checks(_ record: BenchRecord) -> String {
    var words: [String] = []
    switch record["ok"] {
    case .bool(true): words.append("right")
    case .bool(false): words.append("WRONG")
    default: break
    }
    if let equal = record["replicas_equal"] {
      words.append(equal == .bool(true) ? "replicas equal" : "REPLICAS DIFFER")
    }
    if record["equals_end"] == .bool(true) { words.append("as recorded") }
    return words.joined(separator: ", ")
  }

  private static func line(
    _ workload: String, _ variant: String, _ figures: [String], _ checks: String
  ) -> String {
    let left = workload.padded(8) + variant.padded(62)
    let middle = zip(figures, [12, 12, 18]).map { $0.padded($1, isRight: true) }.joined()
    return checks.isEmpty ? left + middle : left + middle + "  " + checks
  }
}

/// Numbers as they are shown.
enum Figure {
  /// Seconds as milliseconds, with three digits that count.
  static func milliseconds(_ seconds: Double) -> String {
    number(seconds * 1_000)
  }

  /// A number with three digits that count, and all of those before the point.
  static func number(_ value: Double) -> String {
    let places = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
    return fixed(value, places: places)
  }

  /// A number with so many digits after the point, and commas between the thousands.
  static func fixed(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = (value * Double(scale)).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return "–" }
    let (whole, rest) = Int(abs(scaled)).quotientAndRemainder(dividingBy: scale)
    let sign = scaled < 0 ? "-" : ""
    return sign + thousands(whole) + (places > 0 ? "." + rest.digits(places) : "")
  }

  static func bytes(_ value: JSONValue) -> String {
    switch value {
    case .integer(let count): thousands(Int(count))
    case .array(let counts): counts.map(bytes).joined(separator: "+")
    default: "–"
    }
  }

  static func thousands(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

extension String {
  /// The text filled up with blanks to a width.
  func padded(_ width: Int, isRight: Bool = false) -> String {
    let blanks = String(repeating: " ", count: Swift.max(0, width - count))
    return isRight ? blanks + self : self + blanks
  }
}
