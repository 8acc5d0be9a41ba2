/// What a live query asks the database, and how it reads the answer.
struct LiveQuestion<Element: Sendable>: Sendable {
  let sql: SQL
  let parameters: Parameters
  let key: LiveKey<Element>
  /// The tables that the program named; nil if the database names them.
  let tables: [TableName]?
  let timeout: Duration?
  let read: @Sendable (FetchedRow) throws -> Element
}

extension ConnectionGovernor {
  /// Runs the query, and reads its rows.
  func rows<Element>(of question: LiveQuestion<Element>) throws -> FetchedRows {
    // The rows must have everything reported so far.
    changeHub.waitUntilVisible()
    return try query(question.sql, question.parameters, timeout: question.timeout).rows
  }

  /// The tables whose changes may change the rows.
  ///
  /// - Throws: `unsupported` and `misuse`, with the cure, if they are not known; and what is wrong with the query.
  func tables<Element>(readBy question: LiveQuestion<Element>) throws -> ChangeInterest {
    if let tables = question.tables {
      if tables.isEmpty {
        throw DatabaseError(.misuse, "a live query is followed by the tables that it reads; name one")
      }
      return .tables(try withAncestors(of: Set(tables)))
    }
    let tables = try tablesRead(by: question.sql, within: question.timeout)
    if tables.isNothing {
      throw DatabaseError(
        .misuse, "the query reads no table that tells of its changes; \(Self.cure)", sql: question.sql.text)
    }
    if case .tables(let names) = tables { return .tables(try withAncestors(of: names)) }
    return tables
  }

  /// Tables, and those whose changes make the database change them without reporting it.
  private func withAncestors(of tables: Set<TableName>) throws -> Set<TableName> {
    if changeHub.tellsCascades { return tables }
    return try tables.reduce(into: tables) { all, name in
      if let table = try describe(name) { all.formUnion(try ancestors(of: table)) }
    }
  }

  private func tablesRead(by sql: SQL, within timeout: Duration?) throws -> ChangeInterest {
    let parsed = try slot(for: sql).parsed
    var request = PrepareRequest(sql: parsed.text, keyword: parsed.keyword, isPersistent: false)
    request.lists = parsed.lists
    guard capabilities.contains(.tablesRead) else {
      throw DatabaseError(
        .unsupported,
        "\(driverName) does not tell which tables a query reads (the capability tablesRead); \(Self.cure)",
        sql: parsed.text)
    }
    var found = ChangeInterest.nothing
    try lease(LeaseRequest(role: .reader, timeout: timeout)) { connection in
      let deadline = Deadline.of(timeout, by: timeSource) ?? settings.deadline
      found = try connection.scope.ask(within: deadline) { [request] (driver) throws(DatabaseError) in
        guard let driver = driver as? any TableReadingConnection else { return .nothing }
        do throws(DatabaseError) { return try driver.tablesRead(by: request) } catch {
          var error = error
          if error.kind == .unsupported { error.message += "; \(Self.cure)" }
          throw error.naming(parsed.text)
        }
      }
    }
    return found
  }

  private static var cure: String { "name those whose changes count: follow(…, reading: [\"…\"])" }

  /// Refuses a statement that would write each time it is run.
  func checkOnlyReads(_ sql: SQL) throws {
    let slot = try slot(for: sql)
    var onlyReads = [.select, .values].contains(slot.parsed.keyword)
    if slot.parsed.keyword == .with {
      try withPrepared(BoundStatement(slot, [], nil, nil)) { onlyReads = $0.isReadOnly }
    }
    if !onlyReads {
      throw DatabaseError(
        .misuse, "a live query is run again after each change, so it must be one that only reads", sql: slot.parsed.text
      )
    }
  }
}
