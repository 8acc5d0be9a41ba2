internal import ORDA

/// How SQLite writes types: by words whose affinity keeps what is stored as it was bound.
///
/// SQLite accepts any word, so a column keeps the name of the type that it had elsewhere, length and all; a copy back
/// then finds the same type. Another word is used only if the word's affinity would change values: a DECIMAL of more
/// than 15 digits would become a REAL, so it is declared as a kind of TEXT.
struct SQLiteSchemaDialect: SchemaDialect {
  let generatedKey = GeneratedKeyDeclaration("INTEGER PRIMARY KEY", isPrimaryKey: true)

  func declaration(of type: ColumnType, isKeyed: Bool) -> String {
    switch type {
    case .boolean: "BOOLEAN"
    case .integer(25...32, let isUnsigned): isUnsigned ? "INT4 UNSIGNED" : "INT4"
    case .integer(let bits, let isUnsigned): DeclaredType.sizedInteger(bits: bits, isUnsigned: isUnsigned)
    case .float: "FLOAT"
    case .double: "DOUBLE"
    case .decimal(let precision, let scale):
      precision <= 15 ? "DECIMAL(\(precision),\(scale))" : "DECIMAL_TEXT(\(precision),\(scale))"
    case .text(let maximum): maximum.map { "VARCHAR(\($0))" } ?? "TEXT"
    case .bytes(let maximum): maximum.map { "BLOB(\($0))" } ?? "BLOB"
    case .date: "DATE_TEXT"
    case .time: "TIME_TEXT"
    case .timestamp: "DATETIME_TEXT"
    case .instant: "TIMESTAMP_TEXT"
    case .uuid: "UUID_TEXT"
    case .json: "JSON_TEXT"
    case .other(let text): text
    }
  }

  /// Any column takes any value, whatever its type says, unless the table is STRICT.
  let enforcesTypes = false

  let indexNamesTakeSchema = true

  private static let largeBytes = 65_535

  var limits: SchemaLimits {
    var limits = SchemaLimits()
    limits.largestInteger = UInt64(Int64.max)
    limits.alteration = .columns
    return limits
  }

  /// NOCASE knows only ASCII's letters.
  func comparison(of collation: String?) -> TextComparison {
    switch collation.map(SQLiteName.capitals) {
    case nil, "BINARY": .exact
    case "NOCASE": .ignoringCase
    case "RTRIM": .ignoringTrailingSpaces
    default: .other
    }
  }

  func collation(for comparison: TextComparison) -> String? {
    switch comparison {
    case .exact, .other: nil
    case .ignoringTrailingSpaces: "RTRIM"
    case .ignoringCase: "NOCASE"
    }
  }

  func type(of column: ColumnDescription) -> ColumnType {
    let type = DeclaredType(column.declaredType)
    let words = type.name.hasSuffix("_TEXT") ? String(type.name.dropLast(5)) : type.name
    let isUnsigned = type.has("UNSIGNED")
    switch words.split(separator: " ").first ?? "" {
    case "BOOLEAN", "BOOL": return .boolean
    case "TINYINT": return .integer(bits: 8, isUnsigned: isUnsigned)
    case "YEAR": return .integer(bits: 16, isUnsigned: false)
    case "SMALLINT": return .integer(bits: 16, isUnsigned: isUnsigned)
    case "MEDIUMINT": return .integer(bits: 24, isUnsigned: isUnsigned)
    case "INT4": return .integer(bits: 32, isUnsigned: isUnsigned)
    // SQLite's own INTEGER has 64 bits, and programs that say INT rely on it.
    case "INT", "INTEGER", "BIGINT", "INT8": return .integer(bits: 64, isUnsigned: isUnsigned)
    // FLOAT is written for 32 bits; values that need more show that the column was meant otherwise.
    case "FLOAT": return .float
    case "REAL", "DOUBLE": return .double
    case "DECIMAL", "NUMERIC":
      guard let precision = type.arguments.first else { return .decimal(precision: 30, scale: 10) }
      return .decimal(precision: precision, scale: type.arguments.dropFirst().first ?? 0)
    case "CHAR", "CHARACTER", "VARCHAR", "NCHAR", "NVARCHAR", "VARYING", "NATIVE":
      return .text(maximum: type.arguments.first)
    case "TEXT", "CLOB", "ENUM": return .text
    case "BLOB", "BINARY", "VARBINARY":
      // From there on it tells how much a database keeps apart from the row.
      return .bytes(maximum: type.arguments.first.flatMap { $0 < Self.largeBytes ? $0 : nil })
    case "DATE": return .date
    case "TIME": return .time
    case "DATETIME": return .timestamp
    case "TIMESTAMP": return .instant
    case "UUID": return .uuid
    case "JSON": return .json
    default: return .other(column.declaredType)
    }
  }
}

/// The word ENUM_TEXT, with a condition beside it.
extension SQLiteSchemaDialect: EnumeratingSchemaDialect {
  var typeRestrictsTexts: Bool { false }

  func declaration(ofTexts texts: [String]) -> String { "ENUM_TEXT" }

  func isEnumeration(_ column: ColumnDescription) -> Bool {
    SQLiteName.equal(column.declaredType, "ENUM_TEXT")
  }
}
