/// A table to be created, in terms that mean the same on every database.
///
/// ```swift
/// try db.create(
///   TableDefinition(
///     name: "genre",
///     columns: [.generatedKey("id"), ColumnDefinition("name", .text(maximum: 120), isNullable: false)],
///     uniqueConstraints: [UniqueConstraint(columns: ["name"])]))
/// ```
///
/// It is the counterpart of ``TableDescription``, which describes an existing table.
public struct TableDefinition: Sendable, Hashable {
  /// The table's name.
  public var name: TableName
  /// The columns, in order.
  public var columns: [ColumnDefinition]
  /// The names of the primary key's columns, in the key's order; empty for none.
  public var primaryKey: [String]
  /// Groups of columns that hold no combination of values twice, besides the primary key.
  public var uniqueConstraints: [UniqueConstraint]
  /// The references to other tables, or to itself.
  public var foreignKeys: [ForeignKey]
  /// Conditions that every row must meet.
  public var checkConstraints: [CheckConstraint]
  /// Indexes besides those of the constraints. The kind and the name of each are kept; their `isPrimaryKey` is ignored.
  public var indexes: [IndexDescription]

  /// A table; if no primary key is given, a column made by ``ColumnDefinition/generatedKey(_:)`` is it.
  public init(
    name: TableName, columns: [ColumnDefinition], primaryKey: [String]? = nil,
    uniqueConstraints: [UniqueConstraint] = [], foreignKeys: [ForeignKey] = [],
    checkConstraints: [CheckConstraint] = [], indexes: [IndexDescription] = []
  ) {
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey ?? columns.filter(\.isGeneratedKey).map(\.name)
    self.uniqueConstraints = uniqueConstraints
    self.foreignKeys = foreignKeys
    self.checkConstraints = checkConstraints
    self.indexes = indexes
  }
}

extension TableName: ExpressibleByStringLiteral {
  /// A name in the default schema; a dot in it is part of the name.
  public init(stringLiteral value: String) { self.init(name: value) }
}
