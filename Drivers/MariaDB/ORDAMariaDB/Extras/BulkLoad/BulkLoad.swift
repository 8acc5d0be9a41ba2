internal import CMariaDB
internal import ORDA

/// A bulk load on one connection, as several statements `LOAD DATA LOCAL`.
///
/// For each value that does not fit, and each key that already exists, the server only issues a warning, and goes on
/// with another value or without the row. So its counts and warnings are checked after every statement, and the first
/// sign of a row that is not stored as it was given is thrown.
struct BulkLoad {
  private let connection: MariaDBConnection
  private let duplicates: MariaDB.Duplicates
  /// How the fields are written, column by column.
  let forms: [BulkEncoder.Form]
  private let clauses: (before: String, after: String)
  private var result = MariaDB.BulkLoadResult()
  /// How many rows were sent before the current statement.
  private var sent = 0

  /// The most warnings that a server keeps.
  private static let warningLimit = 65_535

  init(
    _ connection: MariaDBConnection, table: String, columns: [String], duplicates: MariaDB.Duplicates
  ) throws(DatabaseError) {
    guard !columns.isEmpty else { throw DatabaseError(.misuse, "a bulk load needs the names of the columns") }
    self.connection = connection
    self.duplicates = duplicates
    let names = columns.map { connection.dialect.quoted(identifier: $0) }
    let name = connection.dialect.quoted(identifier: table)
    forms = try Self.forms(of: names, in: name, connection)
    clauses = Self.clauses(names, forms, table: name, duplicates)
  }

  /// Asks for the columns' types, and so whether they exist.
  private static func forms(
    of names: [String], in table: String, _ connection: MariaDBConnection
  ) throws(DatabaseError) -> [BulkEncoder.Form] {
    let question = "SELECT \(names.joined(separator: ", ")) FROM \(table) LIMIT 0"
    let statement = try MariaDBStatement(question, keyword: .select, connection: connection)
    defer { statement.close() }
    return statement.kinds.map { kind in
      switch kind {
      case .bytes: .hexadecimal
      case .bit: .bits
      default: .text
      }
    }
  }

  private static func clauses(
    _ names: [String], _ forms: [BulkEncoder.Form], table: String, _ duplicates: MariaDB.Duplicates
  ) -> (before: String, after: String) {
    var places: [String] = []
    var assignments: [String] = []
    for (index, form) in forms.enumerated() {
      switch form {
      case .text: places.append(names[index])
      case .hexadecimal:
        places.append("@orda_\(index)")
        assignments.append("\(names[index]) = UNHEX(@orda_\(index))")
      case .bits:
        places.append("@orda_\(index)")
        assignments.append("\(names[index]) = CAST(@orda_\(index) AS UNSIGNED)")
      }
    }
    // Signs as hexadecimal digits mean the same in every SQL mode.
    let after =
      (duplicates == .replacing ? "REPLACE " : "")
      + "INTO TABLE \(table) CHARACTER SET utf8mb4 FIELDS TERMINATED BY x'09' ENCLOSED BY '' ESCAPED BY x'5C' "
      + "LINES STARTING BY '' TERMINATED BY x'0A' (\(places.joined(separator: ", ")))"
      + (assignments.isEmpty ? "" : " SET " + assignments.joined(separator: ", "))
    // The library sends rows only for a text that begins this way.
    return ("LOAD DATA LOCAL INFILE ", after)
  }

  // MARK: Running

  /// Loads what `next` returns, until that is nil.
  mutating func run(_ next: () throws -> BulkRows?) throws -> MariaDB.BulkLoadResult {
    // The server keeps only a few warnings; mere notes would crowd them out.
    try connection.run(
      "SET @orda_notes = @@sql_notes, @orda_warnings = @@max_error_count, sql_notes = 0, "
        + "max_error_count = \(Self.warningLimit)")
    defer { tidyUp() }
    while let rows = try next() {
      try connection.checkTransaction()
      try load(rows)
    }
    try connection.checkTransaction()
    try connection.checkNotCancelled()
    return result
  }

  /// The next user of the connection finds the session as it was. What stopped the load may also stop this, once.
  private func tidyUp() {
    for _ in 1...3 where !connection.interrupter.isCut {
      if (try? connection.run(Self.tidying(forms))) != nil { return }
    }
    connection.interrupter.cut()
  }

  /// The variables have the last row's values.
  private static func tidying(_ forms: [BulkEncoder.Form]) -> String {
    let variables = forms.indices.filter { forms[$0] != .text }.map { ", @orda_\($0) = NULL" }
    return "SET sql_notes = @orda_notes, max_error_count = @orda_warnings" + variables.joined()
  }

  private mutating func load(_ rows: BulkRows) throws(DatabaseError) {
    try connection.checkNotCancelled()
    let file = LocalFile(rows.lines)
    let text = "\(clauses.before)'\(file.name)' \(clauses.after)"
    connection.mayHaveWritten = true
    try file.lend(to: connection.handle) { () throws(DatabaseError) in try connection.run(text) }
    let counts = mysql_info(connection.handle).map { BulkCounts(String(cString: $0)) } ?? BulkCounts("")
    try connection.checkNotCancelled()
    if counts.warnings > 0 { try check(counts, text) }
    guard counts.records == rows.count, counts.skipped == 0 || duplicates == .ignored else {
      throw DatabaseError(
        .protocolViolation,
        "of \(rows.count) rows the server stored \(counts.records - counts.skipped), and does not tell why", sql: text)
    }
    sent += rows.count
    result.loaded += rows.count - counts.skipped
    result.skipped += counts.skipped
    result.replaced += counts.deleted
  }

  /// Throws the first warning about a row that is not stored as it was given.
  private func check(_ counts: BulkCounts, _ text: String) throws(DatabaseError) {
    let warnings = try connection.texts("SHOW WARNINGS")
    for warning in warnings where warning.count == 3 {
      guard let code = warning[1].flatMap({ Int($0) }), let message = warning[2] else { continue }
      if duplicates == .ignored, Self.duplicateKeys.contains(code) { continue }
      var error = MariaDBErrors.error(code: code, sqlState: "", message: message, sql: text)
      error.batchIndex = Self.row(of: message).map { sent + $0 - 1 }
      throw error
    }
    // Each omitted row has one warning; more than that would be for changed values.
    guard duplicates == .ignored, counts.warnings == counts.skipped else {
      throw DatabaseError(.other, "the server changed values and does not tell which", sql: text)
    }
  }

  private static let duplicateKeys: Set<Int> = [1022, 1062, 1169, 1586, 1859]

  /// The number at the end of `Data too long for column 'name' at row 7`.
  private static func row(of message: String) -> Int? {
    let words = message.split(separator: " ")
    guard words.count > 2, words[words.count - 2] == "row", let row = Int(words[words.count - 1]), row > 0 else {
      return nil
    }
    return row
  }
}

extension MariaDBConnection {
  /// Ends a load that was stopped, whatever it is doing.
  func checkNotCancelled() throws(DatabaseError) {
    if interrupter.isCancelled { throw DatabaseError(.cancelled, "the load was stopped") }
  }
}

/// `Records: 4  Deleted: 0  Skipped: 2  Warnings: 10`
private struct BulkCounts {
  var records = 0
  var deleted = 0
  var skipped = 0
  var warnings = 0

  init(_ text: String) {
    let numbers = text.split(whereSeparator: { !("0"..."9").contains($0) }).map { Int($0) ?? 0 }
    guard numbers.count == 4 else { return }
    (records, deleted, skipped, warnings) = (numbers[0], numbers[1], numbers[2], numbers[3])
  }
}
