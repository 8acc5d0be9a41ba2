internal import ORDA

/// Reads tables, columns and constraints from the server's messages, since it reports them nowhere else.
struct MariaDBMessage {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Adds to an error what its message names.
  func complete(_ error: inout DatabaseError) {
    switch error.vendorCode ?? 0 {
    // Duplicate entry 'Jazz' for key 'name'. The value may contain quotes; the key comes last.
    case 1062, 1586, 1859:
      let key = last(after: "for key '")
      error.constraint = key
      if key == "PRIMARY" { error.kind = .constraint(.primaryKey) }
    // … (`music`.`track`, CONSTRAINT `track_genre` FOREIGN KEY (`genre_id`) REFERENCES `genre` (`id`))
    case 1451, 1452, 1216, 1217, 1761:
      error.table = qualifiedTable()
      error.constraint = quoted(after: "CONSTRAINT ")
      error.column = parenthesized(after: "FOREIGN KEY (")
    // Column 'name' cannot be null. Field 'name' doesn't have a default value.
    case 1048: error.column = first(between: "Column '", "' cannot")
    case 1364: error.column = first(between: "Field '", "' doesn't")
    // CONSTRAINT `low` failed for `music`.`genre`. A column's own check has the column's name.
    case 4025:
      error.constraint = quoted(after: "CONSTRAINT ")
      error.table = quotedPath(after: "failed for ").last
      if let name = error.constraint, name.contains(".") {
        error.column = name.split(separator: ".").last.map(String.init)
      }
    // Data too long for column 'name' at row 1; the names may be quoted `database`.`table`.`column`.
    case 1406, 1264, 1265, 1366, 1292:
      if let path = nonEmpty(quotedPath(after: "column ")) {
        error.column = path.last
        if path.count > 1 { error.table = path[path.count - 2] }
      } else {
        error.column = first(between: "column '", "'")
      }
    // Table 'music.genre' doesn't exist
    case 1146, 1932: error.table = first(between: "Table '", "' doesn't")?.afterFirstDot
    // Unknown table 'music.genre'
    case 1051: error.table = last(after: "Unknown table '")?.afterFirstDot
    // Table 'genre' already exists
    case 1050: error.table = first(between: "Table '", "' already")
    // Unknown column 'g.name' in 'field list'
    case 1054: error.column = first(between: "Unknown column '", "' in ")?.afterLastDot
    // Key column 'name' doesn't exist in table
    case 1072: error.column = first(between: "Key column '", "' doesn't")
    // Can't DROP INDEX `by_name`; check that it exists
    case 1091: completeDrop(&error)
    // Key 'by_name' doesn't exist in table 'genre'
    case 1176:
      error.constraint = first(between: "Key '", "' doesn't")
      error.table = last(after: "in table '")
    // Unknown VIEW: 'music.names'
    case 4091, 4092: error.table = last(after: ": '")?.afterFirstDot
    case 1060: error.column = first(between: "Duplicate column name '", "'")
    // SELECT command denied to user 'u'@'h' for table `music`.`genre`
    case 1142, 1143: error.table = quotedPath(after: "for table ").last
    default: break
    }
  }

  /// What can't be dropped has the same message whatever it is.
  private func completeDrop(_ error: inout DatabaseError) {
    if let name = quoted(after: "DROP INDEX ") {
      error.kind = .noSuchIndex
      error.constraint = name
    } else if let name = quoted(after: "DROP COLUMN ") {
      error.kind = .noSuchColumn
      error.column = name
    } else {
      error.kind = .noSuchConstraint
      error.constraint = quoted(after: "DROP FOREIGN KEY ") ?? quoted(after: "DROP CONSTRAINT ")
    }
  }

  // MARK: Pieces

  /// What is between the first occurrence of one string and the next of the other.
  private func first(between start: String, _ end: String) -> String? {
    guard let from = text.firstRange(ofText: start)?.upperBound,
      let to = text[from...].firstRange(ofText: end)?.lowerBound
    else { return nil }
    return String(text[from..<to])
  }

  /// What is between the last occurrence of a string and the quote that ends the message.
  private func last(after start: String) -> String? {
    guard let from = text.lastRange(ofText: start)?.upperBound, text.hasSuffix("'"), from < text.endIndex else {
      return nil
    }
    return String(text[from..<text.index(before: text.endIndex)])
  }

  /// The name in backticks after the first occurrence of a string.
  private func quoted(after start: String) -> String? { quotedPath(after: start).first }

  /// Names in backticks, joined by dots, after the first occurrence of a string.
  private func quotedPath(after start: String) -> [String] {
    guard let from = text.firstRange(ofText: start)?.upperBound else { return [] }
    return Self.path(text[from...])
  }

  /// `(`music`.`track`, …` yields `track`.
  private func qualifiedTable() -> String? {
    guard let from = text.firstRange(ofText: "(`") else { return nil }
    return Self.path(text[text.index(after: from.lowerBound)...]).last
  }

  /// The names of columns in a list, joined as errors join them.
  private func parenthesized(after start: String) -> String? {
    guard let list = first(between: start, ")") else { return nil }
    let names = list.split(separator: ",").map { $0.trimmed("` ") }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private func nonEmpty(_ path: [String]) -> [String]? { path.isEmpty ? nil : path }

  private static func path(_ text: Substring) -> [String] {
    var names: [String] = []
    var rest = text
    while rest.first == "`" {
      rest = rest.dropFirst()
      var name = ""
      while let character = rest.popFirst() {
        if character != "`" {
          name.append(character)
        } else if rest.first == "`" {
          name.append("`")
          rest = rest.dropFirst()
        } else {
          break
        }
      }
      names.append(name)
      guard rest.first == "." else { break }
      rest = rest.dropFirst()
    }
    return names
  }
}

extension StringProtocol where SubSequence == Substring {
  func firstRange(ofText wanted: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if let end = self[start...].end(ofPrefix: wanted) { return start..<end }
      start = index(after: start)
    }
    return nil
  }

  func lastRange(ofText wanted: String) -> Range<Index>? {
    var start = endIndex
    while start > startIndex {
      start = index(before: start)
      if let end = self[start...].end(ofPrefix: wanted) { return start..<end }
    }
    return nil
  }
}

extension Substring {
  fileprivate func end(ofPrefix prefix: String) -> Index? {
    hasPrefix(prefix) ? index(startIndex, offsetBy: prefix.count, limitedBy: endIndex) : nil
  }

  fileprivate func trimmed(_ characters: String) -> String {
    var text = self
    while let first = text.first, characters.contains(first) { text = text.dropFirst() }
    while let last = text.last, characters.contains(last) { text = text.dropLast() }
    return String(text)
  }
}

extension String {
  fileprivate var afterFirstDot: String { firstIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self }
  fileprivate var afterLastDot: String { lastIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self }
}
