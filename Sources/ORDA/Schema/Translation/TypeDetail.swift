/// What a column's type says beyond its ``ColumnType``, so that a copy there and back has the type it left with.
public enum TypeDetail: Sendable, Hashable {
  /// A time keeps so many digits of a second's fraction, fewer than six.
  case fractionDigits(Int)
  /// A text is filled up with spaces, which are no part of it: CHAR.
  case fixedLength
  /// A text of any number of characters, or bytes, takes up to so many bytes.
  case capacity(bytes: Int)
  /// A whole number is a year of four digits.
  case year
}

/// The dialect of a database whose types say more than a ``ColumnType``, or that can write down what others say.
public protocol DetailedSchemaDialect: SchemaDialect {
  /// What a column's type says beyond ``SchemaDialect/type(of:)``; nil for nothing.
  func detail(of column: ColumnDescription) -> TypeDetail?
  /// A column's type with what else is known of it; nil where this database can't say that.
  func declaration(of type: ColumnType, _ detail: TypeDetail) -> String?
}

extension TableTranslator {
  /// Has columns whose types are what they were say the rest too.
  func addDetails(to definition: inout TableDefinition) {
    guard let own = source.schemaDialect as? any DetailedSchemaDialect,
      let other = target.schemaDialect as? any DetailedSchemaDialect
    else { return }
    for (index, column) in table.columns.enumerated() where !definition.columns[index].isGeneratedKey {
      let type = definition.columns[index].type
      guard type == own.type(of: column, in: table), let detail = own.detail(of: column),
        contents[column.name]?.fit(detail) ?? true
      else { continue }
      definition.columns[index].declaredType = other.declaration(of: type, detail)
    }
  }
}
