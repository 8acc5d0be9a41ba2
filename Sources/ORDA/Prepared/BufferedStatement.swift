/// A statement on a connection that returns one result at a time.
///
/// It forwards to the driver's, until something else is to use the connection while rows of it are still to come: then
/// the rest is kept in memory, at most ``OpenResult/limit``, and read from there. Drivers whose connections return
/// several results at a time have none of these around their statements.
final class BufferedStatement {
  // One thread at a time uses a connection, so that exclusive access need not be checked for each cell.
  let statement: any DriverStatement
  let open: OpenResult
  private let parsed: ParsedStatement
  /// True while it is on a row of the driver's.
  @exclusivity(unchecked) private var isOnRow = false
  /// True between the first step and the end of the last result.
  @exclusivity(unchecked) private var isRunning = false
  /// The outcome of the finished result, which the driver is asked for once.
  @exclusivity(unchecked) private var knownOutcome: StatementOutcome?
  @exclusivity(unchecked) private var keptWarnings: [DatabaseWarning]?
  /// The result being read, and those after it, as far as they were kept; empty while the driver's rows are read.
  @exclusivity(unchecked) private(set) var kept: [KeptRows] = []

  init(_ statement: any DriverStatement, _ parsed: ParsedStatement, open: OpenResult) {
    self.statement = statement
    self.parsed = parsed
    self.open = open
  }

  // MARK: Keeping

  /// Keeps what is still to come.
  func keepRest() throws(DatabaseError) {
    guard isRunning else { return }
    // What did not fit still belongs to the driver.
    if !kept.isEmpty { throw tooLarge }
    do throws(DatabaseError) {
      try keepResults()
    } catch {
      end(with: error)
      // The next call was stopped with it.
      if error.kind == .cancelled || DatabaseError.Kind.connectionLost.matches(error.kind) { throw error }
      return
    }
    if let last = kept.last, !last.isWhole { throw tooLarge }
    if statement.warningCount > 0 { keptWarnings = try? statement.warnings() }
    isRunning = false
  }

  private func keepResults() throws(DatabaseError) {
    var size = 0
    repeat {
      let place = kept.count
      kept.append(KeptRows(of: statement))
      if place == 0, isOnRow {
        kept[place].append(statement)
        _ = kept[place].advance()
      }
      if place > 0 || knownOutcome == nil { try keepRows(of: place, besides: size) } else { kept[place].isWhole = true }
      guard kept[place].isWhole else { return }
      size += kept[place].size
      kept[place].outcome = place == 0 ? knownOutcome ?? statement.outcome() : statement.outcome()
    } while try moveToFurther()
  }

  private func moveToFurther() throws(DatabaseError) -> Bool {
    guard parsed.keyword.mayGiveSeveralResults else { return false }
    return try statement.nextResult()
  }

  private func keepRows(of place: Int, besides size: Int) throws(DatabaseError) {
    while size + kept[place].size < OpenResult.limit {
      guard try statement.step() else {
        kept[place].isWhole = true
        return
      }
      kept[place].append(statement)
    }
  }

  /// Ends what was kept with an error.
  private func end(with error: DatabaseError) {
    isRunning = false
    if kept.isEmpty { kept.append(KeptRows(of: statement)) }
    kept[kept.count - 1].isWhole = true
    kept[kept.count - 1].failure = error
  }

  /// Has the reader of the rest get an error instead of it.
  func loseRest(for error: DatabaseError) {
    guard isRunning else { return }
    end(with: error)
    statement.reset()
  }

  private var tooLarge: DatabaseError {
    DatabaseError(
      .misuse,
      "another statement was to run on a connection while rows are read on it. This database sends one result at a time, and "
        + "more than \(OpenResult.limit >> 20) MiB of these rows are still to come: read them to their end first, or let "
        + "them go",
      sql: parsed.text)
  }
}

extension BufferedStatement: DriverStatement {
  var parameterCount: Int { statement.parameterCount }
  var columnCount: Int { kept.first?.names.count ?? statement.columnCount }
  var columnsVersion: Int { kept.first?.version ?? statement.columnsVersion }
  var isReadOnly: Bool { statement.isReadOnly }
  var columnNames: [String] { kept.first?.names ?? statement.columnNames }

  func columns() throws(DatabaseError) -> [Column] {
    // The driver is at the last of several results.
    if parsed.keyword.mayGiveSeveralResults, let kept = kept.first { return kept.names.map { Column(name: $0) } }
    try open.keepRest(before: self)
    return try statement.columns()
  }

  func prepare() throws(DatabaseError) {
    try open.keepRest(before: self)
    try statement.prepare()
  }

  func setTimeLimit(_ limit: Duration?) { statement.setTimeLimit(limit) }

  func step() throws(DatabaseError) -> Bool {
    if !kept.isEmpty {
      if kept[0].advance() { return true }
      if kept[0].isWhole {
        if let failure = kept[0].failure { throw failure }
        return false
      }
      // The rest did not fit, and still belongs to the driver.
      kept = []
    } else if !isRunning {
      try open.begin(self)
      isRunning = true
    }
    knownOutcome = nil
    do throws(DatabaseError) {
      isOnRow = try statement.step()
    } catch {
      end()
      throw error
    }
    guard !isOnRow else { return true }
    knownOutcome = statement.outcome()
    if !parsed.keyword.mayGiveSeveralResults { end() }
    return false
  }

  func nextResult() throws(DatabaseError) -> Bool {
    if let rows = kept.first {
      if let failure = rows.failure { throw failure }
      if kept.count > 1 {
        kept.removeFirst()
        return true
      }
      kept = []
    }
    guard isRunning else { return false }
    knownOutcome = nil
    do throws(DatabaseError) {
      let isNext = try statement.nextResult()
      if !isNext { end() }
      return isNext
    } catch {
      end()
      throw error
    }
  }

  func outcome() -> StatementOutcome { kept.first?.outcome ?? knownOutcome ?? statement.outcome() }

  var warningCount: Int { keptWarnings?.count ?? statement.warningCount }

  func warnings() throws(DatabaseError) -> [DatabaseWarning] {
    if let keptWarnings { return keptWarnings }
    try open.keepRest(before: self)
    return try statement.warnings()
  }

  func appendRow(to buffer: RowBuffer) {
    guard !kept.isEmpty else { return statement.appendRow(to: buffer) }
    for cell in 0..<columnCount { buffer.append(value(cell)) }
  }

  func reset() {
    statement.reset()
    forget()
    end()
  }

  func close() {
    forget()
    end()
    open.close(statement)
  }

  /// Nothing more is to come.
  private func end() {
    isOnRow = false
    isRunning = false
    open.end(self)
  }

  private func forget() {
    if !kept.isEmpty { kept = [] }
    knownOutcome = nil
    keptWarnings = nil
  }
}

extension BufferedStatement: ArrayBindingStatement {
  func beginBatch() -> Bool { (statement as? any ArrayBindingStatement)?.beginBatch() ?? false }

  func addElement() throws(DatabaseError) {
    try open.keepRest(before: self)
    try (statement as? any ArrayBindingStatement)?.addElement()
  }

  func endBatch() throws(DatabaseError) -> Int {
    try open.keepRest(before: self)
    return try (statement as? any ArrayBindingStatement)?.endBatch() ?? 0
  }
}
