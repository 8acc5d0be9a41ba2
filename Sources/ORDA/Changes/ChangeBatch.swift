/// The changes of one commit, reported after it: the rows in the order of their changes, and what is known less
/// exactly.
public struct ChangeBatch: Sendable {
  /// Who committed.
  public var origin: ChangeOrigin
  /// The mark of the transaction that committed this, if that belongs to this governor and is known; nil otherwise. See
  /// ``ChangeMark``.
  public var mark: ChangeMark?
  /// The batch's place among those of its governor, from 1, in the order of the commits. Batches that don't concern a
  /// reader leave gaps.
  public var sequence: Int
  /// The changes of rows, in order. A row that was changed twice occurs twice.
  public var rows: [RowChange]
  /// The tables of which it is only known that something may have changed: read them again.
  public var unknown: UnknownTables
  /// The schemas in which tables were made, altered or dropped. ``unknown`` contains all of their tables too.
  public var schemaChanges: [SchemaChange]

  /// A batch; a governor sets its ``sequence``.
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

  /// True if it reports nothing.
  public var isEmpty: Bool { rows.isEmpty && unknown.isEmpty && schemaChanges.isEmpty }
}

/// Who committed a change. It is a hint, for example to ignore one's own changes: nothing that must be right may depend
/// on it.
public enum ChangeOrigin: String, Sendable, Hashable {
  /// A connection of this governor.
  case governor
  /// Another governor of this process.
  case process
  /// Somebody else: another program, or other code of this one.
  case elsewhere
  /// Several of these, or nobody knows.
  case unknown
}

/// A change of the existing tables, or of their definitions.
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
