import ORDA
import ORDAImport

/// Runs statements and shows their results: rows in a format, and changes in words.
struct StatementShow {
  let format: ResultFormat
  let output: Output
  let terminal: Terminal
  /// Called after each row; an error ends the statement.
  var onRow: () throws -> Void = {}
  /// Receives remarks about a result. For formats for programs there are none beside the rows.
  let remark: (String) -> Void

  /// Runs one statement.
  ///
  /// - Throws: `DatabaseError`.
  func run(_ sql: SQL, _ parameters: Parameters, on executor: any SQLExecutor) throws {
    var count: Int?
    var outcome = StatementOutcome(changed: nil, lastID: nil)
    var warnings: [DatabaseWarning] = []
    try executor.withExecution(of: sql, parameters, timeout: nil) { execution in
      count = try execution.writeRows({ format.writer(to: output, terminal: terminal) }, onRow: { _ in try onRow() })
      outcome = execution.outcome()
      warnings = execution.warnings().filter { $0.level != .note }
    }
    try warn(of: warnings)
    if count != nil, format.isForPrograms { return }
    // Programs get it apart from the rows, and the terminal does not matter.
    let style = format.isForPrograms ? Style.plain : terminal.style
    remark(style.dim(Self.words(rows: count, outcome)) + "\n")
  }

  /// How many warnings are written; more of them say the same of further rows.
  private static let warningLimit = 10

  /// Writes the database's warnings to standard error, after the rows: whoever reads the rows must know.
  private func warn(of warnings: [DatabaseWarning]) throws {
    if warnings.isEmpty { return }
    try output.flush()
    let style = Terminal.error.style
    for warning in warnings.prefix(Self.warningLimit) {
      StandardStreams.error("\(style.red("orda:")) \(VisibleText.escaping(warning.description))\n")
    }
    let more = warnings.count - Self.warningLimit
    if more > 0 { StandardStreams.error("\(style.red("orda:")) \(Grouped.count(more, "further warning"))\n") }
  }

  /// `3 rows`, `1 row changed, last ID 7`, `done`.
  static func words(rows: Int?, _ outcome: StatementOutcome) -> String {
    var text = ""
    func begin() { if !text.isEmpty { text += ", " } }
    if let rows { text = Grouped.count(rows, "row") }
    if let changed = outcome.changed {
      begin()
      text += Grouped.count(changed, "row")
      text += " changed"
    }
    if let id = outcome.lastID {
      begin()
      text += "last ID "
      text += String(id)
    }
    return text.isEmpty ? "done" : text
  }
}
