import ORDA

/// The page of a file's import: its form, and why the last one was not imported.
struct ImportPage: Sendable {
  let form: ImportForm
  var problem: Problem?

  func html() -> HTML {
    let crumb = form.table.map { table in
      Layout.Crumb(title: table.name.name, address: Address([form.database.name, "table", table.name.name]))
    }
    return Layout(
      title: form.title, database: form.database, part: .tables,
      crumbs: [crumb ?? .init(title: "new table", address: form.address)]
    ).page(
      """
      <h1>\(form.title)</h1>
      \(problem.map { "<p class=\"problem\" role=\"alert\">\($0.message)</p>" as HTML } ?? "")
      \(form.progress)
      \(form.html)
      """)
  }
}
