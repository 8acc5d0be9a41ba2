internal import ORDA

/// The triggers that note the changes of one table, and the table for the notes: one for each schema. The triggers call a
/// ``NotingFunction``.
///
/// They note a changed row's key, before and after; the rest is read again. A key with columns other than whole
/// numbers, strings and UUIDs is not noted: the table is then reported as possibly changed.
struct ChangeTriggers {
  /// The name of the table for the notes, of the two triggers, and of the channel on which notes are announced.
  static let name = PostgreSQLDialect.changeTrigger
  /// The first version whose notes can be read without a gap: it tells the number of a transaction as `xid8`.
  static let firstVersion = 130_000

  /// The table, with its schema.
  let table: TableName
  /// The columns of its key; empty if the key is not noted.
  let key: [TriggerKeyColumn]
  let dialect: Dialect

  init(_ table: TableDescription, dialect: Dialect) {
    self.table = table.name
    self.dialect = dialect
    let key = table.identifyingColumns
    let columns = key.compactMap { name in
      table.columns.first { $0.name.hasSameBytes(as: name) }.flatMap { TriggerKeyColumn($0) }
    }
    self.key = columns.count == key.count ? columns : []
  }

  /// What the row's trigger is given: the table, since a partition's rows are its rows, and the key's columns. If they
  /// are the same, the trigger was made for the table as it is now.
  var arguments: [String] { [table.name] + key.map(\.name) }

  private var schema: String { table.schema ?? "" }
  private var log: String { Self.log(in: schema, dialect) }
  private var quotedTable: String { dialect.quoted(identifier: schema) + "." + dialect.quoted(identifier: table.name) }

  /// The quoted name of a schema's notes.
  static func log(in schema: String, _ dialect: Dialect) -> String {
    dialect.quoted(identifier: schema) + "." + name
  }

  // MARK: What a schema has once

  /// The statements that make the table for the notes, and the function that writes them.
  ///
  /// The function runs with the rights of the account that installed it. So a writer doesn't need rights to the notes, and no other
  /// account can call the function.
  static func schemaDefinitions(in schema: String, _ dialect: Dialect) -> [String] {
    let log = log(in: schema, dialect)
    return [
      """
      CREATE TABLE IF NOT EXISTS \(log) (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        transaction xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(),
        noted timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
        name text NOT NULL,
        event text NOT NULL,
        old_key text[],
        new_key text[])
      """,
      "CREATE INDEX IF NOT EXISTS orda_changes_transaction ON \(log) (transaction)",
      "COMMENT ON TABLE \(log) IS 'Changes of rows, for live tables'",
    ] + NotingFunction(in: schema, dialect).definitions
  }

  /// The statements that remove both.
  static func schemaRemovals(in schema: String, _ dialect: Dialect) -> [String] {
    NotingFunction(in: schema, dialect).removals + ["DROP TABLE IF EXISTS \(log(in: schema, dialect))"]
  }

  // MARK: What each table has

  /// The statements that make the triggers.
  var definitions: [String] {
    let values = arguments.map(Self.literal).joined(separator: ", ")
    let function = key.isEmpty ? nil : NotingFunction(in: schema, dialect, of: self)
    let shared = NotingFunction(in: schema, dialect)
    return removals + (function?.definitions ?? []) + [
      """
      CREATE TRIGGER \(Self.name) AFTER INSERT OR UPDATE OR DELETE ON \(quotedTable)
      FOR EACH ROW EXECUTE FUNCTION \((function ?? shared).quotedName)(\(values))
      """,
      """
      CREATE TRIGGER \(Self.name)_truncate AFTER TRUNCATE ON \(quotedTable)
      FOR EACH STATEMENT EXECUTE FUNCTION \(shared.quotedName)(\(Self.literal(table.name)))
      """,
      // Also for what logical replication writes.
      "ALTER TABLE \(quotedTable) ENABLE ALWAYS TRIGGER \(Self.name), ENABLE ALWAYS TRIGGER \(Self.name)_truncate",
    ]
  }

  /// A string that means the same whatever `standard_conforming_strings` says.
  static func literal(_ text: String) -> String {
    "E'" + text.unicodeScalars.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : "\($1)" } + "'"
  }

  /// The statements that remove them.
  var removals: [String] { Self.removals(from: quotedTable) }

  /// The same, for a table by its quoted name.
  static func removals(from table: String) -> [String] {
    ["", "_truncate"].map { "DROP TRIGGER IF EXISTS \(name)\($0) ON \(table)" }
  }
}
