import ORDA
import ORDAImport

/// Writes rows as CSV that ``CSVReader`` reads back as the same values.
///
/// It follows RFC 4180, except that lines end with LF alone, as programs on Unix write them. The first line has the
/// columns' names. What RFC 4180 leaves open:
///
/// - NULL is nothing, and an empty text is `""`.
/// - Bytes are `\x00ff`, without quotes; a string that begins with `\x` is quoted, to distinguish the two.
/// - Infinite numbers are `1e999` and `-1e999`, which programs read as such.
/// - Text is written as in the database; text that is not UTF-8 as bytes. Only on a terminal are control characters
///   escaped, as in a table.
struct CSVWriter: CellWriter {
  private let output: Output
  private let format: CSVFormat
  private let isForTerminal: Bool
  private let hasHeader: Bool
  private var isAtBeginning = true

  /// - Parameters:
  ///   - isForTerminal: Escapes what would move a terminal's cursor.
  ///   - hasHeader: Whether the first line has the columns' names.
  init(output: Output, format: CSVFormat = CSVFormat(), isForTerminal: Bool = false, hasHeader: Bool = true) {
    self.output = output
    self.format = format
    self.isForTerminal = isForTerminal
    self.hasHeader = hasHeader
  }

  mutating func begin(_ columns: [String]) {
    guard hasHeader else { return }
    for (column, name) in columns.enumerated() {
      var name = name
      name.withUTF8 { write(.text($0), at: column) }
    }
    endRow()
  }

  mutating func beginRow() {}

  mutating func write(_ cell: BorrowedValue, at column: Int) {
    if column > 0 { output.write(format.delimiter) }
    switch cell {
    case .null, .other: break
    case .int(let number): output.write(number: number)
    case .double(let number): write(number)
    case .text(let utf8):
      if !UTF8Text.isValid(utf8) {
        write(UnsafeRawBufferPointer(utf8))
      } else if isForTerminal {
        write(visible: utf8)
      } else {
        write(utf8)
      }
    case .bytes(let bytes): write(bytes)
    }
  }

  mutating func write(other value: Value, at column: Int) {
    switch value {
    case .other(_, let bytes) where value.otherText == nil: bytes.withUnsafeBytes { write(.bytes($0), at: column) }
    default:
      var text = value.description
      text.withUTF8 { write(.text($0), at: column) }
    }
  }

  mutating func endRow() {
    output.write(0x0A)
    isAtBeginning = false
  }

  mutating func end() {}

  private func write(_ number: Double) {
    if number.isFinite {
      output.write(number: number)
    } else {
      output.write(number.isNaN ? "NaN" : number < 0 ? "-1e999" : "1e999")
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    output.write(0x5C)
    output.write(0x78)
    output.write(hex: bytes)
  }

  private func write(visible utf8: UnsafeBufferPointer<UInt8>) {
    var text = VisibleText.escaping(String(decoding: utf8, as: UTF8.self))
    text.withUTF8 { write($0) }
  }

  private func write(_ text: UnsafeBufferPointer<UInt8>) {
    guard needsQuotes(text) else { return output.write(text) }
    output.write(format.quote)
    var start = 0
    for index in text.indices where text[index] == format.quote {
      output.write(UnsafeBufferPointer(rebasing: text[start...index]))
      // The quote again, with what follows.
      start = index
    }
    output.write(UnsafeBufferPointer(rebasing: text[start...]))
    output.write(format.quote)
  }

  private func needsQuotes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Only at the beginning of a file is it a byte order mark.
    if isAtBeginning, text.starts(with: [0xEF, 0xBB, 0xBF]) { return true }
    if text.isEmpty || text[0] == 0x5C && text.count > 1 && text[1] == 0x78 { return true }
    let (delimiter, quote) = (format.delimiter, format.quote)
    for byte in text where byte == delimiter || byte == quote || byte == 0x0A || byte == 0x0D { return true }
    return false
  }
}
