#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ORDA

/// The triggers that note what changes in one table, and the table they note it in: one for each schema.
///
/// They note a changed row's key, before and after; the rest is read again. A key with columns other than whole
/// numbers, strings, bytes and UUIDs is not noted: the table is then reported as possibly changed.
struct ChangeTriggers {
  /// What happens to a row.
  static let events = ["INSERT", "UPDATE", "DELETE"]
  /// The name of the table for the notes.
  static let logName = "orda_changes"

  /// The table, with its schema.
  let table: TableName
  /// The columns of its key; empty if the key is not noted.
  let key: [TriggerKeyColumn]
  let dialect: Dialect

  init(_ table: TableName, _ key: [ColumnDescription], dialect: Dialect) {
    self.table = table
    self.dialect = dialect
    let columns = key.compactMap { TriggerKeyColumn($0) }
    self.key = columns.count == key.count ? columns : []
  }

  private var schema: String { dialect.quoted(identifier: table.schema ?? "") }
  private var log: String { Self.log(in: table.schema ?? "", dialect) }

  /// The quoted name of a schema's log.
  static func log(in schema: String, _ dialect: Dialect) -> String {
    "\(dialect.quoted(identifier: schema)).\(dialect.quoted(identifier: logName))"
  }

  /// The statement that creates the table for the notes.
  var logDefinition: String {
    """
    CREATE TABLE IF NOT EXISTS \(log) (
      sequence BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
      noted TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
      name VARCHAR(64) NOT NULL,
      event VARCHAR(6) NOT NULL,
      old_key TEXT CHARACTER SET ascii,
      new_key TEXT CHARACTER SET ascii
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='Changes of rows, for live tables'
    """
  }

  /// A trigger's name: the table's, shortened where it would be too long.
  func name(_ event: String) -> String {
    let prefix = "orda_\(event.lowercased())_"
    let rest = table.name.unicodeScalars
    // The server counts characters, and allows 64.
    if prefix.count + rest.count <= 64 { return prefix + table.name }
    var start = String.UnicodeScalarView()
    start.append(contentsOf: rest.prefix(30))
    return prefix + String(start) + "_" + Self.hash(table.name)
  }

  func quotedName(_ event: String) -> String { "\(schema).\(dialect.quoted(identifier: name(event)))" }

  /// How a trigger's body begins.
  private var beginning: String { Self.beginning(log) }

  /// The same, for a log by its quoted name: this identifies the triggers.
  static func beginning(_ log: String) -> String { "INSERT INTO \(log) (name, event, old_key, new_key)" }

  /// A trigger's body. If it is the same, the trigger was made for the table as it is now.
  func body(_ event: String) -> String {
    let name = "CONVERT(x'\(Self.hexadecimal(table.name))' USING utf8mb4)"
    return "\(beginning) VALUES (\(name), '\(event)', "
      + "\(event == "INSERT" ? "NULL" : keyText("OLD")), \(event == "DELETE" ? "NULL" : keyText("NEW")))"
  }

  private func keyText(_ row: String) -> String {
    if key.isEmpty { return "NULL" }
    let parts = key.map { $0.text(of: "\(row).\(dialect.quoted(identifier: $0.name))") }
    return "CONCAT_WS(',', \(parts.joined(separator: ", ")))"
  }

  /// The statement that creates a trigger.
  func definition(_ event: String) -> String {
    "CREATE OR REPLACE TRIGGER \(quotedName(event)) AFTER \(event) ON \(schema).\(dialect.quoted(identifier: table.name)) "
      + "FOR EACH ROW \(body(event))"
  }

  /// FNV-1a: the same on every machine.
  private static func hash(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }

  private static func hexadecimal(_ text: String) -> String {
    text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

/// A column of a key that triggers note.
struct TriggerKeyColumn: Equatable {
  enum Kind { case number, text, bytes, uuid }

  let name: String
  let kind: Kind

  /// Nil for a column whose values are not noted exactly.
  init?(_ column: ColumnDescription) {
    name = column.name
    let type = column.declaredType.lowercased().prefix { $0 != "(" && $0 != " " }
    switch type {
    case "tinyint", "smallint", "mediumint", "int", "bigint": kind = .number
    case "char", "varchar": kind = .text
    case "binary", "varbinary": kind = .bytes
    case "uuid": kind = .uuid
    default: return nil
    }
  }

  /// The expression for its text.
  func text(of value: String) -> String {
    switch kind {
    case .number, .uuid: "CAST(\(value) AS CHAR)"
    case .text: "HEX(CONVERT(\(value) USING utf8mb4))"
    case .bytes: "HEX(\(value))"
    }
  }

  /// The value of such a text; nil if it is not one.
  func value(of text: Substring) -> Value? {
    switch kind {
    case .number: Int64(text).map { .int($0) } ?? UInt64(text).map { .uint($0) }
    case .uuid: UUID(uuidString: String(text)).map { .uuid($0) }
    case .text: Self.bytes(text).map { .text(String(decoding: $0, as: UTF8.self)) }
    case .bytes: Self.bytes(text).map { .bytes($0) }
    }
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index...(index + 1)], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
