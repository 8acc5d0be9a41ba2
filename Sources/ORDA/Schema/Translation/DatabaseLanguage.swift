/// How one sort of database writes SQL: its quotes and comments, and the schema of its tables.
public struct DatabaseLanguage: Sendable {
  /// The driver's name; between two databases of one driver nothing needs translation.
  public var driverName: String
  /// How it quotes and comments.
  public var dialect: Dialect
  /// How it writes types and keys.
  public var schemaDialect: any SchemaDialect

  /// A language by its parts.
  public init(driverName: String, dialect: Dialect, schemaDialect: any SchemaDialect) {
    self.driverName = driverName
    self.dialect = dialect
    self.schemaDialect = schemaDialect
  }
}
