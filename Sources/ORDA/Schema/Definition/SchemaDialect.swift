/// How a database writes the schema of its tables: the types of columns, and the keys that it makes.
///
/// A driver's author gives one by ``Driver/schemaDialect``; the default is the SQL standard's, ``StandardSchemaDialect``.
public protocol SchemaDialect: Sendable {
  /// A column's type as this database writes it.
  ///
  /// - Parameter isKeyed: True where a key or an index holds the column, which on some databases must be of a bounded
  ///   length then.
  func declaration(of type: ColumnType, isKeyed: Bool) -> String
  /// The type that a column has, by what the database tells of it: the inverse of ``declaration(of:isKeyed:)``.
  ///
  /// What has no counterpart is ``ColumnType/other(_:)``.
  func type(of column: ColumnDescription) -> ColumnType
  /// How a key that the database makes is declared.
  var generatedKey: GeneratedKeyDeclaration { get }
  /// What stands behind the closing parenthesis of CREATE TABLE, a space before it; empty for nothing.
  var tableOptions: String { get }
}

extension SchemaDialect {
  /// Nothing.
  public var tableOptions: String { "" }
}

/// How a database declares a key that it makes.
public struct GeneratedKeyDeclaration: Sendable, Hashable {
  /// What stands behind the column's name, such as `INTEGER PRIMARY KEY`.
  public var declaration: String
  /// True where the declaration makes the column the primary key, so that none is declared beside it.
  public var isPrimaryKey: Bool

  /// A declaration.
  public init(_ declaration: String, isPrimaryKey: Bool) {
    self.declaration = declaration
    self.isPrimaryKey = isPrimaryKey
  }
}
