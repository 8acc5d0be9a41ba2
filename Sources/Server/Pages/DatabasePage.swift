import ORDA

/// What is in a database: tables, views, and what runs at the moment.
struct DatabasePage: Sendable {
  let database: ServedDatabase
  let running: [RunningStatements.Statement]

  func html() async throws -> HTML {
    let catalog = try await database.catalog()
    let counts = await database.counts(of: Array(catalog.tables.prefix(500)))
    let size = await database.size()
    let tables = catalog.tables.filter { $0.description.kind != .view }
    let views = catalog.tables.filter { $0.description.kind == .view }
    let form = database.isWritable ? ImportForm(database: database, table: nil) : nil
    return Layout(title: database.name, database: database, part: .tables).page(
      """
      <h1>\(database.name)</h1>
      <p class="facts"><span>\(database.governor.driverName)</span> <span>\(Self.number(tables.count, "table"))</span>
      \(views.isEmpty ? "" : "<span>\(Self.number(views.count, "view"))</span>" as HTML)\(size.map { " <span>\(Grouping.bytes($0))</span>" as HTML } ?? "")
      <span>\(database.isWritable ? "may be written" : "read only")</span></p>
      <p class="url">\(database.shownURL)</p>
      \(runningList)\(form.map { $0.progress } ?? "")
      <div id="tables">\(tables.isEmpty ? "<p class=\"empty\">There are no tables yet.</p>" : list("Tables", tables, counts))
      \(views.isEmpty ? "" : list("Views", views, counts))</div>
      \(form.map { $0.folded("Make a table of a file, or drop one on this page") } ?? "")
      """)
  }

  private func list(_ title: String, _ tables: [TableShape], _ counts: [String: RowCount]) -> HTML {
    let rows = tables.map { table -> HTML in
      let name = table.name.name
      let columns = table.columns.map(\.name).joined(separator: ", ")
      let count: HTML = table.description.kind == .view ? "" : "\((counts[name] ?? .unknown).text)"
      return """
        <tr><td class="name"><a href="\(Address([database.name, "table", name]))">\(name)</a></td><td class="number">\(count)</td>
        <td class="columns">\(columns)</td></tr>
        """
    }
    return """
      <section><h2>\(title)</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="\(title)"><table class="list"><thead><tr><th scope="col">name</th>
      <th scope="col" class="number">rows</th><th scope="col">columns</th></tr></thead><tbody>\(rows)</tbody></table></div></section>
      """
  }

  /// What runs, each with a button that stops it: it needs no script.
  private var runningList: HTML {
    guard !running.isEmpty else { return "" }
    let rows = running.map { statement -> HTML in
      let seconds = statement.since.duration(to: .now).components.seconds
      return """
        <tr><td><code>\(String(statement.text.prefix(200)))</code></td><td class="number">\(seconds) s</td>
        <td><form method="post" action="\(Address([database.name, "stop"]))"><input type="hidden" name="run" value="\(statement.id)">
        <button>Stop</button></form></td></tr>
        """
    }
    return """
      <section><h2>Running</h2><div class="scroll" tabindex="0" role="region" aria-label="Running statements"><table><thead><tr>
      <th scope="col">statement</th><th scope="col" class="number">for</th><th scope="col">stop</th></tr></thead>
      <tbody>\(rows)</tbody></table></div></section>
      """
  }

  private static func number(_ count: Int, _ what: String) -> String { count == 1 ? "1 \(what)" : "\(count) \(what)s" }
}
