internal import ORDA

/// How MariaDB writes types.
///
/// A TEXT or a BLOB can't be in a key, so such a column gets a bounded length. Times are declared with six digits of
/// fraction: without them the server cuts the fraction off.
struct MariaDBSchemaDialect: SchemaDialect {
  let generatedKey = GeneratedKeyDeclaration("BIGINT NOT NULL AUTO_INCREMENT", isPrimaryKey: false)
  /// True where a backslash in a text has to be doubled, as without NO_BACKSLASH_ESCAPES.
  var backslashEscapes = true

  func adapted(to dialect: Dialect) -> any SchemaDialect {
    var adapted = self
    adapted.backslashEscapes = dialect.backslashEscapes
    return adapted
  }

  /// Before 10.10, and without `explicit_defaults_for_timestamp`, a TIMESTAMP takes no NULL.
  func declaresNull(_ type: ColumnType) -> Bool {
    if case .other(let text) = type { return DeclaredType(text).name == "TIMESTAMP" }
    return type == .instant
  }

  /// The most characters of utf8mb4 that a VARCHAR may have in a row of 65,535 bytes, with room for other columns.
  private static let longestVarchar = 8_000
  /// The length of a column in a key if none is declared: three of them fit the 3,072 bytes that InnoDB allows a key.
  private static let usualKey = 255
  /// The most characters of utf8mb4 that InnoDB accepts in one column of a key.
  private static let longestKey = 768

  func declaration(of type: ColumnType, isKeyed: Bool) -> String {
    switch type {
    case .boolean: "BOOLEAN"
    case .integer(let bits, let isUnsigned): DeclaredType.sizedInteger(bits: bits, isUnsigned: isUnsigned)
    case .float: "FLOAT"
    case .double: "DOUBLE"
    case .decimal(let precision, let scale): "DECIMAL(\(min(precision, 65)),\(min(scale, 38)))"
    case .text(let maximum): Self.text(isKeyed ? min(maximum ?? Self.usualKey, Self.longestKey) : maximum)
    case .bytes(let maximum): Self.bytes(isKeyed ? min(maximum ?? Self.usualKey, 4 * Self.longestKey) : maximum)
    case .date: "DATE"
    case .time: "TIME(6)"
    case .timestamp: "DATETIME(6)"
    case .instant: "TIMESTAMP(6)"
    case .uuid: "UUID"
    case .json: "JSON"
    case .other(let text): text
    }
  }

  private static func text(_ maximum: Int?) -> String {
    guard let maximum, maximum <= longestVarchar else { return "LONGTEXT" }
    return "VARCHAR(\(maximum))"
  }

  private static func bytes(_ maximum: Int?) -> String {
    guard let maximum, maximum <= longestVarchar else { return "LONGBLOB" }
    return "VARBINARY(\(maximum))"
  }

  // MARK: What a translation has to heed

  /// An INT stays an INT, so that the columns that refer to it have its type too.
  func generatedKey(of type: ColumnType) -> GeneratedKeyDeclaration {
    guard case .integer = type else { return generatedKey }
    let integer = declaration(of: type, isKeyed: true)
    return GeneratedKeyDeclaration("\(integer) NOT NULL AUTO_INCREMENT", isPrimaryKey: false)
  }

  let textHoldsIndexes = true
  let sharesIndexNames = false

  var limits: SchemaLimits {
    var limits = SchemaLimits()
    limits.decimalPrecision = 65
    limits.decimalScale = 38
    if let first = Instant(secondsSince1970: 1 as Int64), let last = Instant("2038-01-19 03:14:07.999999Z") {
      limits.instants = first...last
    }
    limits.firstYear = 0
    limits.isFinite = true
    limits.keyBytes = 3_072
    limits.rowBytes = 60_000
    limits.foreignKeyActions = [.noAction, .restrict, .setNull, .cascade]
    limits.hasDeferredForeignKeys = false
    limits.hasPartialIndexes = false
    limits.alteration = .everything
    return limits
  }

  /// By the suffixes of the collations' names; those without `nopad` ignore trailing spaces, which only matters if
  /// nothing else is ignored.
  func comparison(of collation: String?) -> TextComparison {
    guard let collation = collation?.lowercased() else { return .ignoringCase }
    if collation == "binary" { return .exact }
    if collation.hasSuffix("_bin") { return collation.contains("nopad") ? .exact : .ignoringTrailingSpaces }
    if collation.hasSuffix("_ci") { return .ignoringCase }
    return .other
  }

  func collation(for comparison: TextComparison) -> String? {
    switch comparison {
    case .exact, .other: "utf8mb4_nopad_bin"
    case .ignoringTrailingSpaces: "utf8mb4_bin"
    case .ignoringCase: "utf8mb4_general_nopad_ci"
    }
  }

  /// JSON is an alias of LONGTEXT with a check; only that distinguishes the two.
  func type(of column: ColumnDescription, in table: TableDescription) -> ColumnType {
    let isJSON = table.checkConstraints.contains { Self.isJSON($0, of: column.name) }
    return isJSON && DeclaredType(column.declaredType).name == "LONGTEXT" ? .json : type(of: column)
  }

  func isPartOfType(_ check: CheckConstraint, in table: TableDescription) -> Bool {
    guard let name = check.column, let column = table.column(named: name) else { return false }
    return Self.isJSON(check, of: name) && type(of: column, in: table) == .json
  }

  private static func isJSON(_ check: CheckConstraint, of column: String) -> Bool {
    let name = Dialect(identifierQuote: "`").quoted(identifier: column)
    return check.column == column && check.expression.lowercased() == "json_valid(\(name))".lowercased()
  }

  func type(of column: ColumnDescription) -> ColumnType {
    let type = DeclaredType(column.declaredType)
    let isUnsigned = type.has("UNSIGNED")
    switch type.name.split(separator: " ").first ?? "" {
    case "TINYINT" where type.arguments == [1] && !isUnsigned: return .boolean
    case "TINYINT": return .integer(bits: 8, isUnsigned: isUnsigned)
    case "SMALLINT": return .integer(bits: 16, isUnsigned: isUnsigned)
    case "YEAR": return .integer(bits: 16, isUnsigned: false)
    case "MEDIUMINT": return .integer(bits: 24, isUnsigned: isUnsigned)
    case "INT": return .integer(bits: 32, isUnsigned: isUnsigned)
    case "BIGINT": return .integer(bits: 64, isUnsigned: isUnsigned)
    case "BIT": return .integer(bits: 64, isUnsigned: true)
    case "FLOAT": return .float
    case "DOUBLE": return .double
    case "DECIMAL":
      return .decimal(precision: type.arguments.first ?? 10, scale: type.arguments.dropFirst().first ?? 0)
    case "CHAR", "VARCHAR": return .text(maximum: type.arguments.first)
    case "TINYTEXT": return .text(maximum: 255)
    case "TEXT", "MEDIUMTEXT", "LONGTEXT": return .text
    // A value of a SET may contain all of its members.
    case "ENUM": return .text(maximum: 255)
    case "SET": return .text
    case "INET4": return .text(maximum: 15)
    case "INET6": return .text(maximum: 45)
    case "BINARY", "VARBINARY": return .bytes(maximum: type.arguments.first)
    case "TINYBLOB": return .bytes(maximum: 255)
    case "BLOB", "MEDIUMBLOB", "LONGBLOB": return .bytes
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

/// ENUM.
extension MariaDBSchemaDialect: EnumeratingSchemaDialect {
  var typeRestrictsTexts: Bool { true }

  func declaration(ofTexts texts: [String]) -> String {
    "ENUM(\(texts.map(quoted).joined(separator: ",")))"
  }

  func isEnumeration(_ column: ColumnDescription) -> Bool {
    column.declaredType.lowercased().hasPrefix("enum(")
  }
}
