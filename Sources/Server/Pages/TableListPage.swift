import ORDA

/// The page of a table's rows.
struct TableListPage: Sendable {
  let database: ServedDatabase
  let catalog: Catalog
  let table: TableShape
  let page: TablePage
  let count: RowCount
  let facets: [FacetList]
  /// Why nothing is followed here; nil if it is.
  let notLive: String?

  private var request: TableRequest { page.select.request }
  private var path: [String] { [database.name, "table", table.name.name] }

  func html() -> HTML {
    let name = table.name.name
    let address = Address(path, request.fields).text
    return Layout(
      title: name, database: database, part: .tables, crumbs: [.init(title: name, address: Address(path))],
      liveView: notLive == nil ? address : nil
    ).page(
      """
      <div class="title"><h1>\(name)</h1><p class="facts"><span><span id="count">\(count.text)</span> rows</span>
      <span id="live" class="live" hidden></span></p></div>
      \(notLive.map { "<p class=\"note\">Not live: \($0)</p>" as HTML } ?? "")
      \(importing.map { $0.progress } ?? "")
      \(FilterForm(path: path, table: table, request: request).html)
      \(facetBox)
      \(rows)
      \(pager)
      \(foot)
      """)
  }

  private var importing: ImportForm? {
    ImportForm.isOffered(for: table, of: database) ? ImportForm(database: database, table: table) : nil
  }

  private var rows: HTML {
    let markup = RowMarkup(database: database, select: page.select, catalog: catalog)
    let head = table.columns.map(header)
    let go: HTML = table.keyNames.isEmpty ? "" : "<th scope=\"col\" class=\"go\"><span class=\"hidden\">row</span></th>"
    let editing: HTML =
      markup.isEditable
      ? " data-edit=\"\(Address([database.name, "edit", table.name.name]))\"\(if: table.isNumbered, " data-whole")" : ""
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="Rows of \(table.name.name)"><table id="rows"\(editing)>
      <thead><tr>\(go)\(head)</tr></thead>
      <tbody>\(page.rows.map(markup.html))</tbody></table></div>
      <p class="empty" id="none"\(if: !page.rows.isEmpty, " hidden")>No rows.</p>
      """
  }

  private func header(_ column: TableShape.Column) -> HTML {
    var next = request.starting(.first)
    let isSorted = request.sort?.column == column.name
    let isDescending = isSorted && request.sort?.isDescending == true
    next.sort = isDescending ? nil : .init(column: column.name, isDescending: isSorted)
    let state: HTML = isSorted ? (isDescending ? " aria-sort=\"descending\"" : " aria-sort=\"ascending\"") : ""
    let sign: HTML =
      isSorted ? (isDescending ? " <span aria-hidden=\"true\">↓</span>" : " <span aria-hidden=\"true\">↑</span>") : ""
    let number: HTML = column.kind == .number ? " class=\"number\"" : ""
    return """
      <th scope="col"\(number)\(state)><a href="\(Address(path, next.fields))" title="\(column.declaredType)">\(column.name)\(sign)</a></th>
      """
  }

  private var pager: HTML {
    var links: [HTML] = []
    if let previous = page.previous {
      links.append("<a rel=\"prev\" href=\"\(Address(path, previous.fields))\">← previous</a>")
    }
    if page.previous != nil { links.append("<a href=\"\(Address(path, request.starting(.first).fields))\">first</a>") }
    if let next = page.next { links.append("<a rel=\"next\" href=\"\(Address(path, next.fields))\">next →</a>") }
    guard !links.isEmpty else { return "" }
    return "<nav class=\"pager\" aria-label=\"Pages\">\(links)</nav>"
  }

  private var facetBox: HTML {
    guard !facets.isEmpty else { return "" }
    return "<div class=\"facets\">\(facets.map { $0.html(path, request) })</div>"
  }

  private var foot: HTML {
    let fields = request.starting(.first).fields
    let exports = ["csv", "json", "jsonl"].map { format -> HTML in
      "<a href=\"\(Address([database.name, "export", table.name.name], fields.setting("format", format)))\" download>\(format.uppercased())</a>"
    }
    let columns = table.columns.filter { column in !request.facets.contains(column.name) && column.kind != .bytes }
      .prefix(30)
    let facets = columns.map { column -> HTML in
      var other = request.starting(.first)
      other.facets.append(column.name)
      return "<a href=\"\(Address(path, other.fields))\">\(column.name)</a>"
    }
    let new: HTML =
      database.isWritable && table.isEditable
      ? "<p><a class=\"button\" href=\"\(Address([database.name, "new", table.name.name]))\">New row</a></p>" : ""
    let notEditable: HTML =
      database.isWritable && !table.isEditable
      ? "<p class=\"note\">Rows can't be changed one by one here: \(table.whyNotEditable).</p>" : ""
    let file = importing.map { $0.folded("Import a file, or drop one on this page") } ?? ""
    let byOffset: HTML =
      page.select.isByOffset
      ? """
      <p class="note">These pages are counted from the first row, since there is no short key to go on from: later ones take longer, and
      rows that come or go shift them.</p>
      """ : ""
    return """
      \(new)\(notEditable)\(file)\(byOffset)
      <p class="more">All of these as \(exports.joined(separator: ", "))</p>
      <details class="more"><summary>Count the values of a column</summary><p>\(facets.joined(separator: ", "))</p></details>
      """
  }
}
