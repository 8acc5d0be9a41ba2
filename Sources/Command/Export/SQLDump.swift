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
    let later = translations.laterReferences(in: dialect)
    let statements = try translations.map { translation in
      try translation.statements(without: later[translation.definition.name.name] ?? [], in: dialect)
    }
    for (translation, statements) in zip(translations, statements) {
      for note in translation.notes where !note.contains(": the trigger ") { line("-- \(note)") }
      for create in statements.prefix(1) { line(create) }
    }
    if dialect.declaresDeferrable { line("SET CONSTRAINTS ALL DEFERRED;") }
    for table in tables {
      if !isTransaction { line("BEGIN;") }
      try writeRows(of: table, executor)
      if !isTransaction { line("COMMIT;") }
    }
    // As long as checks are to come, a table can't be changed.
    if dialect.declaresDeferrable { line("SET CONSTRAINTS ALL IMMEDIATE;") }
    if hasIdentities {
      for table in tables { try restartIdentity(of: table, executor) }
    }
    // Filling an index is faster than maintaining it.
    for index in statements.flatMap({ $0.dropFirst() }) { line(index) }
    for table in tables {
      for key in later[table.name.name] ?? [] { line(key.adding(to: table.name.name, in: dialect)) }
    }
    for view in found where view.kind == .view { line(try view.statements(in: database.language)) }
    if isTransaction { line("COMMIT;") }
    end()
  }

  private func line(_ text: String) { output.write(text + "\n") }

  private func line(_ statement: SQL) { line(statement.render(database.dialect) + ";") }

  private var dialect: any SchemaDialect { database.schemaDialect }

  /// Whether the database belongs to MySQL's family, judging by a feature that only these have.
  private var isMySQL: Bool { database.dialect.executableComments }

  /// Rows may refer to later rows.
  private func begin() {
    if isMySQL {
      line("SET foreign_key_checks = 0, sql_mode = CONCAT(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO');")
    } else if isSQLite {
      line("PRAGMA foreign_keys = OFF;")
    }
  }

  private func end() {
    if isMySQL {
      line("SET foreign_key_checks = DEFAULT, sql_mode = DEFAULT;")
    } else if isSQLite {
      line("PRAGMA foreign_keys = ON;")
    }
  }

  /// Whether this is SQLite, or a database like it: foreign keys are checked or not by a setting of the session.
  private var isSQLite: Bool { !isMySQL && !dialect.declaresDeferrable }

  /// Whether keys are made as the SQL standard says, by sequences that do not heed the keys that were given.
  private var hasIdentities: Bool { dialect.generatedKey.declaration.contains("AS IDENTITY") }

  private func restartIdentity(of table: TableDescription, _ executor: any SQLExecutor) throws {
    guard let key = table.columns.first(where: \.isAutoIncrement)?.name, table.primaryKey == [key],
      let last = try executor.first(Int?.self, "SELECT MAX(\(identifier: key)) FROM \(identifier: table.name.name)")
        ?? nil,
      last > 0, last < .max
    else { return }
    line(
      "ALTER TABLE \(identifier: table.name.name) ALTER COLUMN \(identifier: key) RESTART WITH \(raw: "\(last + 1)")")
  }

  // MARK: Rows

  private func writeRows(of table: TableDescription, _ executor: any SQLExecutor) throws {
    let columns = table.columns.filter { $0.generated == .none && !$0.isHidden }
    if columns.isEmpty { return }
    let types = columns.map { dialect.type(of: $0, in: table) }
    let list = CopyTable.list(columns.map(\.name))
    let insert: SQL = "INSERT INTO \(identifier: table.name.name) (\(sql: list)) VALUES\n"
    let head = insert.render(database.dialect)
    var size = 0
    var text: [UInt8] = []
    try executor.forEach("SELECT \(sql: list) FROM \(identifier: table.name.name)") { row in
      text.removeAll(keepingCapacity: true)
      for index in columns.indices {
        text.append(UInt8(ascii: index == 0 ? "(" : ","))
        try literals.write(row, at: index, as: types[index], to: &text)
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

  private var literals: SQLLiterals {
    SQLLiterals(escapesBackslashes: database.dialect.backslashEscapes, dialect: dialect)
  }
}

/// Values as SQL constants.
struct SQLLiterals {
  /// True if a backslash in a string escapes what follows it.
  let escapesBackslashes: Bool
  /// How the database writes what it does not write as others do.
  let dialect: any SchemaDialect

  /// Writes a row's value, for a column of a type.
  ///
  /// - Throws: ``ShellError`` for a number without an SQL constant.
  func write(_ row: borrowing Row, at index: Int, as type: ColumnType, to text: inout [UInt8]) throws {
    let isWritten = try row.withValue(index) { value in
      switch value {
      case .null: text += "NULL".utf8
      case .int(let number) where type != .boolean: text += "\(number)".utf8
      case .double(let number) where number.isFinite: text += number.description.utf8
      case .text(let utf8): write(utf8, to: &text)
      default: return false
      }
      return true
    }
    if isWritten { return }
    let value = try row[index]
    if let constant = dialect.constant(value, of: type) { text += constant.utf8 } else { try write(value, to: &text) }
  }

  private func write(_ value: Value, to text: inout [UInt8]) throws {
    switch value {
    case .int, .uint, .decimal: text += value.description.utf8
    case .double(let number): try write(number, to: &text)
    case .bytes(let bytes): bytes.withUnsafeBytes { write(hexadecimal: $0, to: &text) }
    case .other(_, let bytes) where value.otherText == nil: bytes.withUnsafeBytes { write(hexadecimal: $0, to: &text) }
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
