import ORDA

/// The page of a file's import: its form, and why the last one was not imported.
struct ImportPage: Sendable {
  let form: ImportForm
  var problem: Problem?

  func html() -> HTML {
    let name = form.table.name.name
    return Layout(
      title: "Import into \(name)", database: form.database, part: .tables,
      crumbs: [.init(title: name, address: Address([form.database.name, "table", name]))]
    ).page(
      """
      <h1>Import into \(name)</h1>
      \(problem.map { "<p class=\"problem\" role=\"alert\">\($0.message)</p>" as HTML } ?? "")
      \(form.progress)
      \(form.html)
      """)
  }
}
