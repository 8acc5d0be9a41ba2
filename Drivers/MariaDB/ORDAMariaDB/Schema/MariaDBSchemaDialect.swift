internal import ORDA

/// How MariaDB writes types.
///
/// A TEXT or a BLOB can't be in a key, so a column of one is given a bounded length. Times are declared with their six
/// digits of fraction: without them the server cuts the fraction off.
struct MariaDBSchemaDialect: SchemaDialect {
  let generatedKey = GeneratedKeyDeclaration("BIGINT NOT NULL AUTO_INCREMENT", isPrimaryKey: false)

  /// The most characters of utf8mb4 that a VARCHAR of a row of 65,535 bytes may have, with room for other columns.
  private static let longestVarchar = 8_000
  /// The most characters of utf8mb4 that InnoDB takes in one column of a key of 3,072 bytes.
  private static let longestKey = 255

  func declaration(of type: ColumnType, isKeyed: Bool) -> String {
    switch type {
    case .boolean: "BOOLEAN"
    case .integer(let bits, let isUnsigned): Self.integer(bits) + (isUnsigned ? " UNSIGNED" : "")
    case .float: "FLOAT"
    case .double: "DOUBLE"
    case .decimal(let precision, let scale): "DECIMAL(\(min(precision, 65)),\(min(scale, 38)))"
    case .text(let maximum): Self.text(isKeyed ? maximum ?? Self.longestKey : maximum)
    case .bytes(let maximum): Self.bytes(isKeyed ? maximum ?? Self.longestKey : maximum)
    case .date: "DATE"
    case .time: "TIME(6)"
    case .timestamp: "DATETIME(6)"
    case .instant: "TIMESTAMP(6)"
    case .uuid: "UUID"
    case .json: "JSON"
    case .other(let text): text
    }
  }

  private static func integer(_ bits: Int) -> String {
    switch bits {
    case ...8: "TINYINT"
    case ...16: "SMALLINT"
    case ...24: "MEDIUMINT"
    case ...32: "INT"
    default: "BIGINT"
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
    case "ENUM", "SET": return .text(maximum: 255)
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
