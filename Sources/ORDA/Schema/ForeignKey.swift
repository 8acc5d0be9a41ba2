/// A table's reference to another, or to itself.
public struct ForeignKey: Sendable, Hashable {
  /// The constraint's name, or nil if it has none.
  public var name: String?
  /// The referring columns, in the order of ``referencedColumns``.
  public var columns: [String]
  /// The referenced table. On SQLite it may be missing, since a reference can be declared before its table.
  public var referencedTable: TableName
  /// The referenced columns: the table's primary key if the declaration names none. Empty only if that table, or its
  /// primary key, does not exist (on SQLite).
  public var referencedColumns: [String]
  /// What happens to referring rows when the referenced key changes.
  public var onUpdate: Action
  /// What happens to referring rows when the referenced row is deleted.
  public var onDelete: Action
  /// True if the reference is checked when the transaction commits, and not with each statement.
  public var isDeferred: Bool

  /// A reference, by default one that refuses and is checked at once.
  public init(
    name: String? = nil, columns: [String], referencedTable: TableName, referencedColumns: [String],
    onUpdate: Action = .noAction, onDelete: Action = .noAction, isDeferred: Bool = false
  ) {
    self.name = name
    self.columns = columns
    self.referencedTable = referencedTable
    self.referencedColumns = referencedColumns
    self.onUpdate = onUpdate
    self.onDelete = onDelete
    self.isDeferred = isDeferred
  }

  /// What a change of the referenced row does; the raw value is SQL's word for it.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    /// Nothing: the change is refused when the constraint is checked.
    case noAction = "NO ACTION"
    /// The change is refused at once, even if the constraint is deferred.
    case restrict = "RESTRICT"
    /// The referring columns become NULL.
    case setNull = "SET NULL"
    /// The referring columns take their defaults.
    case setDefault = "SET DEFAULT"
    /// The referring rows are changed or deleted too.
    case cascade = "CASCADE"
  }
}
