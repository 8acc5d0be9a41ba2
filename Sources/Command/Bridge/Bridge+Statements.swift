import ORDA
import ORDAImport

/// Requests that run statements.
extension Bridge {
  /// How many rows a fetch returns by default.
  static let rowsOfAFetch = 1000

  func execute(_ request: Request, _ output: Output) throws {
    if try request.flag("script") { return try executeScript(request, output) }
    let parameters = try request.parameters()
    let statement = try request.number("statement").map { try statements.element($0) }
    guard (statement == nil) != (request["sql"] == nil) else {
      throw DatabaseError.badRequest("execute needs either \"sql\" or the number of a \"statement\"")
    }
    if try request.flag("cursor") {
      if let statement { return try open(statement.openRows(parameters, timeout: nil), of: statement.sql, output) }
      return try open(
        database.openRows(of: try sql(request), parameters, timeout: nil), of: try request.text("sql"), output)
    }
    if let statement {
      try statement.withExecution(parameters, timeout: nil) { try output.writeJSON(running: $0) }
    } else {
      let sql = try sql(request)
      try naming(request) {
        try database.withExecution(of: sql, parameters, timeout: nil) { try output.writeJSON(running: $0) }
      }
    }
  }

  private func sql(_ request: Request) throws -> SQL { SQL(text: try request.text("sql")) }

  /// Runs a statement and writes all of its results: a procedure may have several.
  func results(_ request: Request, _ output: Output) throws {
    let parameters = try request.parameters()
    let statement = try request.number("statement").map { try statements.element($0) }
    guard (statement == nil) != (request["sql"] == nil) else {
      throw DatabaseError.badRequest("results needs either \"sql\" or the number of a \"statement\"")
    }
    var result: (any StatementResult)?
    if let statement {
      result = try statement.execute(parameters)
    } else {
      let sql = try sql(request)
      try naming(request) { result = try database.execute(sql, parameters) }
    }
    output.writeJSON(results: result.map { [$0] + $0.further } ?? [])
  }

  /// Runs a statement once for each of the rows, all or none.
  func executeMany(_ request: Request, _ output: Output) throws {
    let held = try request.number("statement").map { try statements.element($0) }
    guard (held == nil) != (request["sql"] == nil), case .array(let elements)? = request["rows"] else {
      throw DatabaseError.badRequest(
        "a batch has \"requests\"; or \"rows\", and \"sql\" or the number of a \"statement\"")
    }
    var statement = held
    if statement == nil {
      let sql = try sql(request)
      try naming(request) { statement = try database.prepare(sql) }
    }
    guard let statement else { return }
    let names = statement.parameterNames
    var rows: [Parameters] = []
    rows.reserveCapacity(elements.count)
    for (number, element) in elements.enumerated() {
      rows.append(try request.parameters(element, of: "rows[\(number)]"))
      // Check before running the first: nobody wants to learn of it at the last.
      guard case .array(let values) = element, values.count != names.count else { continue }
      throw DatabaseError(
        .misuse,
        "rows[\(number)] has \(Grouped.count(values.count, "value")), and the statement "
          + "\(Grouped.count(names.count, "parameter")); nothing was run")
    }
    do {
      let changed = try statement.executeMany(rows)
      output.write(",\"changed\":")
      output.write(number: Int64(changed))
    } catch var error as DatabaseError {
      if let row = error.batchIndex { error.message = "rows[\(row)]: \(error.message); nothing of the batch is kept" }
      throw error
    }
  }

  private func executeScript(_ request: Request, _ output: Output) throws {
    for name in ["params", "statement", "cursor"] where request[name] != nil {
      throw DatabaseError.badRequest("a script goes without \"\(name)\"")
    }
    let results = try database.executeScript(try sql(request), timeout: nil)
    output.writeJSON(results: results)
  }

  func prepare(_ request: Request, _ output: Output) throws {
    let sql = try sql(request)
    try naming(request) {
      let statement = try database.prepare(sql)
      let columns = try statement.columns()
      output.write(",\"statement\":")
      output.write(number: Int64(try statements.add(statement)))
      output.write(",\"parameters\":")
      output.writeJSON(.array(statement.parameterNames.map { $0.map { .string($0) } ?? .null }))
      output.write(",")
      output.writeJSON(columns: columns)
    }
  }

  private func open(_ rows: consuming Rows, of sql: String, _ output: Output) throws {
    var columns = try rows.columns()
    let cursor = Cursor(rows, level: level)
    if columns.isEmpty {
      guard mayGiveRows(sql) else {
        throw DatabaseError(.misuse, "the statement gives no rows; execute it without \"cursor\"")
      }
      try cursor.begin()
      columns = (try? cursor.rows.columns()) ?? []
    }
    output.write(",\"cursor\":")
    output.write(number: Int64(try cursors.add(cursor)))
    output.write(",")
    output.writeJSON(columns: columns)
  }

  /// True for a statement that may return rows although the database reports no columns before it runs, as MariaDB does
  /// for an INSERT with RETURNING and for a CALL.
  private func mayGiveRows(_ sql: String) -> Bool {
    var tokens = SQLTokens(sql, dialect: database.dialect)
    var isFirst = true
    while let token = try? tokens.next() {
      guard token.kind == .word else { continue }
      let word = token.text.lowercased()
      if word == "returning" || isFirst && (word == "call" || word == "execute") { return true }
      isFirst = false
    }
    return false
  }

  func fetch(_ request: Request, _ output: Output) throws {
    guard let number = try request.number("cursor") else {
      throw DatabaseError.badRequest("fetch needs the number of a \"cursor\"")
    }
    let limit = try request.number("limit") ?? Self.rowsOfAFetch
    let cursor = try cursors.element(number)
    var count = 0
    var isDone = false
    output.write(",\"rows\":[")
    if cursor.sendFirst(to: output) { count = 1 }
    do {
      while count < limit {
        guard let row = try cursor.rows.next() else {
          isDone = true
          break
        }
        try output.writeJSON(row: row, isFirst: count == 0)
        count += 1
      }
    } catch {
      cursors.remove(number)
      throw error
    }
    if isDone { cursors.remove(number) }
    output.write("],\"done\":")
    output.write(isDone ? "true" : "false")
  }

  /// Closes a statement or a cursor, or both. One that is no longer open is not an error.
  func close(_ request: Request) throws {
    let statement = try request.number("statement")
    let cursor = try request.number("cursor")
    if let statement { statements.remove(statement) }
    if let cursor { cursors.remove(cursor) }
  }

  /// Runs the body; if the core refuses something for which there is another call, the error names the request instead.
  private func naming(_ request: Request, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch var error as DatabaseError where DatabaseError.Kind.misuse.matches(error.kind) {
      if let op = Self.operation(insteadOf: try request.text("sql")) {
        error.message = "transactions are begun and ended by requests of their own; send {\"op\":\"\(op)\"} instead"
      }
      throw error
    }
  }

  /// The op that does what a statement with this first word would do.
  private static func operation(insteadOf sql: String) -> String? {
    let words = sql.lowercased().split(whereSeparator: { !$0.isLetter }).prefix(3)
    return switch words.first {
    case "begin", "start": Operation.begin.rawValue
    case "commit", "end": Operation.commit.rawValue
    case "rollback": words.contains("to") ? Operation.rollbackTo.rawValue : Operation.rollback.rawValue
    case "savepoint": Operation.savepoint.rawValue
    case "release": Operation.release.rawValue
    default: nil
    }
  }
}
