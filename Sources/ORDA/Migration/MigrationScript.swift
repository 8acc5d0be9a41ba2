/// The SQL of a step, and its place.
struct MigrationScript: Sendable {
  let sql: SQL
  /// The file that it was read from.
  let file: String?
  let isTransactional: Bool

  init(_ sql: SQL, file: String? = nil) {
    self.sql = sql
    self.file = file
    isTransactional = !Self.opensWithoutTransaction(sql.text)
  }

  /// True if the first line is `-- no transaction`. Every file of a folder is asked at each start, so nothing is copied.
  private static func opensWithoutTransaction(_ text: String) -> Bool {
    var rest = text.utf8.prefix { $0 != 0x0A && $0 != 0x0D }
    for word in ["--", "no", "transaction"] {
      rest = rest.drop { $0 == UInt8(ascii: " ") }
      let found = rest.prefix { $0 != UInt8(ascii: " ") }
      guard found.lazy.map(ASCII.lowercased).elementsEqual(word.utf8) else { return false }
      rest = rest.dropFirst(found.count)
    }
    return rest.allSatisfy { $0 == UInt8(ascii: " ") }
  }

  /// A sum of the text by FNV-1a with 64 bits (Fowler, Noll and Vo; draft-eastlake-fnv). Carriage returns are ignored,
  /// so that a file checked out on another system is the same.
  func checksum(in dialect: Dialect) -> String {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    var text = sql.render(dialect)
    text.withUTF8 { bytes in
      for byte in bytes where byte != 0x0D { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return "fnv1a:" + String(sum, radix: 16)
  }

  // MARK: Its statements

  /// What runs at once: a statement, or everything from a BEGIN to its end.
  struct Part: Sendable, Hashable {
    var text: String
    /// The line on which it begins.
    var line: Int
  }

  /// The parts of the text, in order.
  ///
  /// - Throws: `syntax` if quotes or a comment are not closed.
  func parts(in dialect: Dialect) throws(DatabaseError) -> [Part] {
    var splitter = StatementSplitter(dialect: dialect)
    splitter.append(sql.render(dialect))
    var parts: [Part] = []
    var isOpen = false
    func add(_ statement: StatementSplitter.Statement) {
      if isOpen, let last = parts.indices.last {
        parts[last].text += ";\n" + statement.text
      } else {
        parts.append(Part(text: statement.text, line: statement.line))
      }
      switch statement.keyword {
      case .begin: isOpen = true
      case .commit: isOpen = false
      case .rollback: isOpen = isOpen && statement.words.contains("to")
      default: break
      }
    }
    while let statement = try splitter.next() { add(statement) }
    if let statement = try splitter.finish() { add(statement) }
    return parts
  }
}
