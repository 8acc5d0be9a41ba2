internal import ORDA

/// What the catalog says of tables, by their numbers.
struct PostgreSQLTableFacts {
  var columns: [String: [ColumnDescription]] = [:]
  var indexes: [String: [IndexDescription]] = [:]
  var constraints: [String: [PostgreSQLConstraint]] = [:]
  var triggers: [String: [String]] = [:]
}

/// A key or a condition.
struct PostgreSQLConstraint {
  let name: String
  /// The catalog's letter for its sort.
  let type: String
  var columns: [String] = []
  let referenced: TableName
  var referencedColumns: [String] = []
  let onUpdate: ForeignKey.Action
  let onDelete: ForeignKey.Action
  let isDeferred: Bool
  let expression: String

  var foreignKey: ForeignKey {
    ForeignKey(
      name: name, columns: columns, referencedTable: referenced, referencedColumns: referencedColumns,
      onUpdate: onUpdate, onDelete: onDelete, isDeferred: isDeferred)
  }
}

extension PostgreSQLSchema {
  func facts(of entries: [Entry]) throws(DatabaseError) -> PostgreSQLTableFacts {
    let tables = "{" + entries.map(\.number).joined(separator: ",") + "}"
    var facts = PostgreSQLTableFacts()
    facts.columns = try columns(tables)
    guard entries.contains(where: { $0.kind == .table || $0.isMaterialized }) else { return facts }
    facts.constraints = try constraints(tables)
    facts.indexes = try indexes(tables)
    for row in try query(
      "SELECT tgrelid, tgname FROM pg_catalog.pg_trigger WHERE tgrelid = ANY($1::oid[]) AND NOT tgisinternal", [tables])
    { facts.triggers[row[0] ?? "", default: []].append(row[1] ?? "") }
    return facts
  }

  // MARK: Columns

  private func columns(_ tables: String) throws(DatabaseError) -> [String: [ColumnDescription]] {
    var columns: [String: [ColumnDescription]] = [:]
    let rows = try query(
      """
      SELECT a.attrelid, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_catalog.pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity,
        CASE WHEN a.attcollation <> t.typcollation THEN pg_catalog.quote_ident(l.collname) END,
        pg_catalog.col_description(a.attrelid, a.attnum)
      FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
      WHERE a.attrelid = ANY($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attrelid, a.attnum
      """, [tables])
    for row in rows { columns[row[0] ?? "", default: []].append(Self.column(row)) }
    return columns
  }

  private static func column(_ row: [String?]) -> ColumnDescription {
    let expression = row[4]
    let isSerial = expression?.hasPrefix("nextval(") ?? false
    let isComputed = row[5].map { !$0.isEmpty } ?? false
    let generated: ColumnDescription.Generation =
      !isComputed ? .none : row[5] == "v" ? .virtual(expression: expression) : .stored(expression: expression)
    return ColumnDescription(
      name: row[1] ?? "", declaredType: row[2] ?? "", isNullable: row[3] != "t",
      defaultValue: isComputed || isSerial ? nil : expression.flatMap(withoutCast), generated: generated,
      collation: row[7], isAutoIncrement: isSerial || row[6].map { !$0.isEmpty } ?? false, comment: row[8])
  }

  /// A literal without the cast to the column's own type that the server adds: `'new'` of `'new'::text`, `-7` of
  /// `'-7'::integer`; nil for NULL. Of bytes the cast is kept, without which they would be a text that looks like them.
  static func withoutCast(_ expression: String) -> String? {
    guard
      let match = expression.wholeMatch(
        of: /\(?('(?:[^']|'')*'|NULL|-?[0-9.]+)\)?::[a-z0-9" ]+(?:\([0-9, ]+\))?(?: [a-z ]+)?/)
    else { return expression == "NULL" ? nil : expression }
    let literal = String(match.output.1)
    if literal == "NULL" { return nil }
    if expression.hasSuffix("::bytea") { return expression }
    if literal.wholeMatch(of: /'-?[0-9]+(\.[0-9]+)?'/) != nil,
      expression.contains(/::(integer|bigint|smallint|numeric|real|double precision)/)
    {
      return String(literal.dropFirst().dropLast())
    }
    return literal
  }

  // MARK: Constraints

  private func constraints(_ tables: String) throws(DatabaseError) -> [String: [PostgreSQLConstraint]] {
    let rows = try query(
      """
      SELECT k.conrelid, k.conname, k.contype, a.attname, n.nspname, f.relname, b.attname, k.confupdtype, k.confdeltype,
        k.condeferred, CASE WHEN k.contype = 'c' THEN pg_catalog.pg_get_expr(k.conbin, k.conrelid) END
      FROM pg_catalog.pg_constraint k
      LEFT JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS p (own, other, place) ON k.contype <> 'c'
      LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = p.own
      LEFT JOIN pg_catalog.pg_class f ON f.oid = k.confrelid
      LEFT JOIN pg_catalog.pg_namespace n ON n.oid = f.relnamespace
      LEFT JOIN pg_catalog.pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = p.other
      WHERE k.conrelid = ANY($1::oid[]) AND k.contype IN ('p', 'u', 'f', 'c') AND k.conparentid = 0
      ORDER BY k.conrelid, k.oid, p.place
      """, [tables])
    var constraints: [String: [PostgreSQLConstraint]] = [:]
    for row in rows {
      let table = row[0] ?? ""
      var known = constraints[table] ?? []
      if known.last?.name != row[1] {
        known.append(
          PostgreSQLConstraint(
            name: row[1] ?? "", type: row[2] ?? "", referenced: TableName(schema: row[4], name: row[5] ?? ""),
            onUpdate: Self.action(row[7]), onDelete: Self.action(row[8]), isDeferred: row[9] == "t",
            expression: Self.withoutParentheses(row[10] ?? "")))
      }
      if let column = row[3] { known[known.count - 1].columns.append(column) }
      if let column = row[6] { known[known.count - 1].referencedColumns.append(column) }
      constraints[table] = known
    }
    return constraints
  }

  private static func action(_ letter: String?) -> ForeignKey.Action {
    switch letter {
    case "r": .restrict
    case "c": .cascade
    case "n": .setNull
    case "d": .setDefault
    default: .noAction
    }
  }

  /// The condition without the parentheses that the server puts around the whole.
  private static func withoutParentheses(_ text: String) -> String {
    guard text.hasPrefix("("), text.hasSuffix(")") else { return text }
    var depth = 0
    var reader = SQLTokens(text, dialect: PostgreSQLDialect.dialect)
    var count = 0
    var closedEarly = false
    while let token = try? reader.next() {
      if count > 0, depth == 0 { closedEarly = true }
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      count += 1
    }
    return closedEarly ? text : String(text.dropFirst().dropLast())
  }

  // MARK: Indexes

  /// `USING gin (tags)` of `CREATE INDEX a ON b USING gin (tags)`.
  private static func behindTable(_ statement: String) -> String? {
    statement.firstRange(of: " USING ").map { "USING \(statement[$0.upperBound...])" }
  }

  private func indexes(_ tables: String) throws(DatabaseError) -> [String: [IndexDescription]] {
    let rows = try query(
      """
      SELECT i.indrelid, c.relname, i.indisunique, i.indisprimary, pg_catalog.pg_get_expr(i.indpred, i.indrelid),
        a.attname, pg_catalog.pg_get_indexdef(i.indexrelid, k::integer, true), i.indoption[k - 1] & 1,
        pg_catalog.quote_ident(l.collname),
        CASE WHEN m.amname <> 'btree' OR i.indnatts > i.indnkeyatts OR i.indoption::text ~ '[2]' OR EXISTS (
          SELECT FROM unnest(i.indclass) AS o (id) JOIN pg_catalog.pg_opclass p ON p.oid = o.id WHERE NOT p.opcdefault)
        THEN pg_catalog.pg_get_indexdef(i.indexrelid) END
      FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
      JOIN pg_catalog.pg_am m ON m.oid = c.relam
      CROSS JOIN LATERAL generate_series(1, i.indnkeyatts) AS k
      LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[k - 1] AND a.attnum > 0
      LEFT JOIN pg_catalog.pg_collation l ON l.oid = i.indcollation[k - 1]
      WHERE i.indrelid = ANY($1::oid[])
      ORDER BY i.indrelid, i.indexrelid, k
      """, [tables])
    var indexes: [String: [IndexDescription]] = [:]
    for row in rows {
      let table = row[0] ?? ""
      var known = indexes[table] ?? []
      if known.last?.name != row[1] {
        known.append(
          IndexDescription(
            name: row[1] ?? "", columns: [], isUnique: row[2] == "t", isPrimaryKey: row[3] == "t",
            isPartial: row[4] != nil, predicate: row[4].map(Self.withoutParentheses),
            declaration: row[9].flatMap(Self.behindTable)))
      }
      let term: IndexDescription.Term =
        row[5].map { .column($0) } ?? .expression(row[6].map(Self.withoutParentheses))
      known[known.count - 1].columns.append(
        IndexDescription.Part(term, isDescending: row[7] == "1", collation: row[8]))
      indexes[table] = known
    }
    return indexes
  }
}
