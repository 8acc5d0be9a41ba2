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
  /// A decimal has as many digits as each value needs, before the point and after it.
  case anyDigits
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
    for (index, column) in table.columns.enumerated() where !definition.columns[index].isGeneratedKey {
      guard let declaration = declaration(of: definition.columns[index].type, like: column) else { continue }
      definition.columns[index].declaredType = declaration
    }
  }

  /// True if the target says of the type all that the column's own says.
  func isWritten(_ type: ColumnType, like column: ColumnDescription) -> Bool {
    declaration(of: type, like: column) != nil
  }

  /// A type with the detail that the column's own has; nil where there is none, or it can't be said.
  private func declaration(of type: ColumnType, like column: ColumnDescription) -> String? {
    guard let own = source.schemaDialect as? any DetailedSchemaDialect,
      let other = target.schemaDialect as? any DetailedSchemaDialect, let detail = own.detail(of: column),
      keep(type, own.type(of: column, in: table), detail), contents[column.name]?.fit(detail) ?? true
    else { return nil }
    return other.declaration(of: type, detail)
  }

  /// True if a detail of the old type can be said of the new one.
  private func keep(_ type: ColumnType, _ old: ColumnType, _ detail: TypeDetail) -> Bool {
    if detail == .anyDigits, case .decimal = type { return true }
    return type == old
  }
}
