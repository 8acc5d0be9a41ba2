/// What a column certainly holds, according to its declared type.
enum StoredType: Sendable, Hashable {
  case integer, floating, text, decimal, date, timestamp, bytes

  /// Nil if such a column may hold values of several types.
  ///
  /// On SQLite only the first word counts: `POINT` has the affinity of an integer and holds texts.
  ///
  /// - Parameters:
  ///   - declaration: The type, as the table declares it.
  ///   - isStrict: True if the database only lets a column hold values of its type.
  init?(_ declaration: String, isStrict: Bool) {
    // By bytes, since this is asked of each column of each statement.
    let word = declaration.utf8.prefix { 0x41...0x5A ~= $0 & 0xDF || 0x30...0x39 ~= $0 || $0 == 0x5F }
    let first = String(decoding: word.map { $0 >= 0x61 ? $0 & 0xDF : $0 }, as: UTF8.self)
    if let type = (Self.everywhere[first] ?? (isStrict ? Self.strict[first] : nil)) { self = type } else { return nil }
  }

  private static let everywhere: [String: StoredType] = [
    "INT": .integer, "INTEGER": .integer, "TINYINT": .integer, "SMALLINT": .integer, "MEDIUMINT": .integer,
    "BIGINT": .integer, "INT2": .integer, "INT4": .integer, "INT8": .integer,
    "TEXT": .text, "CHAR": .text, "VARCHAR": .text, "CHARACTER": .text, "NCHAR": .text, "NVARCHAR": .text,
    "CLOB": .text, "REAL": .floating, "DOUBLE": .floating, "FLOAT": .floating,
  ]
  private static let strict: [String: StoredType] = [
    "DECIMAL": .decimal, "NUMERIC": .decimal, "TINYTEXT": .text, "MEDIUMTEXT": .text, "LONGTEXT": .text,
    "ENUM": .text, "SET": .text, "DATE": .date, "DATETIME": .timestamp, "TIMESTAMP": .timestamp,
    "BLOB": .bytes, "TINYBLOB": .bytes, "MEDIUMBLOB": .bytes, "LONGBLOB": .bytes, "BINARY": .bytes,
    "VARBINARY": .bytes,
  ]

  /// False if no value of such a column can be read as a type.
  func mayBeRead(as type: ColumnType) -> Bool {
    switch type {
    case .anything: true
    case .bool: self == .integer
    case .integer, .floating: self == .integer || self == .floating || self == .decimal
    case .decimal: self == .integer || self == .floating || self == .decimal || self == .text
    case .text, .url: self == .text
    case .bytes: self == .bytes || self == .text
    case .date: self == .date || self == .text
    case .time: self == .text
    case .timestamp: self == .timestamp || self == .text
    case .instant: self == .timestamp || self == .text || self == .integer || self == .floating
    case .uuid, .json: self == .text || self == .bytes
    }
  }
}
