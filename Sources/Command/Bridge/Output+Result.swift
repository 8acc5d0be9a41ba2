import ORDA

/// Results as members of an answer.
extension Output {
  /// Runs a statement to its end: `,"columns":[…],"rows":[…],"changed":…,"lastID":…`, `,"further":[…]` if there is more
  /// than one result, and `,"warnings":[…]` if the database has any.
  func writeJSON(running execution: StatementExecution) throws {
    write(",")
    try writeResult(of: execution)
    if try execution.nextResult() {
      write(",\"further\":[")
      var isFirst = true
      repeat {
        write(isFirst ? "{" : ",{")
        try writeResult(of: execution)
        write("}")
        isFirst = false
      } while try execution.nextResult()
      write("]")
    }
    writeJSON(warnings: execution.warnings())
  }

  private func writeResult(of execution: StatementExecution) throws {
    // The columns are certain once the statement has begun to run.
    var hasRow = try execution.step()
    var columns = try execution.columns()
    if hasRow { try execution.row().addTypes(to: &columns) }
    writeJSON(columns: columns)
    write(",\"rows\":[")
    var isFirst = true
    while hasRow {
      try writeJSON(row: execution.row(), isFirst: isFirst)
      isFirst = false
      hasRow = try execution.step()
    }
    write("]")
    let outcome = execution.outcome()
    writeJSON(changed: outcome.changed, lastID: outcome.lastID)
  }

  /// `,"results":[{"columns":[…],"rows":[…],"changed":…,"lastID":…}]`
  func writeJSON(results: [any StatementResult]) {
    write(",\"results\":[")
    for (index, result) in results.enumerated() {
      write(index == 0 ? "{" : ",{")
      var columns = result.columns
      if let row = result.rows.first { Self.addTypes(of: row.values, to: &columns) }
      writeJSON(columns: columns)
      write(",\"rows\":[")
      for (index, row) in result.rows.enumerated() { writeJSON(row: row.values, isFirst: index == 0) }
      write("]")
      writeJSON(changed: result.changed, lastID: result.lastID)
      writeJSON(warnings: result.warnings)
      write("}")
    }
    write("]")
  }

  /// Gives columns without a type the type of a row's values.
  private static func addTypes(of values: [Value], to columns: inout [Column]) {
    for (index, value) in values.enumerated() where index < columns.count && columns[index].declaredType == nil {
      columns[index].declaredType = value.typeWord
    }
  }

  /// `,"warnings":[{"level":"warning","code":1265,"message":"…"}]`, or nothing.
  private func writeJSON(warnings: [DatabaseWarning]) {
    if warnings.isEmpty { return }
    write(",\"warnings\":[")
    for (index, warning) in warnings.enumerated() {
      write(index == 0 ? "{\"level\":" : ",{\"level\":")
      writeJSON(text: warning.level.rawValue)
      write(",\"code\":")
      write(number: Int64(warning.code))
      write(",\"message\":")
      writeJSON(text: warning.message)
      write("}")
    }
    write("]")
  }

  /// `"columns":[{"name":"id","type":"INTEGER","table":"genre","nullable":false}]`
  func writeJSON(columns: [Column]) {
    write("\"columns\":[")
    for (index, column) in columns.enumerated() {
      write(index == 0 ? "{\"name\":" : ",{\"name\":")
      writeJSON(text: column.name)
      write(",\"type\":")
      writeJSON(optional: column.declaredType)
      write(",\"table\":")
      writeJSON(optional: column.table)
      write(",\"nullable\":")
      write(column.isNullable.map { $0 ? "true" : "false" } ?? "null")
      write("}")
    }
    write("]")
  }

  /// `,"changed":1,"lastID":null`
  func writeJSON(changed: Int?, lastID: Int64?) {
    write(",\"changed\":")
    writeJSON(optional: changed.map { Int64($0) })
    write(",\"lastID\":")
    writeJSON(optional: lastID)
  }

  /// A row that a statement lends: `[1,"Jazz"]`.
  func writeJSON(row: borrowing Row, isFirst: Bool) throws {
    write(isFirst ? "[" : ",[")
    for index in 0..<row.count {
      if index > 0 { write(",") }
      let isWritten = try row.withValue(index) { value in writeJSON(lent: value) }
      if !isWritten { writeJSON(value: try row[index]) }
    }
    write("]")
  }

  /// A kept row.
  func writeJSON(row: [Value], isFirst: Bool) {
    write(isFirst ? "[" : ",[")
    for (index, value) in row.enumerated() {
      if index > 0 { write(",") }
      writeJSON(value: value)
    }
    write("]")
  }

  private func writeJSON(optional text: String?) {
    if let text { writeJSON(text: text) } else { write("null") }
  }

  private func writeJSON(optional number: Int64?) {
    if let number { write(number: number) } else { write("null") }
  }
}

extension Row {
  /// Gives columns without a type, such as expressions, the type of the row's values.
  borrowing func addTypes(to columns: inout [Column]) throws {
    for index in columns.indices where columns[index].declaredType == nil && index < count {
      columns[index].declaredType = try self[index].typeWord
    }
  }
}

extension Value {
  /// A word for its kind, as a column's type; nil for NULL, which can have any type.
  fileprivate var typeWord: String? {
    switch self {
    case .null: nil
    case .int, .uint: "INTEGER"
    case .double: "DOUBLE"
    case .decimal: "DECIMAL"
    case .text: "TEXT"
    case .bytes: "BLOB"
    case .date: "DATE"
    case .time: "TIME"
    case .timestamp, .instant: "TIMESTAMP"
    case .uuid: "UUID"
    case .json: "JSON"
    case .other(let type, _): type.uppercased()
    }
  }
}
