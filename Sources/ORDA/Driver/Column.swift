/// The database's information about one column of a result.
public struct Column: Sendable, Hashable {
  /// The name in the result: its alias, otherwise the database's name for the expression.
  public var name: String
  /// The type, as the table declares it. The type of an expression is the server's; nil on SQLite.
  public var declaredType: String?
  /// The schema that the column comes from; nil for an expression.
  public var schema: String?
  /// The table that the column comes from, under its own name; nil for an expression.
  public var table: String?
  /// The name in that table; nil for an expression.
  public var origin: String?
  /// Whether the table's column is nullable; nil if the database does not say.
  public var isNullable: Bool?

  /// A column; only its name is required.
  public init(
    name: String, declaredType: String? = nil, schema: String? = nil, table: String? = nil, origin: String? = nil,
    isNullable: Bool? = nil
  ) {
    self.name = name
    self.declaredType = declaredType
    self.schema = schema
    self.table = table
    self.origin = origin
    self.isNullable = isNullable
  }
}
