internal import ORDA

/// A function that triggers call to note a change: the one of a schema, or the one of a table.
///
/// It must not make a statement fail. So it reads only the columns of the key: a whole row may be too large for a function, or
/// contain a value that JSON can't represent. The function of a table names these columns, which is the fastest way. PL/pgSQL fails
/// if such a column was dropped or has another type. Then the function makes a query for each row, and so does the function of the
/// schema. A key that can't be read is noted as NULL, and the table is reported as possibly changed.
struct NotingFunction {
  /// The name of a schema's function, and the beginning of its tables' function names.
  static let name = "orda_note_change"
  /// The most bytes of a key's text; no index takes more.
  private static let longestText = 8192
  /// The most bytes of a row that the server copies.
  private static let largestRow = 1_000_000_000

  /// The name, with its schema, without parentheses.
  let quotedName: String
  private let log: String
  private let schema: String
  private let dialect: Dialect
  private let triggers: ChangeTriggers?

  /// - Parameter triggers: Those of the function's table; nil for the function of the schema.
  init(in schema: String, _ dialect: Dialect, of triggers: ChangeTriggers? = nil) {
    self.schema = schema
    self.dialect = dialect
    self.triggers = triggers
    log = ChangeTriggers.log(in: schema, dialect)
    let suffix = triggers.map { "_" + Self.digits(of: $0.table.name) } ?? ""
    quotedName = dialect.quoted(identifier: schema) + "." + Self.name + suffix
  }

  /// Sixteen digits for a table's name, which may be too long to be a part of another one (FNV-1a).
  private static func digits(of name: String) -> String {
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The statements that make it, or replace it.
  var definitions: [String] {
    let text = text
    var tag = "$orda$"
    while text.utf8.count >= tag.utf8.count, text.contains(tag) { tag = "$orda_" + tag.dropFirst() }
    return [
      """
      CREATE OR REPLACE FUNCTION \(quotedName)() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp AS \(tag)
      \(text)
      \(tag)
      """,
      "REVOKE ALL ON FUNCTION \(quotedName)() FROM PUBLIC",
    ]
  }

  /// The statements that remove a schema's function.
  var removals: [String] { ["DROP FUNCTION IF EXISTS \(quotedName)()"] }

  /// The statement that removes the functions of tables that no trigger calls any more. One that a renamed table's trigger calls
  /// stays.
  static func removalOfUnused(in schema: String) -> String {
    """
    DO $orda$
    DECLARE unused regprocedure;
    BEGIN
      FOR unused IN
        SELECT f.oid FROM pg_catalog.pg_proc f JOIN pg_catalog.pg_namespace n ON n.oid = f.pronamespace
        WHERE n.nspname = \(ChangeTriggers.literal(schema)) AND f.proname ~ '^\(name)_[0-9a-f]{16}$'
          AND NOT EXISTS (SELECT FROM pg_catalog.pg_trigger t WHERE t.tgfoid = f.oid)
      LOOP
        EXECUTE 'DROP FUNCTION ' || unused;
      END LOOP;
    END $orda$
    """
  }

  // MARK: Its text

  private var text: String {
    let query = """
      SELECT string_agg(
        format('CASE WHEN octet_length(($1).%1$I::text) <= \(Self.longestText) THEN ($1).%1$I::text END', a.attname),
        ', ' ORDER BY k.place) INTO parts
      FROM unnest(TG_ARGV) WITH ORDINALITY AS k (name, place) JOIN pg_attribute a ON a.attname = k.name
      WHERE k.place > 1 AND a.attrelid = TG_RELID AND a.attnum > 0 AND NOT a.attisdropped
        AND a.atttypid IN (\(TriggerKeyColumn.types.map { "\($0)" }.joined(separator: ", ")));
      IF parts IS NOT NULL THEN
        IF TG_OP <> 'INSERT' AND pg_column_size(OLD) BETWEEN 0 AND \(Self.largestRow) THEN
          EXECUTE 'SELECT ARRAY[' || parts || ']' INTO old_key USING OLD;
        END IF;
        IF TG_OP <> 'DELETE' AND pg_column_size(NEW) BETWEEN 0 AND \(Self.largestRow) THEN
          EXECUTE 'SELECT ARRAY[' || parts || ']' INTO new_key USING NEW;
        END IF;
      END IF;
      """
    // NOTIFY fails if the server's queue is full, because a listener has not read for a long time. The next poll finds the notes
    // without an announcement.
    return """
      DECLARE
        parts text;
        old_key text[];
        new_key text[];
      BEGIN
        IF TG_LEVEL = 'ROW' AND TG_NARGS > 1 THEN
          \(triggers.map { "IF \(condition($0)) THEN \(reading($0)) ELSE \(query) END IF;" } ?? query)
        END IF;
        INSERT INTO \(log) (name, event, old_key, new_key) VALUES (TG_ARGV[0], TG_OP, old_key, new_key);
        IF pg_notification_queue_usage() < 0.9 THEN PERFORM pg_notify('\(ChangeTriggers.name)', ''); END IF;
        RETURN NULL;
      END
      """
  }

  /// Whether the trigger's table has the columns that the function names.
  private func condition(_ triggers: ChangeTriggers) -> String {
    let names = triggers.key.map { ChangeTriggers.literal($0.name) }
    let columns = zip(names, triggers.key).map { "(\($0)::name, \($1.type)::oid)" }
    return """
      TG_ARGV[1:] = ARRAY[\(names.joined(separator: ", "))]::text[] AND \(names.count) = (
        SELECT count(*) FROM pg_attribute a
        JOIN (VALUES \(columns.joined(separator: ", "))) AS k (name, type) ON a.attname = k.name AND a.atttypid = k.type
        WHERE a.attrelid = TG_RELID AND a.attnum > 0 AND NOT a.attisdropped)
      """
  }

  private func reading(_ triggers: ChangeTriggers) -> String {
    func key(of row: String) -> String {
      let parts = triggers.key.map { column in
        let cell = row + "." + dialect.quoted(identifier: column.name)
        guard column.kind == .text else { return cell + "::text" }
        return "CASE WHEN octet_length(\(cell)) <= \(Self.longestText) THEN \(cell)::text END"
      }
      return "ARRAY[" + parts.joined(separator: ", ") + "]"
    }
    return """
      IF TG_OP <> 'INSERT' THEN old_key := \(key(of: "OLD")); END IF;
      IF TG_OP <> 'DELETE' THEN new_key := \(key(of: "NEW")); END IF;
      """
  }
}
