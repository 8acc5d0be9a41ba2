/// A statement's text as SQLite gets it: each `"name"` in it as `` `name` ``.
///
/// SQLite takes a name in double quotes that no column has for a string. So a misspelled column is a value, and nobody
/// notices. The views, triggers and checks of other programs may rely on that, and would fail if it were switched off
/// for the connection; switching it back and forth makes SQLite compile all statements again. A name in backticks is
/// never a string. Errors, logs and columns show the text as it was written.
///
/// Definitions of views, triggers and the like stay as they are written, since SQLite keeps that text.
struct BackquotedText {
  /// A name in double quotes.
  struct Name {
    /// Its place in the text as it was written, quotes included.
    var written: Range<Int>
    /// Its place in the text that SQLite gets.
    var handed: Range<Int>
  }

  /// The text as it was written.
  let written: [UInt8]
  /// The text that SQLite gets.
  private(set) var handed: [UInt8] = []
  private(set) var names: [Name] = []
  /// True for a CREATE TABLE … AS SELECT: it runs as it is written, and only its names are checked.
  let isOnlyChecked: Bool

  /// Nil for a text that stays as it is.
  init?(_ sql: String) {
    guard sql.hasDoubleQuote else { return nil }
    written = Array(sql.utf8)
    var scan = BackquotedScan(written)
    guard let use = scan.run(), !scan.names.isEmpty else { return nil }
    isOnlyChecked = use == .check
    handed.reserveCapacity(written.count + 8)
    var done = 0
    for range in scan.names {
      handed += written[done..<range.lowerBound]
      let start = handed.count
      appendBackquoted(range)
      names.append(Name(written: range, handed: start..<handed.count))
      done = range.upperBound
    }
    handed += written[done...]
  }

  private mutating func appendBackquoted(_ range: Range<Int>) {
    let (quote, backtick) = (UInt8(ascii: "\""), UInt8(ascii: "`"))
    handed.append(backtick)
    var index = range.lowerBound + 1
    while index < range.upperBound - 1 {
      let byte = written[index]
      handed.append(byte)
      if byte == backtick { handed.append(backtick) }
      index += byte == quote ? 2 : 1
    }
    handed.append(backtick)
  }

  // MARK: Back again

  /// SQLite's message, with the names in it as they were written.
  func asWritten(message: String) -> String {
    let bytes = Array(message.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      if bytes[index] == UInt8(ascii: "`"), let name = names.first(where: { rest.starts(with: handed[$0.handed]) }) {
        result += written[name.written]
        index += name.handed.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The names of columns, in order, as they would be for the text as it was written: SQLite names an expression
  /// without a name after its text.
  func asWritten(columns: [String]) -> [String] {
    var start = 0
    return columns.map { column in
      guard column.utf8.contains(UInt8(ascii: "`")) else { return column }
      let bytes = Array(column.utf8)
      guard let place = place(of: bytes, from: start) ?? place(of: bytes, from: 0) else { return column }
      start = place.upperBound
      return String(decoding: written[writtenOffset(place.lowerBound)..<writtenOffset(place.upperBound)], as: UTF8.self)
    }
  }

  /// The place of an expression in the text that SQLite got; it neither begins nor ends within a name.
  private func place(of bytes: [UInt8], from start: Int) -> Range<Int>? {
    guard start + bytes.count <= handed.count else { return nil }
    return (start...(handed.count - bytes.count)).lazy.map { $0..<($0 + bytes.count) }.first { place in
      handed[place.lowerBound] == bytes[0] && handed[place].elementsEqual(bytes)
        && !names.contains { isWithin(place.lowerBound, $0) || isWithin(place.upperBound, $0) }
    }
  }

  private func isWithin(_ offset: Int, _ name: Name) -> Bool {
    name.handed.lowerBound < offset && offset < name.handed.upperBound
  }

  /// The place in the text as it was written; the given one is not within a name.
  private func writtenOffset(_ offset: Int) -> Int {
    guard let before = names.last(where: { $0.handed.upperBound <= offset }) else { return offset }
    return before.written.upperBound + offset - before.handed.upperBound
  }
}
