internal import ORDA

/// What the text of an INSERT says of the key that it makes.
struct Insertion {
  /// The table, as it is written.
  let table: String
  /// The columns that get values, by their names; nil if the text names none.
  let columns: [String]?
  /// True if a row that is there already may be updated in place of the insertion.
  let updates: Bool
  /// Whether the text inserts one row, whose values it lists.
  let isSingleRow: Bool
  /// True if some column gets its default by name.
  let namesDefault: Bool

  /// Nil for an INSERT that returns rows itself, or that can't be read.
  init?(_ sql: String, dialect: Dialect) {
    var reader = SQLTokens(sql, dialect: dialect)
    var tokens: [SQLToken] = []
    while let token = try? reader.next() { tokens.append(token) }
    func word(_ index: Int) -> String? {
      index < tokens.count && tokens[index].kind == .word ? tokens[index].text.lowercased() : nil
    }
    guard word(0) == "insert", word(1) == "into" else { return nil }
    var place = 2
    var name = ""
    while place < tokens.count, [.word, .quotedName].contains(tokens[place].kind) {
      name += tokens[place].text
      place += 1
      guard place < tokens.count, tokens[place].text == "." else { break }
      name += "."
      place += 1
    }
    if word(place) == "as" { place += 2 }
    guard !name.isEmpty else { return nil }
    table = name
    var names: [String] = []
    var isList = false
    if place < tokens.count, tokens[place].text == "(", word(place + 1) != "select", word(place + 1) != "with" {
      isList = true
      place += 1
      while place < tokens.count, tokens[place].text != ")" {
        if tokens[place].kind == .quotedName { names.append(tokens[place].name) }
        if tokens[place].kind == .word { names.append(tokens[place].text.lowercased()) }
        place += 1
      }
      place += 1
    }
    columns = isList ? names : nil
    isSingleRow = Self.isSingleRow(tokens.dropFirst(place))
    var depth = 0
    var updates = false
    var namesDefault = false
    var previous = ""
    for token in tokens.dropFirst(place) {
      switch token.text {
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      guard token.kind == .word else { continue }
      let text = token.text.lowercased()
      if text == "returning", depth == 0 { return nil }
      if text == "update", depth == 0, previous == "do" { updates = true }
      if text == "default" || (text == "user" && previous == "overriding") { namesDefault = true }
      previous = text
    }
    self.updates = updates
    self.namesDefault = namesDefault
  }

  /// Whether the rest of a text, behind the columns, is `DEFAULT VALUES`, or `VALUES` and one row.
  private static func isSingleRow(_ tokens: ArraySlice<SQLToken>) -> Bool {
    var depth = 0
    var isList = false
    var count = 0
    for token in tokens {
      switch token.text {
      case "(":
        if depth == 0, isList { count += 1 }
        depth += 1
      case ")": depth -= 1
      default: break
      }
      guard depth == 0, token.kind == .word else { continue }
      switch token.text.lowercased() {
      case "values" where count == 0: isList = true
      case "select", "table", "with": if !isList { return false }
      case "default":
        if !isList { count = 1 }
      // These clauses follow the rows.
      case "on", "returning": return count == 1
      default: break
      }
    }
    return count == 1
  }

  /// Whether a single row's INSERT may return the key that the column generates.
  func returns(_ column: KeyColumn) -> Bool {
    makes(column.name) && !(updates && column.isPartitioned)
  }

  /// False if the text itself gives the column's value.
  private func makes(_ column: String) -> Bool {
    if namesDefault { return true }
    guard let columns else { return false }
    return !columns.contains(column)
  }
}

/// A column by the server's number of its table, and its own.
struct ColumnPlace: Hashable {
  let table: UInt32
  let column: Int32
}

/// A column that gets a key by itself.
struct KeyColumn: Hashable {
  let name: String
  /// The name as it is written in SQL.
  let quoted: String
  /// Whether the table is partitioned: then an upsert can't report whether it inserted a row.
  let isPartitioned: Bool
  /// The server's numbers of the column.
  let place: ColumnPlace

  /// The text that has an INSERT return the key; and whether it made it, where it may have updated a row instead.
  func returning(from insertion: Insertion) -> String {
    "\nRETURNING \(quoted)" + (insertion.updates ? ", xmax = 0" : "")
  }
}
