import ORDA

/// The values of a column, with how many rows have each.
struct FacetList: Sendable {
  static let most = 20

  let column: String
  let values: [(value: Value, count: Int64)]
  /// True where there are more values.
  let isCut: Bool
  /// Why there are none.
  let problem: String?

  /// Each value leads to the rows that have it.
  func html(_ path: [String], _ request: TableRequest) -> HTML {
    var without = request.starting(.first)
    without.facets.removeAll { $0 == column }
    let items = values.map { value, count -> HTML in
      var other = request.starting(.first)
      other.filters.removeAll { $0.column == column }
      other.filters.append(
        value.isNull
          ? Filter(column: column, comparison: .isNull, value: "")
          : Filter(column: column, comparison: .equal, value: value.description))
      return
        "<li><a href=\"\(Address(path, other.fields))\">\(ShownValue.html(value))</a> <span class=\"count\">\(Grouping.text(count))</span></li>"
    }
    let more: HTML = isCut ? "<li class=\"more\">and more</li>" : ""
    let why: HTML = problem.map { "<p class=\"note\">\($0)</p>" } ?? ""
    return """
      <section class="facet"><h2>\(column) <a class="close" href="\(Address(path, without.fields))" aria-label="Close \(column)">×</a></h2>
      \(why)<ul>\(items)\(more)</ul></section>
      """
  }
}

extension ServedDatabase {
  /// The values of a column. Counting them may read the whole table, and takes a second at most.
  func facet(_ column: String, _ select: TableSelect) async -> FacetList {
    do {
      let rows = try await governor.query(select.facet(column), .none, timeout: .seconds(1)).rows
      let values = try rows.prefix(FacetList.most).map { row in (row[0] as Value, try row.get(1, as: Int64.self)) }
      return FacetList(column: column, values: values, isCut: rows.count > FacetList.most, problem: nil)
    } catch {
      let problem = Problem(describing: error)
      let words = problem.kind == "timeout" ? "Counting them takes longer than a second." : problem.message
      return FacetList(column: column, values: [], isCut: false, problem: words)
    }
  }
}
