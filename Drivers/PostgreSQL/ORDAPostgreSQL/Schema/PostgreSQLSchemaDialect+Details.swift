internal import ORDA

/// Digits of a second's fraction, and NUMERIC without any number.
extension PostgreSQLSchemaDialect: DetailedSchemaDialect {
  func detail(of column: ColumnDescription) -> TypeDetail? {
    let number = DeclaredType(column.declaredType).arguments.first
    return switch type(of: column) {
    case .time, .timestamp, .instant: number.flatMap { $0 < 6 ? .fractionDigits($0) : nil }
    case .decimal: number == nil ? .anyDigits : nil
    default: nil
    }
  }

  func declaration(of type: ColumnType, _ detail: TypeDetail) -> String? {
    switch (detail, type) {
    case (.fractionDigits(let digits), .time): "TIME(\(digits))"
    case (.fractionDigits(let digits), .timestamp): "TIMESTAMP(\(digits))"
    case (.fractionDigits(let digits), .instant): "TIMESTAMPTZ(\(digits))"
    case (.anyDigits, .decimal): "NUMERIC"
    default: nil
    }
  }
}
