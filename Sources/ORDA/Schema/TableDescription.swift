/// A database's description of one table or view, in terms that mean the same on every driver.
///
/// A description is a copy of the state when it was read; it does not follow later changes of the schema.
public struct TableDescription: Sendable, Hashable {
  /// The name as the database keeps it, whatever the requested spelling.
  public var name: TableName
  /// The kind of table.
  public var kind: Kind
  /// What distinguishes the table from an ordinary one.
  public var attributes: Attributes
  /// Every column in order, including those that `SELECT *` leaves out.
  public var columns: [ColumnDescription]
  /// The names of the primary key's columns in the key's order, which may differ from the table's; empty without one.
  public var primaryKey: [String]
  /// The foreign keys of this table, that is, its references to others; in the order of their declaration if the
  /// database keeps it.
  public var foreignKeys: [ForeignKey]
  /// The indexes, including those that the database made for constraints, the oldest first if the database reports
  /// that.
  ///
  /// SQLite has no index for a primary key that is the rowid itself.
  public var indexes: [IndexDescription]
  /// Groups of columns that hold no combination of values twice, besides the primary key.
  public var uniqueConstraints: [UniqueConstraint]
  /// The CHECK constraints, in the order of their declaration.
  public var checkConstraints: [CheckConstraint]
  /// The names of the triggers on changes of its rows, in ascending order.
  public var triggers: [String]
  /// The text that creates the table or view, or nil if the database keeps none.
  public var sql: String?

  /// A description; without `uniqueConstraints` they follow from the indexes.
  public init(
    name: TableName, kind: Kind = .table, attributes: Attributes = [], columns: [ColumnDescription],
    primaryKey: [String] = [], foreignKeys: [ForeignKey] = [], indexes: [IndexDescription] = [],
    uniqueConstraints: [UniqueConstraint]? = nil, checkConstraints: [CheckConstraint] = [], triggers: [String] = [],
    sql: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.attributes = attributes
    self.columns = columns
    self.primaryKey = primaryKey
    self.foreignKeys = foreignKeys
    self.indexes = indexes
    self.uniqueConstraints = uniqueConstraints ?? indexes.compactMap(UniqueConstraint.init(index:))
    self.checkConstraints = checkConstraints
    self.triggers = triggers
    self.sql = sql
  }

  /// The sorts of table.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A table that holds rows.
    case table
    /// A query under a name.
    case view
    /// A table whose rows a module or another engine makes.
    case virtual
    /// A table that belongs to the database, or to a virtual table, and that the program must not change.
    case system
  }

  /// What distinguishes a table from an ordinary one.
  public struct Attributes: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32
    /// Attributes by their bits; unknown ones are kept.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The table only accepts values of its columns' types. Always so on MariaDB; on SQLite for STRICT tables.
    public static let strict = Attributes(rawValue: 1 << 0)
    /// The rows are stored by primary key, and there is no hidden key beside it (SQLite's WITHOUT ROWID).
    public static let withoutRowID = Attributes(rawValue: 1 << 1)
    /// A generated key is never reused, not even after its row was deleted (SQLite's AUTOINCREMENT).
    public static let neverReusesKeys = Attributes(rawValue: 1 << 2)
    /// The table lives only as long as its connection.
    public static let temporary = Attributes(rawValue: 1 << 3)
  }
}
