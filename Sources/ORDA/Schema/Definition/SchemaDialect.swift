/// How a database writes the schema of its tables: the types of columns, the keys that it makes, and what goes by keys.
///
/// A driver's author gives one by ``Driver/schemaDialect``; the default is the SQL standard's, ``StandardSchemaDialect``.
/// Only the first four requirements have no default; the others tell what a translation from another database has to
/// heed, ``TableTranslation``.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol SchemaDialect: Sendable {
  /// A column's type as this database writes it.
  ///
  /// - Parameters:
  ///   - type: What the column holds.
  ///   - isKeyed: True if a key or an index holds the column, which on some databases must be of a bounded
  ///     length then.
  func declaration(of type: ColumnType, isKeyed: Bool) -> String
  /// The type that a column has, by what the database tells of it: the inverse of ``declaration(of:isKeyed:)``.
  ///
  /// What has no counterpart is ``ColumnType/other(_:)``.
  func type(of column: ColumnDescription) -> ColumnType
  /// How a key that the database makes is declared.
  var generatedKey: GeneratedKeyDeclaration { get }
  /// What stands behind the closing parenthesis of CREATE TABLE, a space before it; empty for nothing.
  var tableOptions: String { get }

  /// How a key of a certain type that the database makes is declared. The default is ``generatedKey``, whatever the type.
  func generatedKey(of type: ColumnType) -> GeneratedKeyDeclaration
  /// The type that a column of a table has, where more than the column tells it. The default asks for the column alone.
  func type(of column: ColumnDescription, in table: TableDescription) -> ColumnType
  /// True for a condition that is part of a column's type, so that it goes with it. The default is false.
  func isPartOfType(_ check: CheckConstraint, in table: TableDescription) -> Bool
  /// False if a column takes values of other types than its own, so that only the values tell what it holds. The
  /// default is true.
  var enforcesTypes: Bool { get }
  /// What another database holds the values of a type in that has no counterpart, ``ColumnType/other(_:)``: texts, if
  /// that is what they are read as. The default is bytes.
  var unknownType: ColumnType { get }
  /// True if the text that creates a table, ``TableDescription/sql``, creates its indexes too. The default is false.
  var textHoldsIndexes: Bool { get }
  /// True if no two tables of a schema have indexes of one name. The default is true.
  var sharesIndexNames: Bool { get }
  /// True if an index is created with its schema before its own name, and not before its table's. The default is false.
  var indexNamesTakeSchema: Bool { get }
  /// False if computed columns are always stored: one that is to be computed when it is read is declared as stored. The
  /// default is true.
  var computesWhenRead: Bool { get }
  /// True if a foreign key that is checked at once has to say that it may be checked later, so that
  /// ``Connection/restoring(_:)`` can ask for that. The default is false.
  var declaresDeferrable: Bool { get }
  /// True if a column of the type has to say that it takes NULL, since it would take none otherwise. The default is false.
  func declaresNull(_ type: ColumnType) -> Bool
  /// The same for sessions that quote as the dialect says, where that decides how texts are written. The default is the same.
  func adapted(to dialect: Dialect) -> any SchemaDialect
  /// A value as it stands for the default of a column of a type; nil for one that is written as everywhere: numbers as they
  /// are, texts in quotes, bytes as `x'00FF'`. The default is nil.
  func constant(_ value: Value, of type: ColumnType) -> String?
  /// What the types, keys and rows of this database are restricted to. The default is nothing.
  var limits: SchemaLimits { get }
  /// How texts are compared by a collation, or by the database's own for nil. The default is exactly.
  func comparison(of collation: String?) -> TextComparison
  /// The collation that compares so, nil for the database's own. The default is nil.
  func collation(for comparison: TextComparison) -> String?

  /// The statement that gives a table another name in its schema. The default is `ALTER TABLE … RENAME TO`, with a schema before
  /// the table's name alone.
  func renaming(_ table: TableName, to name: String) -> SQL

  /// What stands behind `ALTER TABLE` and the table's name to make a change; nil for what this database has no clause for. The
  /// default is ``TableChange/standardClause(of:in:)``.
  ///
  /// A connection that is a ``TableRebuildingConnection`` is asked for what has none. Indexes and the table's name are never asked
  /// for: they have statements of their own.
  ///
  /// - Throws: `unsupported` or `misuse`, where the table is such that the change can't be made.
  func clause(for change: TableChange, of table: TableDescription) throws(DatabaseError) -> SQL?
  /// True if one `ALTER TABLE` takes several clauses, with commas between them. The default is false.
  var joinsClauses: Bool { get }

  /// The one statement that sets columns in the row of a key, or inserts it if there is none; nil if the database has no
  /// such statement, which is the default. ORDA then runs an UPDATE, and an INSERT where that has found no row.
  ///
  /// Its parameters are `?1` to `?n`, the values of the upsert's columns. It may change the row that has this key, and no other:
  /// where another row has the values of another unique key it must fail, by an error of kind `constraint`, `outOfRange` or
  /// `other`, and change nothing. If it fails so, ORDA runs UPDATE and INSERT, and throws what these say; so it need not tell
  /// the right reason. It counts one row as changed for each that it inserts or updates, and none for one that it leaves as
  /// it is, which is asked for by an upsert without columns to be updated.
  ///
  /// It is not asked for tables with triggers, nor where a column that needs a value is not among the columns.
  func upsert(_ upsert: Upsert) -> SQL?
}

extension SchemaDialect {
  /// Nothing.
  public var tableOptions: String { "" }
  /// The one for all types.
  public func generatedKey(of type: ColumnType) -> GeneratedKeyDeclaration { generatedKey }
  /// What the column alone tells.
  public func type(of column: ColumnDescription, in table: TableDescription) -> ColumnType { type(of: column) }
  /// No condition is.
  public func isPartOfType(_ check: CheckConstraint, in table: TableDescription) -> Bool { false }
  /// A column takes values of its type alone.
  public var enforcesTypes: Bool { true }
  /// Bytes.
  public var unknownType: ColumnType { .bytes }
  /// Indexes are created by statements of their own.
  public var textHoldsIndexes: Bool { false }
  /// Indexes have names of the schema.
  public var sharesIndexNames: Bool { true }
  /// The schema stands before the table's name.
  public var indexNamesTakeSchema: Bool { false }
  /// There are computed columns that are not stored.
  public var computesWhenRead: Bool { true }
  /// A foreign key says nothing of it.
  public var declaresDeferrable: Bool { false }
  /// A column that doesn't say otherwise takes NULL.
  public func declaresNull(_ type: ColumnType) -> Bool { false }
  /// The same for all sessions.
  public func adapted(to dialect: Dialect) -> any SchemaDialect { self }
  /// All are written as everywhere.
  public func constant(_ value: Value, of type: ColumnType) -> String? { nil }
  /// None.
  public var limits: SchemaLimits { SchemaLimits() }
  /// Exactly.
  public func comparison(of collation: String?) -> TextComparison { .exact }
  /// The database's own.
  public func collation(for comparison: TextComparison) -> String? { nil }
  /// `ALTER TABLE … RENAME TO …`
  public func renaming(_ table: TableName, to name: String) -> SQL {
    "ALTER TABLE \(table.sql) RENAME TO \(identifier: name)"
  }
  /// The standard's.
  public func clause(for change: TableChange, of table: TableDescription) throws(DatabaseError) -> SQL? {
    try change.standardClause(of: table, in: self)
  }
  /// One takes one.
  public var joinsClauses: Bool { false }
  /// There is none.
  public func upsert(_ upsert: Upsert) -> SQL? { nil }
}

/// How a database declares a key that it makes.
public struct GeneratedKeyDeclaration: Sendable, Hashable {
  /// What stands behind the column's name, such as `INTEGER PRIMARY KEY`.
  public var declaration: String
  /// True if the declaration makes the column the primary key, so that none is declared beside it.
  public var isPrimaryKey: Bool

  /// A declaration.
  public init(_ declaration: String, isPrimaryKey: Bool) {
    self.declaration = declaration
    self.isPrimaryKey = isPrimaryKey
  }
}
