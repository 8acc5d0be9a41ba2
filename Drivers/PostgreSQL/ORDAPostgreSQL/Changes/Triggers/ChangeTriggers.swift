internal import ORDA

/// The triggers that note what changes in one table, and the table they note it in: one for each schema.
///
/// They note a changed row's key, before and after; the rest is read again. A key with columns other than whole
/// numbers, strings and UUIDs is not noted: the table is then reported as possibly changed.
struct ChangeTriggers {
  /// The name of the table for the notes, of the two triggers, and of the channel on which notes are announced.
  static let name = "orda_changes"
  /// The name of the function that both triggers call.
  static let function = "orda_note_change"
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
      table.columns.first { $0.name == name }.flatMap { TriggerKeyColumn($0) }
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

  private static func function(in schema: String, _ dialect: Dialect) -> String {
    dialect.quoted(identifier: schema) + "." + function + "()"
  }

  // MARK: What a schema has once

  /// The statements that make the table for the notes, and the function that writes them.
  ///
  /// The function never fails for what has become of the table: a column that is gone is noted as NULL. It runs as who
  /// installed it, so that whoever writes needs no right to the notes, and nobody else can have it called.
  static func schemaDefinitions(in schema: String, _ dialect: Dialect) -> [String] {
    let log = log(in: schema, dialect)
    let function = function(in: schema, dialect)
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
      """
      CREATE OR REPLACE FUNCTION \(function) RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp AS $orda$
      DECLARE
        old_row jsonb;
        new_row jsonb;
        old_key text[];
        new_key text[];
      BEGIN
        IF TG_LEVEL = 'ROW' THEN
          IF TG_OP <> 'INSERT' THEN old_row := to_jsonb(OLD); END IF;
          IF TG_OP <> 'DELETE' THEN new_row := to_jsonb(NEW); END IF;
          FOR i IN 1..TG_NARGS - 1 LOOP
            IF TG_OP <> 'INSERT' THEN old_key[i] := old_row ->> TG_ARGV[i]; END IF;
            IF TG_OP <> 'DELETE' THEN new_key[i] := new_row ->> TG_ARGV[i]; END IF;
          END LOOP;
        END IF;
        INSERT INTO \(log) (name, event, old_key, new_key) VALUES (TG_ARGV[0], TG_OP, old_key, new_key);
        PERFORM pg_notify('\(name)', '');
        RETURN NULL;
      END $orda$
      """,
      "REVOKE ALL ON FUNCTION \(function) FROM PUBLIC",
    ]
  }

  /// The statements that remove both.
  static func schemaRemovals(in schema: String, _ dialect: Dialect) -> [String] {
    ["DROP FUNCTION IF EXISTS \(function(in: schema, dialect))", "DROP TABLE IF EXISTS \(log(in: schema, dialect))"]
  }

  // MARK: What each table has

  /// The statements that make the triggers.
  var definitions: [String] {
    let call = "EXECUTE FUNCTION \(dialect.quoted(identifier: schema)).\(Self.function)"
    let values = arguments.map(Self.literal).joined(separator: ", ")
    return removals + [
      """
      CREATE TRIGGER \(Self.name) AFTER INSERT OR UPDATE OR DELETE ON \(quotedTable)
      FOR EACH ROW \(call)(\(values))
      """,
      """
      CREATE TRIGGER \(Self.name)_truncate AFTER TRUNCATE ON \(quotedTable)
      FOR EACH STATEMENT \(call)(\(Self.literal(table.name)))
      """,
      // Also for what logical replication writes.
      "ALTER TABLE \(quotedTable) ENABLE ALWAYS TRIGGER \(Self.name), ENABLE ALWAYS TRIGGER \(Self.name)_truncate",
    ]
  }

  /// A string that means the same whatever `standard_conforming_strings` says.
  private static func literal(_ text: String) -> String {
    "E'" + text.unicodeScalars.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : "\($1)" } + "'"
  }

  /// The statements that remove them.
  var removals: [String] { Self.removals(from: quotedTable) }

  /// The same, for a table by its quoted name.
  static func removals(from table: String) -> [String] {
    ["", "_truncate"].map { "DROP TRIGGER IF EXISTS \(name)\($0) ON \(table)" }
  }
}
