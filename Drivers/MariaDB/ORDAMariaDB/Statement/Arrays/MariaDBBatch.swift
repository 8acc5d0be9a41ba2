internal import CMariaDB
internal import ORDA

/// A batch of one statement's executions, sent in arrays of up to a thousand.
final class MariaDBBatch {
  private unowned let statement: MariaDBStatement
  @exclusivity(unchecked) private var array: ParameterArray
  /// How many rows were changed so far.
  private(set) var changed = 0
  /// The place in the batch of the array's first row.
  private var start = 0

  /// The most bytes of an array: larger ones gain nothing, and would have to be split for the server anyway.
  private static let sizeLimit = 1 << 20
  /// Undoes an array that was only partly executed.
  private static let savepoint = "orda_array"

  init(_ statement: MariaDBStatement) {
    self.statement = statement
    let limit = min(Self.sizeLimit, max(statement.connection.session.largestPacket / 2, 1024))
    array = ParameterArray(parameters: statement.parameterCount, sizeLimit: limit)
  }

  /// Takes the bound values as the next row, if there is room.
  @inline(__always)
  func take(_ bound: borrowing BoundParameters) -> Bool { array.add(bound) }

  /// Takes what is bound to the statement, whatever it is, and runs the rows before it.
  func takeAfterOthers() throws(DatabaseError) {
    try run()
    // From here on every failure belongs to this element.
    if let failure = statement.bindFailure ?? tooLong() { throw failure.of(element: start) }
    array.addFirst(statement.bound)
  }

  private func tooLong() -> DatabaseError? {
    let size = array.size(of: statement.bound)
    let limit = statement.connection.session.largestPacket
    guard size >= limit - 1024 else { return nil }
    return DatabaseError(
      .dataTooLong, "the values have \(size) bytes, and the server takes messages of \(limit) (max_allowed_packet)",
      sql: statement.sql)
  }

  /// Runs the collected rows, and drops them.
  func run() throws(DatabaseError) {
    let rows = 0..<array.count
    if rows.isEmpty { return }
    // A stop that comes while rows are collected finds nothing running at the server.
    if statement.connection.interrupter.isCancelled {
      throw DatabaseError(.cancelled, "the batch was stopped", sql: statement.sql)
    }
    if statement.takesArrays { try runTogether(rows) } else { try runOneByOne(rows) }
    start += rows.count
    array.removeAll()
  }

  private func runTogether(_ rows: Range<Int>) throws(DatabaseError) {
    do throws(DatabaseError) {
      try execute(rows)
    } catch {
      if error.vendorCode == Int(ER_UNSUPPORTED_PS) {
        // Not every INSERT can run this way, for example one with a SELECT, and the server says so only now.
        statement.refusesArrays = true
        return try runOneByOne(rows)
      }
      throw blamed(error, in: rows)
    }
  }

  private func runOneByOne(_ rows: Range<Int>) throws(DatabaseError) {
    for row in rows {
      do throws(DatabaseError) {
        try execute(row)
      } catch {
        throw error.of(element: start + row)
      }
    }
  }

  // MARK: Executing

  /// Runs rows in one round trip. If it fails, none of them is stored.
  private func execute(_ rows: Range<Int>) throws(DatabaseError) {
    // An INSERT of many rows is undone as a whole. To the server others are as many statements, of which it keeps the
    // first ones.
    let isUndone = rows.count == 1 || statement.keyword == .insert || statement.keyword == .replace
    if !isUndone { try statement.connection.savepoint(Self.savepoint) }
    do throws(DatabaseError) {
      changed += try send(rows.count) { array.bind(rows, to: statement.handle) }
    } catch {
      if !isUndone, statement.connection.isInTransaction {
        try statement.connection.rollback(toSavepoint: Self.savepoint)
      }
      throw error
    }
  }

  /// Runs one row like any execution.
  private func execute(_ row: Int) throws(DatabaseError) {
    changed += try send(1) { array.bind(row: row, to: statement.handle) }
  }

  /// Makes the server run some executions, and returns the number of rows that they changed.
  private func send(_ count: Int, _ bind: () -> Void) throws(DatabaseError) -> Int {
    defer {
      ParameterArray.unbind(statement.handle)
      statement.bound.isChanged = true
    }
    try statement.makeReady()
    try statement.connection.checkTransaction()
    if statement.limit == nil { statement.connection.tellLimit() }
    bind()
    statement.connection.mayHaveWritten = true
    var isRun = orda_mariadb_execute(statement.handle, statement.connection.methods) == 0
    if !isRun, statement.reportedError.isOfStaleStatement {
      try statement.prepareAnew()
      bind()
      isRun = orda_mariadb_execute(statement.handle, statement.connection.methods) == 0
    }
    guard isRun else { throw statement.connection.noteError(statement.reportedError) }
    let returned = try returnedRows()
    if returned == nil {
      statement.noteSession(statement.connection.handle.pointee.server_status)
    } else {
      statement.noteEndOfRows()
    }
    let warnings =
      returned == nil
      ? mysql_warning_count(statement.connection.handle)
      : orda_mariadb_warnings_at_end(statement.connection.handle)
    let changed = returned ?? statement.changedRows(ofExecutions: count)
    try statement.keepWarnings(warnings)
    return changed
  }

  /// Skips the rows that a statement with RETURNING returns, and counts them; nil for other statements.
  private func returnedRows() throws(DatabaseError) -> Int? {
    guard mysql_stmt_field_count(statement.handle) > 0 else { return nil }
    var count = 0
    var code = mysql_stmt_fetch(statement.handle)
    while code == 0 {
      count += 1
      code = mysql_stmt_fetch(statement.handle)
    }
    guard code == MYSQL_NO_DATA else { throw statement.connection.noteError(statement.reportedError) }
    return count
  }

  // MARK: Whose fault it is

  /// The error of the first row that fails, found by bisection: what fails is undone, and what is before it stays.
  private func blamed(_ error: DatabaseError, in rows: Range<Int>) -> DatabaseError {
    var rows = rows
    do throws(DatabaseError) {
      while rows.count > 1, statement.connection.blamesRow(error) {
        let middle = rows.lowerBound + rows.count / 2
        let upper = middle..<rows.upperBound
        rows = rows.lowerBound..<middle
        do throws(DatabaseError) {
          try execute(rows)
          rows = upper
        } catch  where statement.connection.blamesRow(error) {}
      }
      guard statement.connection.blamesRow(error) else { return error }
      // Alone, it fails with the error that it has without arrays.
      try execute(rows.lowerBound)
      return error
    } catch {
      return statement.connection.blamesRow(error) ? error.of(element: start + rows.lowerBound) : error
    }
  }
}

extension MariaDBConnection {
  /// True for an error caused by a row's values: the same row would fail again, and nothing else has happened.
  fileprivate func blamesRow(_ error: DatabaseError) -> Bool {
    guard isInTransaction, !interrupter.isCancelled, !error.isRetryable, let code = error.vendorCode else {
      return false
    }
    return !MariaDBCode.isLost(code) && error.kind != .cancelled && error.kind != .timeout
  }
}

extension DatabaseError {
  /// The same error, with the place in the batch of the element that caused it.
  fileprivate func of(element index: Int) -> DatabaseError {
    var copy = self
    copy.batchIndex = index
    return copy
  }
}
