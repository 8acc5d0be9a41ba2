/// One column of a table to be created.
public struct ColumnDefinition: Sendable, Hashable {
  /// The name, unquoted.
  public var name: String
  /// The type of its values.
  public var type: ColumnType
  /// The type in the database's own words, where these say more than ``type``; nil for those of its ``SchemaDialect``.
  public var declaredType: String?
  /// True if it can hold NULL.
  public var isNullable: Bool
  /// The default as SQL text that the database understands, quotes included; nil for none.
  public var defaultValue: String?
  /// True if the database makes a value when an insertion gives none. At most one column of a table may be like this,
  /// and it is then the whole primary key.
  public var isGeneratedKey: Bool
  /// Whether the database computes the column from others.
  public var generated: ColumnDescription.Generation
  /// The collation by the database's own name for it; nil for its default.
  public var collation: String?

  /// A column, by default a plain one that can hold NULL.
  public init(
    _ name: String, _ type: ColumnType, isNullable: Bool = true, defaultValue: String? = nil,
    isGeneratedKey: Bool = false, generated: ColumnDescription.Generation = .none, collation: String? = nil
  ) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
    self.defaultValue = defaultValue
    self.isGeneratedKey = isGeneratedKey
    self.generated = generated
    self.collation = collation
  }

  /// A key made by the database, as a table's primary key.
  public static func generatedKey(_ name: String) -> ColumnDefinition {
    ColumnDefinition(name, .int, isNullable: false, isGeneratedKey: true)
  }
}
