// SPDX-License-Identifier: Apache-2.0

extension SectionWriter {
  /// Lays the section out, in the form in which it is smaller.
  mutating func finish(into writer: inout ByteWriter) {
    let items = settledItems()
    var counts: [[Int]] = []
    if items.count >= SectionForm.leastNumbers {
      let none = [Int](repeating: 0, count: NumberCode.symbolCount)
      counts = SectionColumn.allCases.map { _ in none }
      for item in items {
        counts[Int(item.column.rawValue)][NumberCode.symbol(of: item.value)] += 1
      }
    }
    let form = SectionForm(counts: counts, byteCount: bytes.count)
    writer.appendByte(form.rawValue)
    switch form {
    case .row: appendRow(items, into: &writer)
    case .columns: appendColumns(items, counts, into: &writer)
    }
  }

  private func appendRow(_ items: [Item], into writer: inout ByteWriter) {
    var offset = 0
    for item in items {
      writer.appendVarint(item.value)
      guard item.column == .length else { continue }
      let end = offset + Int(item.value)
      writer.append(contentsOf: bytes[offset..<end])
      offset = end
    }
  }

  private func appendColumns(_ items: [Item], _ counts: [[Int]], into writer: inout ByteWriter) {
    let codes = counts.map { NumberCode(counts: $0) }
    var columns = codes.map { ColumnWriter($0) }
    for item in items { columns[Int(item.column.rawValue)].append(item.value) }
    var present: UInt64 = 0
    for (column, code) in codes.enumerated() where !code.symbols.isEmpty {
      present |= 1 << UInt64(column)
    }
    writer.appendVarint(present)
    for (column, code) in codes.enumerated() where !code.symbols.isEmpty {
      writer.appendVarint(counts[column].reduce(0, +))
      code.write(into: &writer)
      writer.append(contentsOf: columns[column].finish())
    }
    writer.append(contentsOf: bytes)
  }
}
