// SPDX-License-Identifier: Apache-2.0

extension SectionWriter {
  /// Lays the section out, in the form in which it is smaller.
  mutating func finish(into writer: inout ByteWriter) {
    Self.layOut(settledItems(), bytes, into: &writer)
  }

  /// Lays out items, and the bytes whose numbers are among them.
  static func layOut(_ items: [Item], _ bytes: [UInt8], into writer: inout ByteWriter) {
    var counts = SectionCounts()
    if items.count >= SectionForm.leastNumbers {
      for item in items { counts.add(item.value, item.column) }
    }
    let form = SectionForm(counts, byteCount: bytes.count)
    writer.appendByte(form.rawValue)
    switch form {
    case .row:
      appendRow(items, bytes, into: &writer)
    case .columns:
      appendColumns(items, counts, into: &writer)
      writer.append(contentsOf: bytes)
    }
  }

  private static func appendRow(
    _ items: [Item], _ bytes: [UInt8], into writer: inout ByteWriter
  ) {
    var offset = 0
    for item in items {
      writer.appendVarint(item.value)
      guard item.column == .length else { continue }
      let end = offset + Int(item.value)
      writer.append(bytes[offset..<end])
      offset = end
    }
  }

  private static func appendColumns(
    _ items: [Item], _ counts: SectionCounts, into writer: inout ByteWriter
  ) {
    var tree = HuffmanTree()
    var columns: [ColumnWriter] = []
    var places = [Int](repeating: 0, count: SectionColumn.allCases.count)
    for column in counts.columns {
      places[Int(column.rawValue)] = columns.count
      columns.append(ColumnWriter(NumberCode(counts: counts[column], &tree)))
    }
    for item in items { columns[places[Int(item.column.rawValue)]].append(item.value) }
    writer.appendVarint(counts.mask)
    for (place, column) in counts.columns.enumerated() {
      writer.appendVarint(counts[column].reduce(0, +))
      columns[place].code.write(into: &writer)
      writer.append(contentsOf: columns[place].finish())
    }
  }
}
