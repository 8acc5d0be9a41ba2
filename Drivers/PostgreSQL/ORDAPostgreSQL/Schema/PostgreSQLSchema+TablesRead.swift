internal import ORDA

/// Which tables a query reads: those that its preparation has locked, and what functions read that are called in it.
///
/// The server does not look into functions before they run. So the names in the texts of those that are called are
/// looked up among all tables: there may be one too many, if a name is only that of a column.
extension PostgreSQLSchema {
  /// - Parameter sql: The query, which this transaction has prepared.
  /// - Throws: `unsupported` for a table whose changes nobody can tell.
  func tablesRead(by sql: String) throws(DatabaseError) -> ChangeInterest {
    var seen = (tables: Set<String>(), functions: Set<String>())
    let locked = Set(try query(Self.lockedTables, []).compactMap { $0.first ?? nil })
    var tables = locked
    var functions = try numbers(Self.functionsNamed, FunctionText(sql).names)
    while !tables.isEmpty || !functions.isEmpty {
      seen.tables.formUnion(tables)
      seen.functions.formUnion(functions)
      if seen.tables.count + seen.functions.count > Self.most { return .everything }
      var found = try dependencies(Self.dependenciesOfTables, of: tables)
      let more = try dependencies(Self.dependenciesOfFunctions, of: functions)
      found.tables.formUnion(more.tables)
      found.functions.formUnion(more.functions)
      for row in try query(Self.functionTexts, [ArrayText.written(functions)]) {
        let text = FunctionText(row[1] ?? "")
        // What it puts together at run time, and what is written in another language, may read anything.
        if row[0] == "other" || text.names.contains("execute") { return .everything }
        found.tables.formUnion(try numbers(Self.tablesNamed, text.names))
        found.functions.formUnion(try numbers(Self.functionsNamed, text.names))
      }
      tables = found.tables.subtracting(seen.tables)
      functions = found.functions.subtracting(seen.functions)
    }
    return .tables(try names(of: seen.tables, locked))
  }

  /// With more than this nobody looks any further.
  private static let most = 2000

  private func names(of tables: Set<String>, _ locked: Set<String>) throws(DatabaseError) -> Set<TableName> {
    var names: Set<TableName> = []
    for row in try query(Self.tableNames, [ArrayText.written(tables)]) {
      let name = TableName(schema: row[0], name: row[1] ?? "")
      if row[0] == "pg_catalog" || row[0] == "information_schema" { continue }
      let kind: String? =
        switch row[2] {
        case _ where row[3] == "t": "temporary table"
        case "m": "materialized view"
        case "f": "foreign table"
        default: nil
        }
      if let kind, locked.contains(row[4] ?? "") {
        throw DatabaseError(
          .unsupported, "the query reads the \(kind) \(name), whose changes nobody tells", table: name.name)
      }
      names.insert(name)
    }
    return names
  }

  // MARK: Questions

  private func dependencies(
    _ question: String, of numbers: Set<String>
  ) throws(DatabaseError) -> (tables: Set<String>, functions: Set<String>) {
    var found = (tables: Set<String>(), functions: Set<String>())
    if numbers.isEmpty { return found }
    for row in try query(question, [ArrayText.written(numbers)]) {
      guard let number = row[0] else { continue }
      if row[1] == "function" { found.functions.insert(number) } else { found.tables.insert(number) }
    }
    return found
  }

  private func numbers(_ question: String, _ names: Set<String>) throws(DatabaseError) -> Set<String> {
    if names.isEmpty { return [] }
    return Set(try query(question, [ArrayText.written(names)]).compactMap { $0.first ?? nil })
  }

  private static let isTable = "c.relkind IN ('r', 'p', 'v', 'm', 'f')"
  private static let isOwn = "n.nspname NOT IN ('pg_catalog', 'information_schema')"

  private static let lockedTables = """
    SELECT c.oid FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_class c ON c.oid = l.relation
    WHERE l.locktype = 'relation' AND l.pid = pg_catalog.pg_backend_pid() AND l.granted AND \(isTable)
      AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
    """
  private static let tableNames = """
    SELECT n.nspname, c.relname, c.relkind, c.relpersistence, c.oid
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = ANY($1::oid[]) AND \(isTable)
    """
  private static let tablesNamed = """
    SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname::text = ANY($1::text[]) AND \(isTable) AND \(isOwn)
    """
  // What an immutable one returns depends on no table.
  private static let functionsNamed = """
    SELECT p.oid FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
    WHERE p.proname::text = ANY($1::text[]) AND p.provolatile <> 'i' AND \(isOwn)
    """
  private static let functionTexts = """
    SELECT CASE WHEN l.lanname IN ('c', 'internal') THEN 'library' WHEN l.lanname IN ('sql', 'plpgsql') THEN 'text'
      ELSE 'other' END, CASE WHEN l.lanname IN ('sql', 'plpgsql') THEN p.prosrc END
    FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid = p.prolang WHERE p.oid = ANY($1::oid[])
    """
  private static let dependenciesOfFunctions = """
    SELECT d.refobjid, CASE d.refclassid WHEN 'pg_catalog.pg_proc'::pg_catalog.regclass THEN 'function' END
    FROM pg_catalog.pg_depend d
    WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = ANY($1::oid[])
      AND d.refclassid IN ('pg_catalog.pg_proc'::pg_catalog.regclass, 'pg_catalog.pg_class'::pg_catalog.regclass)
    """
  // Views and policies; partitions, and what they are partitions of, since either may be what tells.
  private static let dependenciesOfTables = """
    SELECT d.refobjid, CASE d.refclassid WHEN 'pg_catalog.pg_proc'::pg_catalog.regclass THEN 'function' END
    FROM pg_catalog.pg_depend d
    WHERE d.refclassid IN ('pg_catalog.pg_proc'::pg_catalog.regclass, 'pg_catalog.pg_class'::pg_catalog.regclass)
      AND (d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass
          AND d.objid IN (SELECT oid FROM pg_catalog.pg_rewrite WHERE ev_class = ANY($1::oid[]) AND ev_type = '1')
        OR d.classid = 'pg_catalog.pg_policy'::pg_catalog.regclass
          AND d.objid IN (SELECT oid FROM pg_catalog.pg_policy WHERE polrelid = ANY($1::oid[])))
    UNION SELECT inhrelid, NULL FROM pg_catalog.pg_inherits WHERE inhparent = ANY($1::oid[])
    UNION SELECT inhparent, NULL FROM pg_catalog.pg_inherits WHERE inhrelid = ANY($1::oid[])
    """
}
