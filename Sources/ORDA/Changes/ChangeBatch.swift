/// What one commit changed, told after it: the rows in the order of their changes, and what is known less exactly.
public struct ChangeBatch: Sendable {
  /// Who committed.
  public var origin: ChangeOrigin
  /// What the transaction was marked with that committed this, where that was one of this governor's and is known; nil
  /// otherwise. See ``ChangeMark``.
  public var mark: ChangeMark?
  /// The batch's place among those of its governor, from 1, in the order of the commits. Batches that a reader has no
  /// part in leave gaps.
  public var sequence: Int
  /// The changes of rows, in their order. A row that was changed twice is here twice.
  public var rows: [RowChange]
  /// The tables of which it is known only that something may have changed: they are to be read again.
  public var unknown: UnknownTables
  /// The schemas in which tables were made, altered or dropped. All of their tables are in ``unknown`` too.
  public var schemaChanges: [SchemaChange]

  /// A batch; a governor gives it its ``sequence``.
  public init(
    origin: ChangeOrigin, mark: ChangeMark? = nil, rows: [RowChange] = [], unknown: UnknownTables = UnknownTables(),
    schemaChanges: [SchemaChange] = []
  ) {
    self.origin = origin
    self.mark = mark
    sequence = 0
    self.rows = rows
    self.unknown = unknown
    self.schemaChanges = schemaChanges
  }

  /// True if it tells of nothing.
  public var isEmpty: Bool { rows.isEmpty && unknown.isEmpty && schemaChanges.isEmpty }
}

/// Who committed a change. It is a hint, for example to leave out one's own: nothing that has to be right may rest on it.
public enum ChangeOrigin: String, Sendable, Hashable {
  /// A connection of this governor.
  case governor
  /// Another governor of this process.
  case process
  /// Somebody else: another program, or other code of this one.
  case elsewhere
  /// Several, or nobody knows.
  case unknown
}

/// A change of what tables there are, or of how they are made.
public struct SchemaChange: Sendable, Hashable {
  /// The schema that changed; nil if that is not known.
  public var schema: String?
  /// The table that changed; nil if that is not known.
  public var table: TableName?

  /// A change somewhere in a schema, or of one table.
  public init(schema: String?, table: TableName? = nil) {
    self.schema = schema
    self.table = table
  }
}
