internal import ORDAPlatform

/// Finds the names in double quotes of one statement, reading strings and comments as SQLite does.
struct BackquotedScan {
  /// What to do with a statement's names.
  enum Use {
    /// Pass them in backticks.
    case hand
    /// Pass them in backticks for a check, and then the statement as it was written.
    case check
  }

  /// What the words so far reveal about the statement.
  private enum Head {
    case first
    case explained
    case create
    /// CREATE TABLE; whether there is an AS is not known yet.
    case table
    case known
  }

  private let bytes: [UInt8]
  private var index = 0
  private var head = Head.first
  private var depth = 0
  private var use = Use.hand
  private(set) var names: [Range<Int>] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the text; nil if it stays as it is.
  mutating func run() -> Use? {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "-") where after == byte: skip(to: 0x0A)
      case UInt8(ascii: "/") where after == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "'"), UInt8(ascii: "`"): skipQuoted(by: byte)
      case UInt8(ascii: "["): skip(to: UInt8(ascii: "]"))
      case UInt8(ascii: "\""):
        let start = index
        skipQuoted(by: byte)
        // Unclosed: SQLite has a message for that.
        if index > bytes.count { return nil }
        names.append(start..<index)
      case UInt8(ascii: "("), UInt8(ascii: ")"):
        depth += byte == UInt8(ascii: "(") ? 1 : -1
        index += 1
      case _ where Self.isWordByte(byte):
        let start = index
        while index < bytes.count, Self.isWordByte(bytes[index]) { index += 1 }
        if head != .known, !note(start..<index) { return nil }
      default:
        index += 1
      }
    }
    return head == .table ? nil : use
  }

  private var after: UInt8 { index + 1 < bytes.count ? bytes[index + 1] : 0 }

  /// Notes a word; false if it means that the text stays as it is.
  private mutating func note(_ range: Range<Int>) -> Bool {
    let word = range.count > 9 ? "" : String(decoding: bytes[range].lazy.map { $0 | 0x20 }, as: UTF8.self)
    switch (head, word) {
    case (.first, "explain"): head = .explained
    case (.explained, "query"), (.explained, "plan"): break
    case (.first, "create"), (.explained, "create"): head = .create
    case (.first, "alter"), (.explained, "alter"): return false
    case (.first, _), (.explained, _): head = .known
    case (.create, "temp"), (.create, "temporary"): break
    case (.create, "table"): head = .table
    case (.create, _): return false
    case (.table, "as") where depth == 0:
      use = .check
      head = .known
    default: break
    }
    return true
  }

  /// Skips everything up to and including a byte.
  private mutating func skip(to end: UInt8) {
    while index < bytes.count, bytes[index] != end { index += 1 }
    index += 1
  }

  private mutating func skipComment() {
    index += 2
    while index < bytes.count, !(bytes[index] == UInt8(ascii: "*") && after == UInt8(ascii: "/")) { index += 1 }
    index += 2
  }

  /// Skips quotes; ends beyond the text if they are not closed.
  private mutating func skipQuoted(by quote: UInt8) {
    index += 1
    while index < bytes.count {
      if bytes[index] == quote {
        guard after == quote else { break }
        index += 1
      }
      index += 1
    }
    index += 1
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || byte >= 0x80
  }
}

extension String {
  /// True if it contains a double quote.
  var hasDoubleQuote: Bool {
    let found = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, 0x22, bytes.count) != nil } ?? false
    }
    return found ?? utf8.contains(0x22)
  }
}
