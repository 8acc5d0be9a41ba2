import ORDA

/// The page where SQL is written and run.
struct StatementPage: Sendable {
  let database: ServedDatabase
  var text = ""
  /// What stands in the fields of the parameters.
  var values: [String: String] = [:]
  var parameters: [String] = []
  var result: Result<QueryOutcome, Problem>?
  var chart: ChartRequest?
  var isPlan = false

  private var path: [String] { [database.name, "sql"] }

  func html() -> HTML {
    Layout(
      title: "SQL on \(database.name)", database: database, part: .sql,
      crumbs: [.init(title: "SQL", address: Address(path))]
    ).page(
      """
      <h1>SQL</h1>
      <form class="sql" id="sql" method="\(method)" action="\(Address(path))" data-stop="\(Address([database.name, "stop"]))">
      <label for="statement">Statement</label>
      <textarea id="statement" name="sql" rows="6" spellcheck="false" autocapitalize="off" autocomplete="off">\(text)</textarea>
      \(fields)
      <div class="actions"><button name="run" value="1">Run</button> <button name="plan" value="1" class="quiet">Plan</button>
      <button type="button" id="stop" class="quiet" hidden>Stop</button></div>
      <p class="note">\(rules)</p></form>
      <div id="result">\(resultBox)</div>
      <details class="more" id="history" hidden><summary>Statements of this browser</summary><ol></ol></details>
      """)
  }

  /// What may write is posted: an address that is opened, or sent to somebody, runs what only reads.
  private var method: HTML { database.isWritable ? "post" : "get" }

  private var rules: HTML {
    let seconds = database.limit.components.seconds
    return database.isWritable
      ? "One statement at a time, stopped after \(seconds) s. It may write."
      : "One statement at a time, stopped after \(seconds) s. Only what reads is run: SELECT, WITH, VALUES, EXPLAIN, SHOW, DESCRIBE."
  }

  private var fields: HTML {
    guard !parameters.isEmpty else { return "" }
    let fields = parameters.map { name -> HTML in
      "<label><span>\(name)</span><input name=\"\("p." + name)\" value=\"\(values[name] ?? "")\"></label>"
    }
    return "<fieldset class=\"parameters\"><legend>Parameters</legend>\(fields)</fieldset>"
  }

  private var resultBox: HTML {
    switch result {
    case nil: return ""
    case .failure(let problem): return "<p class=\"problem\" role=\"alert\">\(problem.message)</p>"
    case .success(let outcome):
      if outcome.columns.isEmpty {
        return
          "<p class=\"facts\"><span>\(outcome.changed ?? 0) rows changed</span> <span>\(milliseconds(outcome)) ms</span></p>"
      }
      return """
        <p class="facts"><span>\(outcome.rows.count)\(if: outcome.isCut, " of more") rows</span> <span>\(milliseconds(outcome)) ms</span></p>
        \(ResultTable.html(outcome, label: "Result"))\(isPlan ? "" : downloads)\(isPlan ? "" : charts(outcome))
        """
    }
  }

  private func milliseconds(_ outcome: QueryOutcome) -> Int64 {
    outcome.took.components.seconds * 1000 + outcome.took.components.attoseconds / 1_000_000_000_000_000
  }

  /// The fields that this page is read from.
  private var all: Fields {
    var fields = Fields()
    fields.append("sql", text)
    for name in parameters { fields.append("p." + name, values[name] ?? "") }
    return fields
  }

  /// True for a statement that only reads: its results have addresses.
  var isReading: Bool {
    (try? ReadOnlyCheck(dialect: database.governor.dialect, kind: database.kind).check(text)) != nil
  }

  private var downloads: HTML {
    guard isReading else { return "" }
    let links = ["csv", "json", "jsonl"].map { format -> HTML in
      "<a href=\"\(Address([database.name, "download"], all.setting("format", format)))\" download>\(format.uppercased())</a>"
    }
    return "<p class=\"more\">All of it as \(links.joined(separator: ", "))</p>"
  }

  private func charts(_ outcome: QueryOutcome) -> HTML {
    let kinds = ChartRequest.kinds(for: outcome)
    guard !kinds.isEmpty, isReading else { return "" }
    let links = kinds.map { kind -> HTML in
      let current: HTML = chart?.kind == kind ? " aria-current=\"true\"" : ""
      return "<a href=\"\(Address(path, all.setting("chart", kind.rawValue)))\"\(current)>\(kind.rawValue)</a>"
    }
    let drawn = chart.map { Chart(outcome, $0.kind).html } ?? ""
    return "<p class=\"more\">As a chart: \(links.joined(separator: ", "))</p>\(drawn)"
  }
}

/// A result as a table.
enum ResultTable {
  static func html(_ outcome: QueryOutcome, label: String) -> HTML {
    let head = outcome.columns.enumerated().map { place, column -> HTML in
      let isNumber = outcome.rows.first.map { place < $0.count && ShownValue.isNumber($0[place]) } ?? false
      return "<th scope=\"col\"\(if: isNumber, " class=\"number\"")>\(column.name)</th>"
    }
    let rows = outcome.rows.map { row -> HTML in
      let cells = row.map { value -> HTML in
        "<td\(if: ShownValue.isNumber(value), " class=\"number\"")>\(ShownValue.html(value))</td>"
      }
      return "<tr>\(cells)</tr>"
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(label)"><table><thead><tr>\(head)</tr></thead>
      <tbody>\(rows)</tbody></table></div>
      """
  }
}
