/// The search and the conditions above a table's rows: a form that needs no script.
struct FilterForm: Sendable {
  let path: [String]
  let table: TableShape
  let request: TableRequest

  var html: HTML {
    let used = request.filters.enumerated().map { place, filter in row(filter, place) }
    // What is not among the fields of the form itself is kept.
    let kept = request.starting(.first).fields.pairs.filter { ["sort", "desc", "rows", "facet"].contains($0.name) }
    let hidden = kept.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" as HTML }
    let clear: HTML =
      request.filters.isEmpty && request.search.isEmpty
      ? "" : "<a class=\"clear\" href=\"\(Address(path))\">Show all</a>"
    return """
      <form class="filters" method="get" action="\(Address(path))" role="search">\(hidden)
      <label class="search"><span>Search</span><input type="search" name="q" value="\(request.search)" data-key="/"></label>
      <div class="conditions">\(used)\(row(nil, used.count))</div>
      <div class="actions"><button>Apply</button>\(clear)</div></form>
      """
  }

  private func row(_ filter: Filter?, _ place: Int) -> HTML {
    let number = place + 1
    let names = table.columns.map(\.name)
    let columns = names.map { name -> HTML in "<option\(if: name == filter?.column, " selected")>\(name)</option>" }
    let kind = filter.flatMap { table.column($0.column)?.kind } ?? .other
    var comparisons = Filter.Comparison.suiting(kind)
    if let used = filter?.comparison, !comparisons.contains(used) { comparisons.append(used) }
    let options = comparisons.map { comparison -> HTML in
      "<option value=\"\(comparison.rawValue)\"\(if: comparison == filter?.comparison, " selected")>\(comparison.label)</option>"
    }
    return """
      <fieldset class="condition"><legend class="hidden">Condition \(number)</legend>
      <label><span class="hidden">Column</span><select name="c"><option value="">column…</option>\(columns)</select></label>
      <label><span class="hidden">Comparison</span><select name="o">\(options)</select></label>
      <label><span class="hidden">Value</span><input name="v" value="\(filter?.value ?? "")" placeholder="value"></label></fieldset>
      """
  }
}
