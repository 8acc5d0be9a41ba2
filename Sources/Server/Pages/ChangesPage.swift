import ORDA

/// The log of changes: what happens while somebody looks.
struct ChangesPage: Sendable {
  let database: ServedDatabase
  let coverage: ChangeCoverage

  func html() -> HTML {
    let note: HTML = coverage.limitation.map { "<p class=\"note\">\($0)</p>" } ?? ""
    return Layout(
      title: "Changes of \(database.name)", database: database, part: .changes,
      crumbs: [.init(title: "changes", address: Address([database.name, "changes"]))]
    ).page(
      """
      <h1>Changes</h1>
      <p class="facts"><span>\(coverage.means.isEmpty ? "nothing is told" : "by \(coverage.means)")</span></p>\(note)
      <noscript><p class="note">This page needs its script: it shows what happens from now on.
      <code>orda watch</code> shows the same on a terminal.</p></noscript>
      <div class="scroll" tabindex="0" role="region" aria-label="Changes"><table id="changes" data-changes="\(Address(["api", "changes"], ["database": database.name]))">
      <thead><tr><th scope="col">time</th><th scope="col">table</th><th scope="col">what</th><th scope="col">key</th>
      <th scope="col">columns</th></tr></thead><tbody></tbody></table></div>
      <p class="empty" id="quiet">Nothing yet.</p>
      """)
  }
}
