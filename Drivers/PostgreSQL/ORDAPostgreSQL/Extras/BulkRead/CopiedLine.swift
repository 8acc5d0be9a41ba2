internal import ORDA

/// A row as COPY writes it: tabs between the values, backslashes before what would end one.
final class CopiedLine {
  let columns: [ResultColumn]
  private var bytes: [UInt8] = []
  /// Where each value ends; those before it end where it begins.
  private var ends: [Int] = []
  private var nulls: [Bool] = []

  init(_ columns: [ResultColumn]) { self.columns = columns }

  /// Reads a line, and forgets the one before.
  func read(_ line: UnsafeRawBufferPointer) throws(DatabaseError) {
    bytes.removeAll(keepingCapacity: bytes.count < 1 << 20)
    ends.removeAll(keepingCapacity: true)
    nulls.removeAll(keepingCapacity: true)
    var start = 0
    var isEscaped = false
    var isNull = false
    func end() {
      ends.append(bytes.count)
      nulls.append(isNull && bytes.count == start)
      start = bytes.count
      isNull = false
    }
    for byte in line.last == 0x0A ? line.dropLast() : line[...] {
      if isEscaped {
        isEscaped = false
        // `\N` is no letter but the whole value.
        if byte == 0x4E, bytes.count == start { isNull = true } else { bytes.append(Self.meaning(of: byte)) }
      } else if byte == 0x5C {
        isEscaped = true
      } else if byte == 0x09 {
        end()
      } else {
        bytes.append(byte)
      }
    }
    if !columns.isEmpty { end() }
    guard ends.count == columns.count else {
      throw DatabaseError(
        .protocolViolation, "the server sent a row of \(ends.count) values, where there are \(columns.count) columns")
    }
  }

  private static func meaning(of byte: UInt8) -> UInt8 {
    switch byte {
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    case 0x76: 0x0B
    default: byte
    }
  }

  /// A value of the row, by its column from 0.
  func value(_ index: Int) throws(DatabaseError) -> Value {
    guard columns.indices.contains(index), index < ends.count else {
      throw DatabaseError(.noSuchColumn, "the row has \(columns.count) columns, and no column \(index)")
    }
    if nulls[index] { return .null }
    let column = columns[index]
    let range = (index == 0 ? 0 : ends[index - 1])..<ends[index]
    let value = bytes.withUnsafeBufferPointer { buffer in
      TextCell(bytes: UnsafeBufferPointer(rebasing: buffer[range])).value(column.kind)
    }
    guard let value else {
      throw DatabaseError(
        .outOfRange,
        "the column \(column.name) holds what no type of ORDA's holds; select it as text: \(column.name)::text",
        column: column.name)
    }
    return value
  }
}
