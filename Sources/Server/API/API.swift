import ORDA

/// `/api`: what programs read, as JSON. ``OpenAPI`` describes it.
struct API: Sendable {
  let databases: [ServedDatabase]
  let statements: RunningStatements
  let streams: Endings
  let rowLimit: Int

  /// Answers everything below `/api`.
  func answer(_ question: Question) async -> Answer {
    do {
      return try await found(question)
    } catch {
      return Self.answer(Problem(describing: error))
    }
  }

  static func answer(_ problem: Problem) -> Answer { .json(problem.json, problem.status) }

  private func found(_ question: Question) async throws -> Answer {
    let path = question.address.path.dropFirst()
    let fields = question.address.fields
    guard question.method != .post else { throw Problem(.methodNotAllowed, "Everything below /api is read by GET.") }
    switch (path.first, path.count) {
    case ("openapi.json", 1): return .json(OpenAPI.document)
    case ("databases", 1): return databaseList
    case ("tables", 1): return try await tableList(try database(fields))
    case ("tables", 2): return try await rows(try database(fields), path.last ?? "", fields)
    case ("query", 1): return try await query(try database(fields), fields)
    case ("changes", 1): return try await changes(try database(fields), fields)
    default: throw Problem(.notFound, "There is nothing here; /api/openapi.json tells what there is.")
    }
  }

  private func database(_ fields: Fields) throws -> ServedDatabase {
    guard let name = fields["database"] else {
      guard let first = databases.first else { throw Problem(.notFound, "There is no database.") }
      return first
    }
    guard let database = databases.first(where: { $0.name == name }) else {
      throw Problem(.notFound, "There is no database \(name).", kind: "noSuchDatabase")
    }
    return database
  }

  private var databaseList: Answer {
    var json = JSONText()
    json.object([
      "databases": { json in
        json.array(databases) { json, database in
          json.object([
            "name": { $0.text(database.name) }, "driver": { $0.text(database.governor.driverName) },
            "url": { $0.text(database.shownURL) }, "writable": { $0.bool(database.isWritable) },
          ])
        }
      }
    ])
    return .json(json)
  }

  private func tableList(_ database: ServedDatabase) async throws -> Answer {
    let catalog = try await database.catalog()
    var json = JSONText()
    json.object([
      "tables": { json in
        json.array(catalog.tables) { json, table in
          json.object([
            "name": { $0.text(table.name.name) }, "kind": { $0.text(table.description.kind.rawValue) },
            "key": { $0.texts(table.keyNames) },
            "columns": { json in
              json.array(table.columns) { json, column in
                json.object([
                  "name": { $0.text(column.name) }, "type": { $0.text(column.declaredType) },
                  "nullable": { $0.bool(column.isNullable) },
                ])
              }
            },
          ])
        }
      }
    ])
    return .json(json)
  }

  private func rows(_ database: ServedDatabase, _ name: String, _ fields: Fields) async throws -> Answer {
    let table = try await database.table(name)
    var request = try TableRequest(fields, of: table)
    for filter in fields.all("filter") {
      let parts = try FilterText.parts(filter)
      try request.add(parts.column, parts.comparison, parts.value, table)
    }
    let page = try await database.writtenPage(request, of: table, longest: 65_536)
    // Written without a closure for each member: programs ask for this more often than for anything else.
    var json = JSONText(room: page.rows.count + 1024)
    json.raw("{\"table\":")
    json.text(name)
    json.raw(",\"columns\":")
    json.array(table.columns) { $0.text($1.name) }
    json.raw(",\"rows\":")
    json.append(page.rows)
    json.raw(",\"next\":")
    json.text(Self.start(page.ends.next))
    json.raw(",\"previous\":")
    json.text(Self.start(page.ends.previous))
    json.raw("}")
    return .json(json)
  }

  /// The field of a page beside, such as `after=i100`.
  private static func start(_ request: TableRequest?) -> String? {
    switch request?.start {
    case nil: nil
    case .first: ""
    case .after(let values): "after=" + PercentCoding.encoded(KeyText.encoded(values))
    case .before(let values): "before=" + PercentCoding.encoded(KeyText.encoded(values))
    case .row(let number): "from=\(number)"
    }
  }

  private func query(_ database: ServedDatabase, _ fields: Fields) async throws -> Answer {
    guard let text = fields["sql"] else { throw Problem(.badRequest, "sql is the statement.") }
    // An address that is only opened writes nothing, whatever the server may.
    let run = try StatementRun(text, fields.parameters, on: database, mayWrite: false)
    let limits = ResultLimits(rows: rowLimit)
    let outcome = try await statements.run(text, on: database.name, id: fields["run"]) { try await run.run(limits) }
    var json = JSONText()
    json.object([
      "columns": { json in
        json.array(outcome.columns) { json, column in
          json.object(["name": { $0.text(column.name) }, "type": { $0.text(column.declaredType) }])
        }
      },
      "rows": { json in json.array(outcome.rows) { json, row in json.array(row) { $0.value($1) } } },
      "more": { $0.bool(outcome.isCut) },
    ])
    return .json(json)
  }

  private func changes(_ database: ServedDatabase, _ fields: Fields) async throws -> Answer {
    var tables: [TableName] = []
    for name in fields.all("table") { tables.append(try await database.table(name).name) }
    let feed = ChangeFeed(database: database, tables: tables)
    return Answer(
      type: "text/event-stream",
      body: .stream { [streams] writer in try await streams.run { try await feed.write(to: writer) } })
  }
}

extension Fields {
  /// The values of a statement's parameters: `p.NAME`.
  var parameters: [String: String] {
    Dictionary(
      pairs.filter { $0.name.hasPrefix("p.") }.map { (String($0.name.dropFirst(2)), $0.value) },
      uniquingKeysWith: { first, _ in first })
  }
}
