import ORDA

/// All tables with their columns, keys and indexes, and a diagram of them.
struct SchemaPage: Sendable {
  let database: ServedDatabase
  let catalog: Catalog

  func html() -> HTML {
    let diagram = SchemaDiagram(catalog: catalog, database: database.name)
    return Layout(
      title: "Schema of \(database.name)", database: database, part: .schema,
      crumbs: [.init(title: "schema", address: Address([database.name, "schema"]))]
    ).page(
      """
      <h1>Schema</h1>
      \(diagram.html)
      \(catalog.tables.map(section))
      """)
  }

  private func section(_ table: TableShape) -> HTML {
    let name = table.name.name
    let columns = table.description.columns.map { column -> HTML in
      var facts: [String] = []
      if let place = column.primaryKeyPosition {
        facts.append(table.description.primaryKey.count > 1 ? "key \(place)" : "key")
      }
      if !column.isNullable { facts.append("not NULL") }
      if column.isAutoIncrement { facts.append("numbered") }
      if let value = column.defaultValue { facts.append("default \(value)") }
      if column.generated != .none { facts.append("computed") }
      for key in table.description.foreignKeys where key.columns.contains(column.name) {
        facts.append("→ \(key.referencedTable.name)")
      }
      return
        "<tr><td class=\"name\">\(column.name)</td><td>\(column.declaredType)</td><td>\(facts.joined(separator: ", "))</td></tr>"
    }
    let indexes = table.description.indexes.filter { !$0.isPrimaryKey }.map { index -> HTML in
      let names = index.columnNames?.joined(separator: ", ") ?? "an expression"
      return
        "<li>\(index.name) on \(names)\(if: index.isUnique, ", unique")\(if: index.isPartial, ", of some rows")</li>"
    }
    let list: HTML = indexes.isEmpty ? "" : "<p class=\"more\">Indexes</p><ul class=\"references\">\(indexes)</ul>"
    let text: HTML =
      table.description.sql.map {
        "<details class=\"more\"><summary>SQL</summary><pre tabindex=\"0\">\($0)</pre></details>"
      } ?? ""
    return """
      <section class="schema" id="\(Self.anchor(name))"><h2><a href="\(Address([database.name, "table", name]))">\(name)</a>
      <span class="type">\(table.description.kind.rawValue)</span></h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Columns of \(name)"><table><thead><tr><th scope="col">column</th>
      <th scope="col">type</th><th scope="col">facts</th></tr></thead><tbody>\(columns)</tbody></table></div>\(list)\(text)</section>
      """
  }

  static func anchor(_ name: String) -> String { "table-" + PercentCoding.encoded(name) }
}
