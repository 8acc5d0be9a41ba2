import ORDA
import ORDAImport

/// Writes tables with their rows as SQL that makes them again wherever it is run: by `orda shell`, or by the database's
/// own program.
struct SQLDump {
  /// How many bytes of rows a statement has before another one begins.
  private static let statementSize = 64 << 10

  let database: any Governor
  let output: Output

  /// Writes tables and views, all of them or the named ones.
  ///
  /// - Throws: `DatabaseError`, also if a table does not exist; ``ShellError`` for what can't be written.
  func write(_ names: [String], from executor: any SQLExecutor) throws {
    let found =
      names.isEmpty
      ? try database.describedTables().filter { !UnfinishedTables.isNote($0.name.name) }
      : try names.map { try database.described($0) }
    let tables = found.filter { $0.kind == .table }.sortedByReferences()
    let isTransaction = database.capabilities.contains(.transactionalDDL)
    line("-- \(database.driverName): \(Grouped.count(tables.count, "table"))")
    for table in found where table.kind == .virtual { line("-- \(table.name.name): the virtual table is left out") }
    for table in tables {
      for name in table.triggers { line("-- \(table.name.name): the trigger \(name) is left out") }
    }
    begin()
    if isTransaction { line("BEGIN;") }
    let translations = tables.map { TableTranslation($0, from: database.language, to: database.language) }
    for translation in translations { try write(translation) { $0.prefix(1) } }
    for table in tables {
      if !isTransaction { line("BEGIN;") }
      try writeRows(of: table, executor)
      if !isTransaction { line("COMMIT;") }
    }
    // Filling an index is faster than maintaining it.
    for translation in translations { try write(translation) { $0.dropFirst() } }
    for view in found where view.kind == .view {
      line(view.sql.map { $0 + ";" } ?? "-- \(view.name.name): the database keeps no statement of it")
    }
    if isTransaction { line("COMMIT;") }
    end()
  }

  private func line(_ text: String) { output.write(text + "\n") }

  private func write(_ translation: TableTranslation, _ part: ([SQL]) -> ArraySlice<SQL>) throws {
    let statements = try translation.statements(in: database.schemaDialect)
    for statement in part(statements) { line(statement.render(database.dialect) + ";") }
  }

  /// Whether the database belongs to MySQL's family, judging by a feature that only these have.
  private var isMySQL: Bool { database.dialect.executableComments }

  /// Rows may refer to later rows.
  private func begin() {
    if isMySQL {
      line("SET foreign_key_checks = 0, sql_mode = CONCAT(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO');")
    } else {
      line("PRAGMA foreign_keys = OFF;")
    }
  }

  private func end() {
    line(isMySQL ? "SET foreign_key_checks = DEFAULT, sql_mode = DEFAULT;" : "PRAGMA foreign_keys = ON;")
  }

  // MARK: Rows

  private func writeRows(of table: TableDescription, _ executor: any SQLExecutor) throws {
    let columns = table.columns.filter { $0.generated == .none && !$0.isHidden }.map(\.name)
    if columns.isEmpty { return }
    let list = CopyTable.list(columns)
    let insert: SQL = "INSERT INTO \(identifier: table.name.name) (\(sql: list)) VALUES\n"
    let head = insert.render(database.dialect)
    var size = 0
    var text: [UInt8] = []
    try executor.forEach("SELECT \(sql: list) FROM \(identifier: table.name.name)") { row in
      text.removeAll(keepingCapacity: true)
      for index in columns.indices {
        text.append(UInt8(ascii: index == 0 ? "(" : ","))
        try literals.write(row, at: index, to: &text)
      }
      text.append(UInt8(ascii: ")"))
      if size == 0 { output.write(head) } else { output.write(",\n") }
      output.write(text)
      size += text.count
      if size > Self.statementSize {
        output.write(";\n")
        size = 0
      }
    }
    if size > 0 { output.write(";\n") }
  }

  private var literals: SQLLiterals { SQLLiterals(escapesBackslashes: database.dialect.backslashEscapes) }
}

/// Values as SQL constants.
struct SQLLiterals {
  /// True if a backslash in a string escapes what follows it.
  let escapesBackslashes: Bool

  /// Writes a row's value.
  ///
  /// - Throws: ``ShellError`` for a number without an SQL constant.
  func write(_ row: borrowing Row, at index: Int, to text: inout [UInt8]) throws {
    let isWritten = try row.withValue(index) { value in
      switch value {
      case .null: text += "NULL".utf8
      case .int(let number): text += "\(number)".utf8
      case .double(let number): try write(number, to: &text)
      case .text(let utf8): write(utf8, to: &text)
      case .bytes(let bytes): write(hexadecimal: bytes, to: &text)
      case .other: return false
      }
      return true
    }
    if !isWritten { write(try row[index], to: &text) }
  }

  private func write(_ value: Value, to text: inout [UInt8]) {
    switch value {
    case .uint, .decimal: text += value.description.utf8
    case .other(_, let bytes): bytes.withUnsafeBytes { write(hexadecimal: $0, to: &text) }
    default:
      var description = value.description
      description.withUTF8 { write($0, to: &text) }
    }
  }

  private func write(_ number: Double, to text: inout [UInt8]) throws {
    if number.isNaN { throw NoConstant(value: "NaN") }
    text += (number.isFinite ? number.description : number < 0 ? "-1e999" : "1e999").utf8
  }

  private func write(_ utf8: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
    // On some databases a NUL ends a statement, and what is not UTF-8 can't be in its text.
    if utf8.contains(0) && !escapesBackslashes || !isText(utf8) {
      text += "CAST(".utf8
      write(hexadecimal: UnsafeRawBufferPointer(utf8), to: &text)
      text += " AS \(escapesBackslashes ? "CHAR" : "TEXT"))".utf8
      return
    }
    text.append(UInt8(ascii: "'"))
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "'"): text += "''".utf8
      case UInt8(ascii: "\\") where escapesBackslashes: text += "\\\\".utf8
      case 0: text += "\\0".utf8
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "'"))
  }

  private func isText(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.allSatisfy { $0 < 0x80 } || String(validating: utf8, as: UTF8.self) != nil
  }

  private func write(hexadecimal bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    text += "x'".utf8
    for byte in bytes {
      text.append(Output.hexDigit(byte >> 4))
      text.append(Output.hexDigit(byte & 15))
    }
    text.append(UInt8(ascii: "'"))
  }
}

/// A value that can't be written as SQL.
struct NoConstant: Error, CustomStringConvertible {
  let value: String

  var description: String { "there is no constant for \(value)" }
}
