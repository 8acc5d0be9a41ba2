import ORDA

/// Requests that run statements.
extension Bridge {
  /// How many rows a fetch gives where it does not say.
  static let rowsOfAFetch = 1000

  func execute(_ request: Request, _ output: Output) throws {
    if try request.flag("script") { return try executeScript(request, output) }
    let parameters = try request.parameters()
    let statement = try request.number("statement").map { try statements.element($0) }
    guard (statement == nil) != (request["sql"] == nil) else {
      throw DatabaseError.badRequest("execute needs either \"sql\" or the number of a \"statement\"")
    }
    if try request.flag("cursor") {
      if let statement { return try open(statement.openRows(parameters, timeout: nil), output) }
      return try open(database.openRows(of: try sql(request), parameters, timeout: nil), output)
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

  private func executeScript(_ request: Request, _ output: Output) throws {
    for name in ["params", "statement", "cursor"] where request[name] != nil {
      throw DatabaseError.badRequest("a script goes without \"\(name)\"")
    }
    let results = try database.executeScript(try sql(request), timeout: nil)
    output.write(",\"results\":[")
    for (index, result) in results.enumerated() {
      output.write(index == 0 ? "{" : ",{")
      output.writeJSON(columns: result.columns)
      output.write(",\"rows\":[")
      for (index, row) in result.rows.enumerated() { output.writeJSON(row: row.values, isFirst: index == 0) }
      output.write("]")
      output.writeJSON(changed: result.changed, lastID: result.lastID)
      output.write("}")
    }
    output.write("]")
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

  private func open(_ rows: consuming Rows, _ output: Output) throws {
    let columns = try rows.columns()
    guard !columns.isEmpty else {
      throw DatabaseError(.misuse, "the statement gives no rows; execute it without \"cursor\"")
    }
    output.write(",\"cursor\":")
    output.write(number: Int64(try cursors.add(Cursor(rows, level: levels.count))))
    output.write(",")
    output.writeJSON(columns: columns)
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

  /// Closes a statement or a cursor, or both. One that is not open any more is no error.
  func close(_ request: Request) throws {
    let statement = try request.number("statement")
    let cursor = try request.number("cursor")
    if let statement { statements.remove(statement) }
    if let cursor { cursors.remove(cursor) }
  }

  /// Runs the body; what the core refuses for there is another call for it gets an error that names the request instead.
  private func naming(_ request: Request, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch var error as DatabaseError where DatabaseError.Kind.misuse.matches(error.kind) {
      if let op = Self.operation(insteadOf: try request.text("sql")) {
        error.message = "transactions are begun and ended by requests of their own; send {\"op\":\"\(op)\"} instead"
      } else {
        error.message.replace("use executeScript", with: "execute it with \"script\":true")
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
