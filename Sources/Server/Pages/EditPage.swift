import ORDA

/// The form for a row: a new one, or one that is there.
struct EditPage: Sendable {
  let database: ServedDatabase
  let table: TableShape
  /// The key and the values of the row; nil for a new one.
  var row: (key: [Value], values: [Value])?
  /// What was typed before, where it was refused.
  var typed = Fields()
  /// What is wrong with which field.
  var wrong: (column: String, message: String)?
  var problem: String?
  /// What others have written since the row was looked at.
  var changed: [(column: String, seen: Value, now: Value)] = []

  func html() -> HTML {
    let name = table.name.name
    let title = row == nil ? "New row of \(name)" : "Edit a row of \(name)"
    let fields = table.columns.enumerated().map { place, column in field(column, place) }
    let key: HTML = row.map { "<input type=\"hidden\" name=\"key\" value=\"\(KeyText.encoded($0.key))\">" } ?? ""
    let action = Address([database.name, row == nil ? "new" : "edit", name])
    return Layout(
      title: title, database: database, part: .tables,
      crumbs: [.init(title: name, address: Address([database.name, "table", name]))]
    ).page(
      """
      <h1>\(title)</h1>\(problem.map { "<p class=\"problem\" role=\"alert\">\($0)</p>" as HTML } ?? "")\(conflict)
      <form class="edit" method="post" action="\(action)">\(key)\(fields)
      <div class="actions"><button>Save</button></div></form>
      """)
  }

  /// Both values of each column that somebody else has changed: saving again overwrites what was shown here.
  private var conflict: HTML {
    guard !changed.isEmpty else { return "" }
    let lines = changed.map { column, seen, now -> HTML in
      """
      <tr><th scope="row">\(column)</th><td>\(ShownValue.html(seen))</td><td>\(ShownValue.html(now))</td>
      <td>\(typed["new." + column] ?? "")</td></tr>
      """
    }
    return """
      <div class="problem" role="alert"><p>Somebody has changed this row meanwhile; nothing was written. Saving again writes over what
      is there now.</p><table><thead><tr><th scope="col">column</th><th scope="col">you saw</th><th scope="col">is now</th>
      <th scope="col">you want</th></tr></thead><tbody>\(lines)</tbody></table></div>
      """
  }

  private func field(_ column: TableShape.Column, _ place: Int) -> HTML {
    let value = row.flatMap { place < $0.values.count ? $0.values[place] : nil }
    // After a conflict the next try is based on what is there now.
    let now = changed.first { $0.column == column.name }?.now ?? value
    let isLong = now.map { if case .text(let text) = $0 { text.count > 65_536 } else { false } } ?? false
    let editable = now.map { isLong ? nil : ShownValue.editable($0) } ?? ""
    guard !column.isGenerated, let editable else {
      return
        "<p class=\"field\"><span class=\"label\">\(column.name)</span> <span class=\"note\">\(column.isGenerated ? "is computed" : "can't be edited here")</span></p>"
    }
    let id = "field-\(place)"
    let text = typed["new." + column.name] ?? editable
    let error: HTML =
      wrong?.column == column.name
      ? "<span class=\"problem\" role=\"alert\" id=\"\(id)-problem\">\(wrong?.message ?? "")</span>" : ""
    let described: HTML =
      wrong?.column == column.name ? " aria-invalid=\"true\" aria-describedby=\"\(id)-problem\"" : ""
    let old: HTML =
      now.map { "<input type=\"hidden\" name=\"\("old." + column.name)\" value=\"\(KeyText.encoded($0))\">" } ?? ""
    let isNull = typed["null." + column.name] != nil || (typed.pairs.isEmpty && (now?.isNull ?? false))
    let null: HTML =
      column.isNullable
      ? "<label class=\"check\"><input type=\"checkbox\" name=\"\("null." + column.name)\" value=\"1\"\(if: isNull, " checked")> NULL</label>"
      : ""
    let input: HTML =
      text.contains("\n") || text.count > 80 || column.kind == .json
      ? "<textarea id=\"\(id)\" name=\"\("new." + column.name)\" rows=\"4\"\(described)>\n\(text)</textarea>"
      : "<input id=\"\(id)\" name=\"\("new." + column.name)\" value=\"\(text)\"\(described)>"
    return """
      <div class="field"><label for="\(id)">\(column.name) <span class="type">\(column.declaredType)</span></label>\(input)\(null)\(old)\(error)</div>
      """
  }
}

/// Asks before a row is deleted.
struct DeletePage: Sendable {
  let database: ServedDatabase
  let table: TableShape
  let key: [Value]
  let values: [Value]
  var problem: String?

  func html() -> HTML {
    let name = table.name.name
    let lines = zip(table.columns, values).map { column, value -> HTML in
      "<tr><th scope=\"row\">\(column.name)</th><td>\(ShownValue.html(value))</td></tr>"
    }
    // What is deleted is what was seen.
    let seen = zip(table.columns, values).compactMap { column, value -> HTML? in
      if case .bytes = value { return nil }
      if case .text(let text) = value, text.count > 2_000 { return nil }
      return "<input type=\"hidden\" name=\"\("old." + column.name)\" value=\"\(KeyText.encoded(value))\">"
    }
    return Layout(
      title: "Delete a row of \(name)", database: database, part: .tables,
      crumbs: [.init(title: name, address: Address([database.name, "table", name]))]
    ).page(
      """
      <h1>Delete this row of \(name)?</h1>\(problem.map { "<p class=\"problem\" role=\"alert\">\($0)</p>" as HTML } ?? "")
      <div class="scroll" tabindex="0" role="region" aria-label="Values"><table class="row"><tbody>\(lines)</tbody></table></div>
      <form method="post" action="\(Address([database.name, "delete", name]))"><input type="hidden" name="key" value="\(KeyText.encoded(key))">\(seen)
      <div class="actions"><button class="danger">Delete it</button>
      <a class="button" href="\(Address([database.name, "row", name], ["key": KeyText.encoded(key)]))">Keep it</a></div></form>
      """)
  }
}
