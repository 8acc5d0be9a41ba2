import ORDA

/// Writes the rows of a query, and shows the user its progress.
struct Exporter {
  /// Fewer rows take only a moment, and need no progress bar.
  private static let quickCount = 10_000

  let sql: SQL
  let parameters: Parameters
  /// How many rows there will be; nil if that is not known, or takes long to find out.
  let total: Int?
  let makeWriter: (Output) -> any RowWriter
  /// The progress's label; nil to show none.
  let progress: (label: String, terminal: Terminal)?

  /// Thrown for a statement without rows.
  struct NoRows: Error, CustomStringConvertible {
    let description = "the statement gives no rows to export"
  }

  /// Runs the query, in a read-only transaction, and writes its rows.
  ///
  /// - Returns: How many there were.
  /// - Throws: `DatabaseError`, ``NoRows``, ``Interrupted``.
  func run(on database: any Governor, to output: Output) throws -> Int {
    var bar: ProgressBar?
    if let progress, total.map({ $0 > Self.quickCount }) ?? true {
      bar = ProgressBar(
        progress.label, total: total, unit: .things("rows"), terminal: progress.terminal, output: StandardStreams.error)
    }
    do {
      let rows = try database.transaction(readOnly: true) { transaction in
        var rows: Int?
        try transaction.withExecution(of: sql, parameters, timeout: nil) { execution in
          rows = try execution.writeRows({ makeWriter(output) }) { count in
            try Interruption.check()
            if count & 0x3F == 0 { bar?.update(count) }
          }
        }
        return rows
      }
      guard let rows else { throw NoRows() }
      bar?.update(rows)
      bar?.finish()
      return rows
    } catch {
      bar?.abandon()
      throw error
    }
  }
}
