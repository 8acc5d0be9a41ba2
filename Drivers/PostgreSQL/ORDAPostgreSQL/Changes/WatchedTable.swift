internal import ORDA

/// What the server's catalog says of a table that somebody wants to hear of.
struct WatchedTable: Equatable, Sendable {
  var name: TableName
  /// What changes if the table is made anew or altered.
  var version: String
  /// True if the publications that are read have it.
  var isPublished: Bool
  /// True if the account may publish it.
  var isOwn: Bool
  /// Why it can't be published; nil if it can.
  var obstacle: String?
  /// What its trigger that notes changes was given; empty if it lacks one of the two, or this account may not read what
  /// they note.
  var noted: [String] = []
}

extension WatchedTable {
  /// Asks for the wanted tables, those of them that exist.
  ///
  /// - Parameter publications: The publications that are read.
  static func all(
    _ interest: ChangeInterest, publishedBy publications: [String], on connection: PostgreSQLConnection
  ) throws(DatabaseError) -> [WatchedTable] {
    let condition: String
    var values: [String?] = [ArrayText.written(publications)]
    switch interest {
    case .everything:
      condition = """
        c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND NOT c.relispartition
        AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
        """
    case .tables(let tables):
      condition = """
        (n.nspname, c.relname) IN (
          SELECT s, t FROM ROWS FROM (pg_catalog.unnest($2::text[]), pg_catalog.unnest($3::text[])) AS wanted (s, t))
        """
      let tables = Array(tables)
      values += [ArrayText.written(tables.map { $0.schema ?? "" }), ArrayText.written(tables.map(\.name))]
    }
    return try connection.texts(question + condition, values).compactMap(Self.init)
  }

  private init?(_ row: [String?]) {
    guard row.count == 7, let schema = row[0], let name = row[1] else { return nil }
    self.init(
      name: TableName(schema: schema, name: name), version: row[2] ?? "", isPublished: row[3] == "t",
      isOwn: row[4] == "t", obstacle: row[5], noted: row[6].map(Self.arguments) ?? [])
  }

  /// A trigger's arguments, each behind which the catalog has a zero.
  private static func arguments(_ hexadecimal: String) -> [String] {
    let digits = hexadecimal.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// A table without a replica identity is not published, for its rows could not be updated any more; nor is one whose
  /// rows are also those of others.
  private static let question = """
    SELECT n.nspname, c.relname, pg_catalog.concat_ws(',', c.oid, c.relreplident, key.indexrelid,
        (SELECT pg_catalog.md5(pg_catalog.string_agg(
            pg_catalog.concat_ws(' ', a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.atthasdef), ','
            ORDER BY a.attnum))
          FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)),
      p.tablename IS NOT NULL, pg_catalog.pg_has_role(c.relowner, 'USAGE'),
      CASE
        WHEN c.relkind NOT IN ('r', 'p') THEN 'it is no table with rows of its own'
        WHEN c.relpersistence <> 'p' THEN 'the log has nothing of it'
        WHEN c.relispartition THEN 'it is a partition; follow the whole table'
        WHEN c.relkind = 'r' AND c.relhassubclass THEN 'other tables inherit from it'
        WHEN c.relreplident = 'n' THEN 'its REPLICA IDENTITY is NOTHING'
        WHEN c.relreplident = 'i' AND NOT EXISTS (
          SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisreplident)
          THEN 'the index of its REPLICA IDENTITY is gone'
        WHEN key.indexrelid IS NULL AND (c.relreplident = 'd' OR c.relkind = 'p') THEN 'it has no primary key that is checked at once'
        WHEN c.relkind = 'p' AND EXISTS (
          SELECT FROM pg_catalog.pg_partition_tree(c.oid) t JOIN pg_catalog.pg_class k ON k.oid = t.relid
          WHERE k.relreplident = 'n') THEN 'the REPLICA IDENTITY of one of its partitions is NOTHING'
      END,
      (SELECT pg_catalog.encode(t.tgargs, 'hex')
        FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_trigger emptied ON emptied.tgrelid = t.tgrelid
        WHERE t.tgrelid = c.oid AND t.tgname = '\(ChangeTriggers.name)' AND t.tgenabled = 'A'
          AND emptied.tgname = '\(ChangeTriggers.name)_truncate' AND emptied.tgenabled = 'A'
          AND pg_catalog.has_table_privilege(
            pg_catalog.to_regclass(pg_catalog.quote_ident(n.nspname) || '.\(ChangeTriggers.name)'), 'SELECT'))
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_catalog.pg_index key ON key.indrelid = c.oid AND key.indisprimary AND key.indimmediate
    LEFT JOIN (
      SELECT DISTINCT t.schemaname, t.tablename FROM pg_catalog.pg_publication_tables t
      WHERE t.pubname = ANY($1::text[]) AND pg_catalog.to_jsonb(t) ->> 'rowfilter' IS NULL
    ) p ON p.schemaname = n.nspname AND p.tablename = c.relname
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND
    """ + " "
}
