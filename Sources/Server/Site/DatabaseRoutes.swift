import ORDA

/// The pages of one database.
struct DatabaseRoutes: Sendable {
  let site: Site
  let database: ServedDatabase

  func answer(_ question: Question) async throws -> Answer {
    let path = question.address.path
    let fields = question.address.fields
    let name = path.count > 2 ? path[2] : nil
    let isPost = question.method == .post
    switch (path.count > 1 ? path[1] : nil, isPost) {
    case (nil, false):
      let page = DatabasePage(database: database, running: site.statements.running(on: database.name))
      return .page(try await page.html())
    case ("table", false): return try await table(try await database.table(Self.required(name)), fields)
    case ("row", false):
      let table = try await database.table(Self.required(name))
      return .page(try await RowPage.read(try Self.key(fields), of: table, in: database).html())
    case ("value", false): return try await value(try await database.table(Self.required(name)), fields)
    case ("schema", false): return .page(SchemaPage(database: database, catalog: try await database.catalog()).html())
    case ("changes", false):
      return .page(ChangesPage(database: database, coverage: try await database.governor.findChangeCoverage()).html())
    case ("export", false): return try await export(try await database.table(Self.required(name)), fields)
    case ("sql", false): return try await statement(fields, mayWrite: false)
    case ("sql", true):
      guard database.isWritable else {
        throw Problem(.methodNotAllowed, "Statements that only read are asked for by GET.")
      }
      return try await statement(try await question.form(), mayWrite: true)
    case ("download", false): return try download(fields)
    case ("stop", true):
      guard site.statements.stop(try await question.form()["run"] ?? "") else {
        throw Problem(.notFound, "It does not run any more.")
      }
      return .redirection(to: Address([database.name]))
    case ("import", _):
      guard database.isWritable else { throw ReadOnlyCheck.refusal("the server was started without it") }
      var table: TableShape?
      if let name { table = try await database.table(name) }
      return try await ImportRoutes(site: site, database: database, table: table).answer(question)
    case ("edit", _), ("new", _), ("delete", _):
      guard database.isWritable else { throw ReadOnlyCheck.refusal("the server was started without it") }
      let table = try await database.table(Self.required(name))
      let routes = EditRoutes(database: database, table: table)
      return try await routes.answer(question, path[1])
    default: throw Problem(.notFound, "There is no such page.")
    }
  }

  private static func required(_ name: String?) throws -> String {
    guard let name else { throw Problem(.notFound, "The address names no table.") }
    return name
  }

  static func key(_ fields: Fields) throws -> [Value] {
    guard let key = fields["key"].flatMap(KeyText.values) else {
      throw Problem(.badRequest, "key is the key of a row, as links have it.")
    }
    return key
  }

  private func table(_ table: TableShape, _ fields: Fields) async throws -> Answer {
    let request = try TableRequest(fields, of: table)
    let page = try await database.page(request, of: table)
    async let counted = database.count(page.select, within: .milliseconds(200))
    var facets: [FacetList] = []
    for column in request.facets { facets.append(await database.facet(column, page.select)) }
    let coverage = try await database.governor.findChangeCoverage()
    let notLive: String? =
      if coverage.reach == .none {
        coverage.limitation ?? "this database tells nobody of changes."
      } else if table.description.kind
        == .virtual
      { "changes of virtual tables are not told." } else { nil }
    let count = await counted
    let html = TableListPage(
      database: database, catalog: try await database.catalog(), table: table, page: page,
      count: count.map { .exactly($0) } ?? .unknown, facets: facets, notLive: notLive
    ).html()
    return .page(html)
  }

  /// One value, whole, as a file.
  private func value(_ table: TableShape, _ fields: Fields) async throws -> Answer {
    let key = try Self.key(fields)
    guard let name = fields["column"], let column = table.column(name) else {
      throw Problem(.badRequest, "column is a column of \(table.name.name).")
    }
    guard key.count == table.keyNames.count, !key.isEmpty else {
      throw Problem(.badRequest, "key is the key of a row.")
    }
    guard let row = try await database.row(key, of: table, columns: [column.name]), let value = row.values.first else {
      throw Problem(.notFound, "There is no such row.", kind: "noSuchRow")
    }
    let bytes: [UInt8]
    let ending: String
    switch value {
    case .bytes(let data): (bytes, ending) = (data, "bin")
    case .other(_, let data): (bytes, ending) = (data, value.otherText == nil ? "bin" : "txt")
    default: (bytes, ending) = (Array(value.description.utf8), "txt")
    }
    // Never as a page of this server's: it may be anything.
    return .download("\(table.name.name)-\(column.name).\(ending)", type: "application/octet-stream") { writer in
      for start in stride(from: 0, to: bytes.count, by: 256 << 10) {
        try await writer.write(Array(bytes[start..<min(bytes.count, start + 256 << 10)]))
      }
    }
  }

  private func export(_ table: TableShape, _ fields: Fields) async throws -> Answer {
    let request = try TableRequest(fields.setting("format", nil), of: table)
    let select = TableSelect(table: table, request: request, kind: database.kind, longest: 0)
    return try file(table.name.name, select.export, .none, fields)
  }

  private func download(_ fields: Fields) throws -> Answer {
    let run = try StatementRun(fields["sql"] ?? "", fields.parameters, on: database, mayWrite: false)
    return try file("query", SQL(text: run.statement.text), run.parameters, fields)
  }

  private func file(_ name: String, _ sql: SQL, _ parameters: Parameters, _ fields: Fields) throws -> Answer {
    guard let format = RowExport.Format(rawValue: fields["format"] ?? "csv") else {
      throw Problem(.badRequest, "format is csv, json or jsonl.")
    }
    let export = RowExport(format: format, database: database, sql: sql, parameters: parameters)
    return .download("\(name).\(format.rawValue)", type: format.type) { [site] writer in
      try await site.exports.run { try await export.write(to: writer) }
    }
  }

  private func statement(_ fields: Fields, mayWrite: Bool) async throws -> Answer {
    var page = StatementPage(database: database, text: fields["sql"] ?? "", values: fields.parameters)
    guard let text = fields["sql"], !text.allSatisfy(\.isWhitespace) else { return .page(page.html()) }
    page.isPlan = fields["plan"] != nil
    page.chart = fields["chart"].flatMap(ChartRequest.Kind.init).map { ChartRequest(kind: $0) }
    var status = Status.ok
    do {
      let parameters = try SingleStatement(text, dialect: database.governor.dialect).parameters
      page.parameters = parameters
      // Values that nobody has been asked for yet.
      let isAsked = parameters.allSatisfy { page.values[$0] != nil }
      // What writes is run when it is posted, and not because an address is opened.
      if database.isWritable, !mayWrite, !page.isReading { return .page(page.html()) }
      if isAsked {
        let wanted = page.isPlan ? StatementRun.explaining(text, database.kind) : text
        let run = try StatementRun(wanted, page.values, on: database, mayWrite: mayWrite && !page.isPlan)
        let limits = ResultLimits(rows: site.rowLimit)
        page.result = .success(
          try await site.statements.run(text, on: database.name, id: fields["run-id"]) { try await run.run(limits) })
      }
    } catch {
      let problem = Problem(describing: error)
      status = problem.status
      page.result = .failure(problem)
    }
    return .page(page.html(), status)
  }
}
