// SPDX-License-Identifier: Apache-2.0

extension SectionWriter {
  /// Lays out items, of which some at the end come first, and the bytes whose numbers are among
  /// them, in the form in which they are smaller; the counts are room to count in.
  static func layOut(
    _ items: [Item], from start: Int = 0, _ bytes: [UInt8], _ counts: inout SectionCounts,
    into writer: inout ByteWriter
  ) {
    guard items.count >= SectionForm.leastNumbers else {
      return appendRow(items, from: start, bytes, into: &writer)
    }
    counts.removeAll()
    for item in items { counts.add(item.value, item.column) }
    switch SectionForm(counts, byteCount: bytes.count) {
    case .row:
      appendRow(items, from: start, bytes, into: &writer)
    case .columns:
      appendColumns(items, from: start, counts, into: &writer)
      writer.append(contentsOf: bytes)
    }
  }

  private static func appendRow(
    _ items: [Item], from start: Int, _ bytes: [UInt8], into writer: inout ByteWriter
  ) {
    writer.appendByte(SectionForm.row.rawValue)
    var offset = 0
    appendRow(items[start...], bytes, &offset, into: &writer)
    appendRow(items[..<start], bytes, &offset, into: &writer)
  }

  private static func appendRow(
    _ items: ArraySlice<Item>, _ bytes: [UInt8], _ offset: inout Int,
    into writer: inout ByteWriter
  ) {
    for item in items {
      writer.appendVarint(item.value)
      guard item.column == .length else { continue }
      let end = offset + Int(item.value)
      writer.bytes.append(bytes, in: offset..<end)
      offset = end
    }
  }

  private static func appendColumns(
    _ items: [Item], from start: Int, _ counts: SectionCounts, into writer: inout ByteWriter
  ) {
    writer.appendByte(SectionForm.columns.rawValue)
    var tree = HuffmanTree()
    var columns: [ColumnWriter] = []
    var places = [Int](repeating: 0, count: SectionColumn.allCases.count)
    for column in counts.columns {
      places[Int(column.rawValue)] = columns.count
      columns.append(ColumnWriter(NumberCode(counts: counts[column], &tree)))
    }
    for item in items[start...] { columns[places[Int(item.column.rawValue)]].append(item.value) }
    for item in items[..<start] { columns[places[Int(item.column.rawValue)]].append(item.value) }
    writer.appendVarint(counts.mask)
    for (place, column) in counts.columns.enumerated() {
      writer.appendVarint(counts[column].reduce(0) { $0 + Int($1) })
      columns[place].code.write(into: &writer)
      writer.append(contentsOf: columns[place].finish())
    }
  }
}
