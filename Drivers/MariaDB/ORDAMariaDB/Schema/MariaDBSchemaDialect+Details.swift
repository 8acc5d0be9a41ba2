internal import ORDA

/// Digits of a second's fraction, and types that are others with less room.
extension MariaDBSchemaDialect: DetailedSchemaDialect {
  private static let capacities = [65_535: "", 16_777_215: "MEDIUM"]
  private static let longestChar = 255

  func detail(of column: ColumnDescription) -> TypeDetail? {
    let declared = DeclaredType(column.declaredType)
    switch declared.name {
    case "TIME", "DATETIME", "TIMESTAMP":
      let digits = declared.arguments.first ?? 0
      return digits < 6 ? .fractionDigits(digits) : nil
    case "CHAR": return .fixedLength
    case "TEXT", "BLOB": return .capacity(bytes: 65_535)
    case "MEDIUMTEXT", "MEDIUMBLOB": return .capacity(bytes: 16_777_215)
    case "YEAR": return .year
    default: return nil
    }
  }

  func declaration(of type: ColumnType, _ detail: TypeDetail) -> String? {
    switch (detail, type) {
    case (.fractionDigits(let digits), .time): "TIME(\(digits))"
    case (.fractionDigits(let digits), .timestamp): "DATETIME(\(digits))"
    case (.fractionDigits(let digits), .instant): "TIMESTAMP(\(digits))"
    case (.fixedLength, .text(let maximum?)) where maximum <= Self.longestChar: "CHAR(\(maximum))"
    case (.capacity(let bytes), .text(maximum: nil)): Self.capacities[bytes].map { $0 + "TEXT" }
    case (.capacity(let bytes), .bytes(maximum: nil)): Self.capacities[bytes].map { $0 + "BLOB" }
    case (.year, .integer): "YEAR"
    default: nil
    }
  }
}
