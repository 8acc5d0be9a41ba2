import ORDA

/// One row: its values, what it refers to, and what refers to it.
struct RowPage: Sendable {
  let database: ServedDatabase
  let catalog: Catalog
  let table: TableShape
  let key: [Value]
  let row: FetchedRow
  /// How many rows refer to this one, for each of the foreign keys that lead here; nil where counting took too long.
  let counts: [Int64?]

  func html() -> HTML {
    let name = table.name.name
    let title = key.map(\.description).joined(separator: ", ")
    let values = zip(table.columns, row.values).map { column, value in line(column, value) }
    return Layout(
      title: "\(name) \(title)", database: database, part: .tables,
      crumbs: [
        .init(title: name, address: Address([database.name, "table", name])),
        .init(title: title, address: address),
      ]
    ).page(
      """
      <h1>\(name) <span class="key">\(title)</span></h1>
      <div class="scroll" tabindex="0" role="region" aria-label="Values"><table class="row"><thead class="hidden"><tr><th scope="col">column</th>
      <th scope="col">value</th></tr></thead><tbody>\(values)</tbody></table></div>
      \(incoming)
      \(actions)
      """)
  }

  private var address: Address { Address([database.name, "row", table.name.name], ["key": KeyText.encoded(key)]) }

  private func line(_ column: TableShape.Column, _ value: Value) -> HTML {
    let whole = Address(
      [database.name, "value", table.name.name], ["key": KeyText.encoded(key), "column": column.name])
    var shown = Self.long(value, whole)
    if let reference = reference(of: column, value) {
      shown = "<a class=\"reference\" href=\"\(reference)\">\(shown)</a>"
    }
    return
      "<tr><th scope=\"row\">\(column.name)<span class=\"type\">\(column.declaredType)</span></th><td>\(shown)</td></tr>"
  }

  /// More of a value than a list shows.
  private static func long(_ value: Value, _ whole: Address) -> HTML {
    switch value {
    case .text(let text) where text.count > ShownValue.longestText,
      .json(let text) where text.count > ShownValue.longestText:
      return "<div class=\"long\">\(String(text.prefix(10_000)))</div><a class=\"whole\" href=\"\(whole)\">all</a>"
    default: return ShownValue.html(value, whole: whole)
    }
  }

  /// Where the foreign key leads that this column is the first of.
  private func reference(of column: TableShape.Column, _ value: Value) -> Address? {
    guard let key = table.description.foreignKeys.first(where: { $0.columns.first == column.name }),
      let target = catalog.target(of: key)
    else { return nil }
    var fields = Fields()
    for (own, other) in zip(key.columns, target.columns) {
      guard let place = table.columns.firstIndex(where: { $0.name == own }), place < row.count else { return nil }
      let value = row.values[place]
      if value.isNull { return nil }
      fields.append("c", other)
      fields.append("o", "eq")
      fields.append("v", value.description)
    }
    if target.table.keyNames == target.columns {
      let values = key.columns.compactMap { name in table.columns.firstIndex { $0.name == name } }.map {
        row.values[$0]
      }
      return Address([database.name, "row", target.table.name.name], ["key": KeyText.encoded(values)])
    }
    return Address([database.name, "table", target.table.name.name], fields)
  }

  private var incoming: HTML {
    let keys = catalog.references(to: table)
    guard !keys.isEmpty else { return "" }
    let items = zip(keys, counts).map { incoming, count -> HTML in
      let address = Address([database.name, "table", incoming.table.name], fields(of: incoming))
      let number: HTML = count.map { "\(Grouping.text($0))" } ?? "some"
      return """
        <li><a href="\(address)">\(incoming.table.name)</a> by \(incoming.key.columns.joined(separator: ", "))
        <span class="count">\(number)</span></li>
        """
    }
    return "<section><h2>Referred to by</h2><ul class=\"references\">\(items)</ul></section>"
  }

  /// The conditions that a row refers to this one.
  private func fields(of incoming: Catalog.Incoming) -> Fields {
    var fields = Fields()
    for (own, other) in zip(incoming.referenced, incoming.key.columns) {
      guard let place = table.columns.firstIndex(where: { $0.name == own }), place < row.count else { continue }
      fields.append("c", other)
      fields.append("o", "eq")
      fields.append("v", row.values[place].description)
    }
    return fields
  }

  private var actions: HTML {
    guard database.isWritable, table.isEditable else { return "" }
    return """
      <p class="actions"><a class="button" href="\(Address([database.name, "edit", table.name.name], ["key": KeyText.encoded(key)]))">Edit</a>
      <a class="button" href="\(Address([database.name, "delete", table.name.name], ["key": KeyText.encoded(key)]))">Delete…</a></p>
      """
  }

  /// Reads everything that the page shows.
  ///
  /// - Throws: ``Problem`` where there is no such row.
  static func read(_ key: [Value], of table: TableShape, in database: ServedDatabase) async throws -> RowPage {
    guard !table.keyNames.isEmpty, key.count == table.keyNames.count else {
      throw Problem(.badRequest, "key is the key of a row of \(table.name.name), as links have it.")
    }
    let catalog = try await database.catalog()
    guard let row = try await database.row(key, of: table) else {
      throw Problem(.notFound, "\(table.name.name) has no such row; it may have been deleted.", kind: "noSuchRow")
    }
    let page = RowPage(database: database, catalog: catalog, table: table, key: key, row: row, counts: [])
    var counts: [Int64?] = []
    for incoming in catalog.references(to: table).prefix(50) {
      guard let other = catalog.table(incoming.table.name) else {
        counts.append(nil)
        continue
      }
      let request = try TableRequest(page.fields(of: incoming), of: other)
      let select = TableSelect(table: other, request: request, kind: database.kind, longest: 0)
      counts.append(await database.count(select, within: .milliseconds(100)))
    }
    return RowPage(database: database, catalog: catalog, table: table, key: key, row: row, counts: counts)
  }
}
