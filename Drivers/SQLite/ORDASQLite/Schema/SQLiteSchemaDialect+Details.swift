internal import ORDA

/// Numbers in parentheses, which SQLite reads over, and the words CHAR and YEAR.
extension SQLiteSchemaDialect: DetailedSchemaDialect {
  func detail(of column: ColumnDescription) -> TypeDetail? {
    let declared = DeclaredType(column.declaredType)
    if declared.name == "CHAR" { return .fixedLength }
    if declared.name == "YEAR" { return .year }
    if declared.name == "DECIMAL_TEXT", declared.arguments.isEmpty { return .anyDigits }
    guard let number = declared.arguments.first else { return nil }
    switch type(of: column) {
    case .time, .timestamp, .instant: return (0..<6).contains(number) ? .fractionDigits(number) : nil
    case .text(maximum: nil), .bytes(maximum: nil): return .capacity(bytes: number)
    default: return nil
    }
  }

  func declaration(of type: ColumnType, _ detail: TypeDetail) -> String? {
    switch (detail, type) {
    case (.fractionDigits(let digits), .time), (.fractionDigits(let digits), .timestamp),
      (.fractionDigits(let digits), .instant):
      "\(declaration(of: type, isKeyed: false))(\(digits))"
    case (.fixedLength, .text(let maximum?)): "CHAR(\(maximum))"
    case (.capacity(let bytes), .text(maximum: nil)): "TEXT(\(bytes))"
    case (.capacity(let bytes), .bytes(maximum: nil)): "BLOB(\(bytes))"
    case (.year, _): "YEAR"
    case (.anyDigits, .decimal): "DECIMAL_TEXT"
    default: nil
    }
  }
}
