internal import ORDA

/// Which strings of a list a column can't store, since its character set lacks one of their letters.
///
/// The server compares a list by its column's character set and collation, and refuses the whole list if that character
/// set lacks a letter of one string. Such strings are omitted, since no row has them.
/// set lacks a letter of one text. Such texts are left out, since no row has them.
extension MariaDBConnection {
  /// - Returns: Their UTF-8: to Swift two strings are equal even if they are spelled with other characters.
  /// - Throws: `noSuchTable` or `noSuchColumn`.
  func texts(of list: ValueList, lackingIn column: ColumnName) throws(DatabaseError) -> Set<[UInt8]> {
    let texts = ListedTexts()
    try list.bindValues(to: texts)
    // All character sets have the letters of ASCII. What is remembered omits nothing: if the column has been altered
    // since, the server refuses the list, and is asked again.
    if let hasAllLetters = listColumns[column], hasAllLetters || texts.beyondASCII.isEmpty { return [] }
    let characters = try characterSet(of: column)
    let hasAllLetters = characters.map { Self.wholeSets.contains($0) } ?? true
    if listColumns.count >= Self.mostColumns { listColumns = [:] }
    listColumns[column] = hasAllLetters
    guard let characters, !hasAllLetters else { return [] }
    return try lacking(texts.beyondASCII, in: characters)
  }

  /// Forgets what is known of columns; false if nothing was.
  func forgetListColumns(_ columns: [ColumnName]) -> Bool {
    columns.reduce(false) { listColumns.removeValue(forKey: $1) != nil || $0 }
  }

  /// The character sets that have all letters.
  private static let wholeSets: Set<String> = ["utf8mb4", "utf16", "utf16le", "utf32"]
  private static let mostColumns = 1000

  /// A column's character set, as it is now; nil if the column does not store strings.
  private func characterSet(of column: ColumnName) throws(DatabaseError) -> String? {
    let quoted = dialect.quoted(identifier:)
    let name = "t.\(quoted(column.column))"
    let schema = column.table.schema.map { quoted($0) + "." } ?? ""
    let sql = """
      SELECT CHARSET(\(name)), COERCIBILITY(\(name)) FROM (SELECT 1) AS one
      LEFT JOIN \(schema)\(quoted(column.table.name)) AS t ON FALSE
      """
    do throws(DatabaseError) {
      let row = try texts(sql).first ?? []
      // A column of strings or bytes: any other is compared as what it is, whatever its character set.
      guard row.count == 2, let characters = row[0], row[1] == "2", characters != "binary" else { return nil }
      // It becomes part of a statement.
      return characters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } ? characters : nil
    } catch {
      var error = error
      error.message += ", which \\(list:of:) names as \(column)"
      error.table = error.table ?? column.table.name
      throw error
    }
  }

  /// Those strings that don't survive conversion to a character set and back.
  private func lacking(_ texts: [String], in characters: String) throws(DatabaseError) -> Set<[UInt8]> {
    var lacking: Set<[UInt8]> = []
    var rest = texts[...]
    while !rest.isEmpty {
      var asked: [String] = []
      var size = 0
      while let text = rest.first, asked.isEmpty || asked.count < 1000 && size + text.utf8.count < 1 << 16 {
        asked.append(rest.removeFirst())
        size += text.utf8.count
      }
      let questions = asked.map { text in
        let literal = MariaDBListWriter.literal(text)
        return "CONVERT(CONVERT(\(literal) USING \(characters)) USING utf8mb4) = \(literal) COLLATE utf8mb4_bin"
      }
      let answers = try self.texts("SELECT \(questions.joined(separator: ", "))").first ?? []
      for (text, answer) in zip(asked, answers) where answer != "1" { lacking.insert(Array(text.utf8)) }
    }
    return lacking
  }
}

extension DatabaseError {
  /// True if strings could not be compared, since their collations differ.
  var isMixOfCollations: Bool { [1267, 1270, 1271].contains(vendorCode) }
}

/// The strings of a list that not every character set has.
private final class ListedTexts: BindTarget {
  private(set) var beyondASCII: [String] = []

  func bindNull(at index: Int) {}
  func bind(_ value: Int64, at index: Int) {}
  func bind(_ value: Double, at index: Int) {}
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) {}
  func bind(_ value: String, at index: Int) { if !value.utf8.allSatisfy({ $0 < 0x80 }) { beyondASCII.append(value) } }

  func bind(_ value: Value, at index: Int) {
    switch value {
    case .text(let text), .json(let text): bind(text, at: index)
    default: break
    }
  }
}
