import ORDA

/// How the rows of a table's page are written as HTML: once for the page, and again for each row that changes.
struct RowMarkup: Sendable {
  let database: String
  let select: TableSelect
  let isEditable: Bool
  /// For each column the table that it alone leads to, and whether what is there is that table's whole key.
  private let targets: [(table: String, column: String, isKey: Bool)?]

  init(database: ServedDatabase, select: TableSelect, catalog: Catalog) {
    self.database = database.name
    self.select = select
    let table = select.table
    isEditable = database.isWritable && table.isEditable
    targets = table.columns.map { column in
      guard let key = table.description.foreignKeys.first(where: { $0.columns == [column.name] }),
        let target = catalog.target(of: key), let referenced = target.columns.first
      else { return nil }
      return (target.table.name.name, referenced, target.table.keyNames == target.columns)
    }
  }

  /// What a row is known by on the page; for rows without a key their place.
  func key(of row: FetchedRow) -> String? { TablePage.key(of: row, select).map(KeyText.encoded) }

  /// The row.
  func html(_ row: FetchedRow) -> HTML {
    let key = key(of: row)
    let values = row.values
    var cells = HTML.empty
    if let key {
      let address = Address([database, "row", select.table.name.name], ["key": key])
      cells += "<td class=\"go\"><a href=\"\(address)\" aria-label=\"Row \(Self.spoken(key))\">↗</a></td>"
    }
    let columns = select.table.columns
    let isEditable = isEditable && (!select.table.isNumbered || zip(columns, values).allSatisfy(isShownWhole))
    for (place, column) in columns.enumerated() where place < values.count {
      cells += cell(values[place], column, place, key, isEditable)
    }
    guard let key else { return "<tr>\(cells)</tr>" }
    return "<tr data-key=\"\(key)\">\(cells)</tr>"
  }

  private func cell(_ value: Value, _ column: TableShape.Column, _ place: Int, _ key: String?, _ isEditable: Bool)
    -> HTML
  {
    let whole = key.map {
      Address([database, "value", select.table.name.name], ["key": $0, "column": column.name])
    }
    var shown = ShownValue.html(value, whole: whole)
    if let target = targets[place], !value.isNull {
      let address =
        target.isKey
        ? Address([database, "row", target.table], ["key": KeyText.encoded(value)])
        : Address([database, "table", target.table], ["c": target.column, "o": "eq", "v": value.description])
      shown = "<a class=\"reference\" href=\"\(address)\">\(shown)</a>"
    }
    let isNumber = ShownValue.isNumber(value) || (value.isNull && column.kind == .number)
    let kind: HTML = isNumber ? " class=\"number\"" : ""
    guard isEditable, !column.isGenerated, isShownWhole(column, value) else {
      return "<td\(kind)>\(shown)</td>"
    }
    return "<td\(kind) data-column=\"\(column.name)\" data-value=\"\(KeyText.encoded(value))\">\(shown)</td>"
  }

  /// True where all of a value stands in its field when it is edited, or nobody edits it.
  private func isShownWhole(_ column: TableShape.Column, _ value: Value) -> Bool {
    column.isGenerated || (isShort(value) && ShownValue.editable(value) != nil)
  }

  /// False for a value whose end is not here.
  private func isShort(_ value: Value) -> Bool {
    switch value {
    case .text(let text), .json(let text): text.count <= select.longest
    default: true
    }
  }

  private static func spoken(_ key: String) -> String {
    KeyText.values(key)?.map(\.description).joined(separator: ", ") ?? key
  }
}
