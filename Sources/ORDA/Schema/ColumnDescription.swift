/// A database's description of one column.
public struct ColumnDescription: Sendable, Hashable {
  /// The name as the database keeps it, unquoted.
  public var name: String
  /// The type as declared, for example `VARCHAR(80)`; empty if SQLite was given none.
  public var declaredType: String
  /// True if the column can hold NULL, according to the database's real behaviour.
  ///
  /// On SQLite a primary key of an ordinary table may hold NULL unless it is declared NOT NULL, is `INTEGER PRIMARY
  /// KEY`, or the table is STRICT or WITHOUT ROWID; such a column is reported as nullable, although it is in the key.
  /// Columns of a view are nullable unless the database knows better.
  public var isNullable: Bool
  /// The default as SQL text, quotes included (`'new'`, `CURRENT_TIMESTAMP`), or nil if there is none or it is NULL,
  /// which is the same.
  public var defaultValue: String?
  /// The column's place in the primary key, from 1, or nil if it is not part of one.
  public var primaryKeyPosition: Int?
  /// Whether the database computes the column from others.
  public var generated: Generation
  /// The collation, if the table's declaration names one, or if the database reports it.
  public var collation: String?
  /// True if the database makes a value when an insertion gives none: SQLite's `INTEGER PRIMARY KEY`, with or without
  /// AUTOINCREMENT, and MariaDB's AUTO_INCREMENT.
  public var isAutoIncrement: Bool
  /// True if `SELECT *` leaves the column out: MariaDB's INVISIBLE, a virtual table's hidden columns on SQLite.
  public var isHidden: Bool
  /// The comment on the column, or nil if there is none; SQLite has none.
  public var comment: String?

  /// A column, by default a plain nullable one.
  public init(
    name: String, declaredType: String, isNullable: Bool = true, defaultValue: String? = nil,
    primaryKeyPosition: Int? = nil, generated: Generation = .none, collation: String? = nil,
    isAutoIncrement: Bool = false, isHidden: Bool = false, comment: String? = nil
  ) {
    self.name = name
    self.declaredType = declaredType
    self.isNullable = isNullable
    self.defaultValue = defaultValue
    self.primaryKeyPosition = primaryKeyPosition
    self.generated = generated
    self.collation = collation
    self.isAutoIncrement = isAutoIncrement
    self.isHidden = isHidden
    self.comment = comment
  }

  /// How a column's value comes about; a generated column can't be written.
  public enum Generation: Sendable, Hashable {
    /// It is written.
    case none
    /// It is computed when it is read; the expression is SQL text, nil if it is unknown.
    case virtual(expression: String?)
    /// It is computed when the row is written; the expression is SQL text, nil if it is unknown.
    case stored(expression: String?)
  }
}
