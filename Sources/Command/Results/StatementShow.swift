import ORDA
import ORDAImport

/// Runs statements and shows their results: rows in a format, and changes in words.
struct StatementShow {
  let format: ResultFormat
  let output: Output
  let terminal: Terminal
  /// Called after each row; an error ends the statement.
  var onRow: () throws -> Void = {}
  /// Receives what writes a remark about a result: a line, without its end. For formats for programs there is none beside rows.
  ///
  /// It is no text: a script's statements are many, and to make one of each remark takes a third as long as to run an INSERT.
  let remark: (_ write: (Output) -> Void) -> Void

  /// Runs one statement.
  ///
  /// - Throws: `DatabaseError`.
  func run(_ sql: SQL, _ parameters: Parameters, on executor: any SQLExecutor) throws {
    try run { try executor.withExecution(of: sql, parameters, timeout: nil, $0) }
  }

  /// Runs one statement of a script, which has no parameters.
  ///
  /// - Throws: `DatabaseError`.
  func run(_ statement: StatementSplitter.Statement, on connection: Connection) throws {
    try run { try connection.withExecution(of: statement, $0) }
  }

  private func run(_ execute: (_ body: (StatementExecution) throws -> Void) throws -> Void) throws {
    var count: Int?
    var outcome = StatementOutcome(changed: nil, lastID: nil)
    var warnings: [DatabaseWarning] = []
    try execute { execution in
      count = try execution.writeRows({ format.writer(to: output, terminal: terminal) }, onRow: { _ in try onRow() })
      outcome = execution.outcome()
      warnings = execution.warnings().filter { $0.level != .note }
    }
    try warn(of: warnings)
    if count != nil, format.isForPrograms { return }
    // Programs get it apart from the rows, and the terminal does not matter.
    let style = format.isForPrograms ? Style.plain : terminal.style
    remark { output in
      style.dim(on: output) { Self.say(rows: count, outcome, on: output) }
    }
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

  /// Writes `3 rows`, `1 row changed, last ID 7`, or `done`.
  static func say(rows: Int?, _ outcome: StatementOutcome, on output: Output) {
    func say(_ count: Int, _ rest: StaticString) {
      output.write(Grouped.digits(count))
      output.write(literal: count == 1 ? " row" : " rows")
      output.write(literal: rest)
    }
    if let rows { say(rows, "") }
    if let changed = outcome.changed {
      if rows != nil { output.write(literal: ", ") }
      say(changed, " changed")
    }
    if let id = outcome.lastID {
      output.write(literal: rows == nil && outcome.changed == nil ? "last ID " : ", last ID ")
      output.write(number: id)
    } else if rows == nil, outcome.changed == nil {
      output.write(literal: "done")
    }
  }
}
