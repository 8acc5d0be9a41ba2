/// Makes right statements: joins, common table expressions, aggregates, changes.
struct StatementMaker {
  typealias Read = ProgramStatement.Read

  var random: Numbers

  mutating func next() -> ProgramStatement {
    switch random.below(16) {
    case 0, 1: columns()
    case 2: model()
    case 3: count()
    case 4: greatest()
    case 5: join()
    case 6: leftJoin()
    case 7: leftJoinOfThoseThere()
    case 8: common()
    case 9: notNull()
    case 10: insertion()
    case 11: update()
    case 12: deletion()
    case 13: subquery()
    case 14: union()
    default: returned()
    }
  }

  // MARK: Pieces

  private mutating func table() -> ProgramSchema.Table { random.one(of: ProgramSchema.tables) }

  private mutating func some(_ columns: [ProgramSchema.Column], _ count: Int) -> [ProgramSchema.Column] {
    var left = columns
    return (0..<min(count, columns.count)).map { _ in left.remove(at: random.below(left.count)) }
  }

  private func read(_ column: ProgramSchema.Column, isOptional: Bool? = nil) -> Read {
    let wrong = ["Int": "String", "Int64": "UUID", "Double": "String", "String": "Int"][column.type]
    return Read(type: column.type, wrong: wrong, isOptional: isOptional ?? column.isNullable)
  }

  private func value(for column: ProgramSchema.Column) -> String {
    switch column.type {
    case "String": "\"Jazz\""
    case "Double": "1.5"
    default: "7"
    }
  }

  private func names(_ columns: [ProgramSchema.Column], _ qualifier: String = "") -> String {
    columns.map { "\(qualifier)‹\($0.name)›" }.joined(separator: ", ")
  }

  /// A condition on a column that is never NULL, as a `?` or as an interpolated value.
  private mutating func condition(
    _ table: ProgramSchema.Table, _ qualifier: String = ""
  ) -> (sql: String, values: [String]) {
    let column = random.one(of: table.columns { !$0.isNullable })
    let comparison = random.one(of: ["=", "<", ">=", "<>"])
    if random.below(2) == 0 { return ("\(qualifier)‹\(column.name)› \(comparison) ?", [value(for: column)]) }
    return ("\(qualifier)‹\(column.name)› \(comparison) {value}", [])
  }

  private mutating func referring() -> (table: ProgramSchema.Table, column: String, other: ProgramSchema.Table) {
    let table = random.one(of: ProgramSchema.tables.filter { $0.reference != nil })
    guard let reference = table.reference, let other = ProgramSchema.table(reference.table) else { return referring() }
    return (table, reference.column, other)
  }

  // MARK: Statements

  private mutating func columns() -> ProgramStatement {
    let table = table()
    let columns = some(table.columns, 1 + random.below(4))
    let condition = condition(table)
    let order = random.below(2) == 0 ? " ORDER BY ‹\(table.key.name)› DESC LIMIT \(1 + random.below(90))" : ""
    return ProgramStatement(
      call: random.below(3) == 0 ? "first" : "query",
      sql: "SELECT \(names(columns)) FROM ‹\(table.name)› WHERE \(condition.sql)\(order)",
      reads: columns.map { read($0, isOptional: $0.isNullable) }, values: condition.values)
  }

  private mutating func model() -> ProgramStatement {
    let table = table()
    let condition = condition(table)
    return ProgramStatement(
      call: "query", sql: "SELECT * FROM ‹\(table.name)› WHERE \(condition.sql)", model: table.type,
      values: condition.values)
  }

  private mutating func count() -> ProgramStatement {
    let table = table()
    let condition = condition(table)
    return ProgramStatement(
      call: "first", sql: "SELECT count(*) FROM ‹\(table.name)› WHERE \(condition.sql)",
      reads: [Read(type: "Int", wrong: "String")], values: condition.values)
  }

  private mutating func greatest() -> ProgramStatement {
    let table = table()
    let column = random.one(of: table.columns { $0.type != "String" })
    let function = random.one(of: ["max", "min", "sum", "avg"])
    return ProgramStatement(
      call: "first", sql: "SELECT \(function)(‹\(column.name)›) FROM ‹\(table.name)›",
      reads: [Read(type: function == "avg" ? "Double" : column.type, wrong: nil, isOptional: true)])
  }

  private mutating func join() -> ProgramStatement {
    let (table, column, other) = referring()
    let left = some(table.columns, 2)
    let right = some(other.columns, 1)
    let condition = condition(table, "a.")
    return ProgramStatement(
      call: "query",
      sql: "SELECT \(names(left, "a.")), \(names(right, "b.")) FROM ‹\(table.name)› a"
        + " JOIN ‹\(other.name)› AS b ON b.‹id› = a.‹\(column)› WHERE \(condition.sql)",
      reads: (left + right).map { read($0) }, values: condition.values)
  }

  private mutating func leftJoin() -> ProgramStatement {
    let (table, column, other) = referring()
    let left = some(other.columns, 2)
    let right = some(table.columns, 2)
    let condition = condition(other, "b.")
    return ProgramStatement(
      call: "query",
      sql: "SELECT \(names(left, "b.")), \(names(right, "a.")) FROM ‹\(other.name)› b"
        + " LEFT JOIN ‹\(table.name)› a ON a.‹\(column)› = b.‹id› WHERE \(condition.sql)",
      reads: left.map { read($0) }
        + right.map { Read(type: $0.type, wrong: read($0).wrong, isOptional: true, isCertain: $0.name != column) },
      values: condition.values)
  }

  private mutating func leftJoinOfThoseThere() -> ProgramStatement {
    let (table, column, other) = referring()
    let right = some(table.columns { !$0.isNullable }, 2)
    return ProgramStatement(
      call: "query",
      sql: "SELECT \(names(right, "a.")) FROM ‹\(other.name)› b"
        + " LEFT JOIN ‹\(table.name)› a ON a.‹\(column)› = b.‹id› WHERE a.‹id› IS NOT NULL",
      reads: right.map { read($0) })
  }

  private mutating func common() -> ProgramStatement {
    let (table, column, other) = referring()
    let shown = some(other.columns, 1)
    return ProgramStatement(
      call: "query",
      sql: "WITH sums AS (SELECT ‹\(column)› AS owner, count(*) AS n FROM ‹\(table.name)› GROUP BY ‹\(column)›)"
        + " SELECT \(names(shown, "b.")), sums.n FROM ‹\(other.name)› b JOIN sums ON sums.owner = b.‹id›"
        + " WHERE sums.n > ?",
      reads: shown.map { read($0) } + [Read(type: "Int", wrong: nil)], values: ["\(random.below(9))"])
  }

  private mutating func notNull() -> ProgramStatement {
    let table = table()
    guard let column = table.columns(\.isNullable).last else { return model() }
    return ProgramStatement(
      call: "query",
      sql: "SELECT ‹id›, ‹\(column.name)› FROM ‹\(table.name)› WHERE ‹\(column.name)› IS NOT NULL AND ‹id› > ?",
      reads: [read(table.key), Read(type: column.type, wrong: read(column).wrong)], values: ["\(random.below(90))"])
  }

  private mutating func insertion() -> ProgramStatement {
    let table = table()
    let columns = Array(table.columns.dropFirst())
    let list = "INSERT INTO ‹\(table.name)› (\(names(columns))) VALUES "
    if random.below(2) == 0 {
      return ProgramStatement(
        call: "execute", sql: list + "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")",
        values: columns.map(value))
    }
    return ProgramStatement(
      call: "execute", sql: list + "(" + columns.map { ":\($0.name)" }.joined(separator: ", ") + ")",
      named: columns.map { ($0.name, value(for: $0)) })
  }

  private mutating func update() -> ProgramStatement {
    let table = table()
    let column = random.one(of: Array(table.columns.dropFirst()))
    return ProgramStatement(
      call: "execute", sql: "UPDATE ‹\(table.name)› SET ‹\(column.name)› = ? WHERE ‹id› = ?",
      values: [value(for: column), "7"])
  }

  private mutating func deletion() -> ProgramStatement {
    let table = table()
    let condition = condition(table)
    return ProgramStatement(
      call: "execute", sql: "DELETE FROM ‹\(table.name)› WHERE \(condition.sql)", values: condition.values)
  }

  private mutating func subquery() -> ProgramStatement {
    let (table, column, other) = referring()
    let shown = some(other.columns, 2)
    return ProgramStatement(
      call: "query",
      sql: "SELECT \(names(shown)) FROM ‹\(other.name)› WHERE ‹id› IN"
        + " (SELECT ‹\(column)› FROM ‹\(table.name)› WHERE ‹\(table.name)›.‹id› < ?)",
      reads: shown.map { Read(type: $0.type, wrong: read($0).wrong, isOptional: $0.isNullable) }, values: ["90"])
  }

  private mutating func union() -> ProgramStatement {
    let table = table()
    let column = random.one(of: table.columns)
    return ProgramStatement(
      call: "query",
      sql: "SELECT ‹id›, ‹\(column.name)› FROM ‹\(table.name)› WHERE ‹id› < ? UNION ALL"
        + " SELECT ‹id›, ‹\(column.name)› FROM ‹\(table.name)› WHERE ‹id› > ?",
      reads: [read(table.key), read(column)], values: ["7", "90"])
  }

  private mutating func returned() -> ProgramStatement {
    let table = table()
    let column = random.one(of: table.columns { !$0.isNullable && $0.name != "id" })
    return ProgramStatement(
      call: "first", sql: "UPDATE ‹\(table.name)› SET ‹\(column.name)› = ? WHERE ‹id› = {value} RETURNING ‹id›",
      reads: [read(table.key)], values: [value(for: column)])
  }
}
