/// A prepared statement, lent for one execution: bind, step, read.
///
/// The typed functions are built on this. It belongs to one thread and to the closure it is lent to: if it is kept
/// longer, every use is `misuse`.
public final class StatementExecution {
  @usableFromInline let driver: any DriverStatement
  let parsed: ParsedStatement
  @usableFromInline let loan: Loan
  /// The row that is lent to a type that reads itself, and what binds the values of a call. They are kept here since those
  /// that are made for each execution would retain what they work with.
  @exclusivity(unchecked) @usableFromInline var lentRow: Row
  @usableFromInline let binder: ParameterBinder
  /// The last known names; nil if they were never requested.
  var knownNames: ColumnNames? { knownVersion == nil ? nil : loan.names }
  /// What they are known for.
  private var knownVersion: Int?
  private var knownColumns: (version: Int, columns: [Column])?
  @usableFromInline let takesPlainPositions: Bool
  /// How many values a caller has to give.
  let parameterCount: Int

  /// The loan's when it was lent.
  private var firstGeneration = 0
  /// True if it was not run, or failed before any row was lent or decoded.
  var hasGivenNoRow: Bool { loan.generation &- firstGeneration <= 1 && loan.state != .onRow }

  /// How many rows it returned when it last ran to the end, for the room to make when it runs again.
  @exclusivity(unchecked) @usableFromInline var lastRowCount = 0

  let serial: Int
  let isKept: Bool
  var isInUse = true
  /// The values interpolated into the text, if the others are bound later.
  var interpolated: [(any ValueConvertible)?] = []
  /// What is asked after each element of a batch; nil without a transaction around it.
  var batchScope: (any BatchScope)?
  /// The database's warnings, as far as they were requested.
  @exclusivity(unchecked) private var collected: [DatabaseWarning] = []
  /// True once somebody has asked for the warnings of this execution.
  @exclusivity(unchecked) private var isAsked = false
  /// Set if asking for warnings failed, which is not a failure of the statement.
  private(set) var warningFailure: DatabaseError?

  init(driver: any DriverStatement, parsed: ParsedStatement, serial: Int, isKept: Bool) {
    self.driver = driver
    self.parsed = parsed
    self.serial = serial
    self.isKept = isKept
    takesPlainPositions = parsed.parameters.isIdentity
    parameterCount = parsed.parameters.count
    loan = Loan()
    lentRow = Row(source: driver, base: 0, count: 0, loan: loan)
    binder = ParameterBinder(driver: driver, count: parameterCount)
  }

  /// Lends it again.
  func begin() {
    isInUse = true
    firstGeneration = loan.generation
    loan.state = .begun
  }

  /// Ends the execution: from now on neither it nor rows lent from it can be used.
  func end() {
    loan.end()
    driver.reset()
    if !interpolated.isEmpty { interpolated = [] }
    if batchScope != nil { batchScope = nil }
    if warningFailure != nil { warningFailure = nil }
    if !collected.isEmpty { collected = [] }
    isAsked = false
    isInUse = false
  }

  func close() {
    loan.end()
    driver.close()
  }

  /// The same statement, to be lent to somebody else, if the program has kept this one.
  func successor() -> StatementExecution {
    let successor = StatementExecution(driver: driver, parsed: parsed, serial: serial, isKept: isKept)
    successor.loan.names = loan.names
    successor.knownVersion = knownVersion
    successor.knownColumns = knownColumns
    successor.lastRowCount = lastRowCount
    return successor
  }

  // MARK: Binding

  /// Binds what the statement was given; if the body binds by itself, lends it what it needs for that.
  @inline(__always)
  func begin(
    _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters?, in scope: (any BatchScope)?
  ) throws(DatabaseError) {
    if let parameters {
      try bind(interpolated, parameters)
    } else {
      self.interpolated = interpolated
      batchScope = scope
    }
  }

  /// Binds the values interpolated into the text, and the caller's.
  func bind(_ interpolated: [(any ValueConvertible)?], _ parameters: Parameters) throws(DatabaseError) {
    if takesPlainPositions, case .positional(let values) = parameters.storage, values.count == parameterCount {
      // Copying an `any` takes longer than binding an integer. Called through a buffer and by `?.`, each value is
      // copied once less than if it is unwrapped first: 70 instructions a value.
      let driver = driver
      try values.withUnsafeBufferPointer { (values) throws(DatabaseError) in
        for index in values.indices {
          let isBound: Void? = try values[index]?.bind(to: driver, at: index)
          if isBound == nil { driver.bindNull(at: index) }
        }
      }
      return
    }
    let resolved = try parameters.resolve(parsed.parameters)
    for (index, source) in parsed.parameters.sources.enumerated() {
      switch source {
      case .interpolated(let place): try bind(interpolated[place], at: index)
      case .parameter(let place): try bind(resolved[place], at: index)
      }
    }
  }

  /// Binds the values interpolated into the text, and leaves the others.
  @usableFromInline
  func bindInterpolated() throws(DatabaseError) {
    for (index, source) in parsed.parameters.sources.enumerated() {
      if case .interpolated(let place) = source { try bind(interpolated[place], at: index) }
    }
  }

  private func bind(_ value: (any ValueConvertible)?, at index: Int) throws(DatabaseError) {
    if let value { try value.bind(to: driver, at: index) } else { driver.bindNull(at: index) }
  }

  // MARK: Running

  /// Moves to the next row, first running the statement if it hasn't begun. A row that was read before is no longer
  /// valid.
  ///
  /// - Returns: False at the end, and ever after.
  @inlinable @inline(__always)
  public func step() throws -> Bool {
    guard loan.state.rawValue <= Loan.State.onRow.rawValue else { return try stepAfterEnd() }
    loan.generation &+= 1
    // If the step throws there is nothing more to read.
    loan.state = .atEnd
    guard try driver.step() else { return false }
    loan.state = .onRow
    return true
  }

  @usableFromInline
  func stepAfterEnd() throws -> Bool {
    try checkLent()
    return false
  }

  @usableFromInline
  func checkLent() throws(DatabaseError) { try loan.check("this statement") }

  /// The current row; only after ``step()`` returned true.
  @inlinable @inline(__always)
  public func row() -> Row {
    loan.state == .onRow ? Row(source: driver, base: 0, count: columnCount(), loan: loan) : missingRow()
  }

  @usableFromInline
  func missingRow() -> Row { Row(missingFrom: driver, loan: loan) }

  /// Lends each row in turn.
  @inlinable
  public func forEachRow(_ body: (borrowing Row) throws -> Void) throws {
    guard try step() else { return }
    // One for all rows; after the loop it is useless.
    let row = row()
    defer { endRows() }
    repeat { try body(row) } while try driver.step()
  }

  /// Call it when all rows were read, or no more of them are wanted.
  @usableFromInline
  func endRows() {
    loan.generation &+= 1
    if loan.state == .onRow { loan.state = .atEnd }
  }

  /// The database's information about the columns of a row; empty for a statement without rows. After a change of the
  /// schema they are only certain once ``step()`` was called.
  ///
  /// - Throws: ``DatabaseError``.
  public func columns() throws -> [Column] {
    try checkLent()
    return try currentColumns()
  }

  /// The database's information about the columns, requested again only if they may have changed: it may take a query.
  private func currentColumns() throws(DatabaseError) -> [Column] {
    if let knownColumns, knownColumns.version == driver.columnsVersion, !parsed.keyword.mayGiveSeveralResults {
      return knownColumns.columns
    }
    let columns = try driver.columns()
    knownColumns = (driver.columnsVersion, columns)
    return columns
  }

  /// The names of the columns, in order; as certain as ``columns()``. The last known ones, if the statement is no
  /// longer lent.
  public var columnNames: [String] { loan.state == .over ? knownNames?.names ?? [] : names.names }

  /// What the statement changed; only after ``step()`` returned false, and once.
  public func outcome() -> StatementOutcome {
    loan.state == .over ? StatementOutcome(changed: nil, lastID: nil) : driver.outcome()
  }

  /// The columns' names, requested again only if they may have changed; only while it is lent.
  var names: ColumnNames {
    knowNames()
    return loan.names
  }

  /// How many columns there are, with their names known from then on.
  @usableFromInline
  func columnCount() -> Int {
    knowNames()
    return loan.names.count
  }

  /// Makes ``lentRow`` the current row; only after ``step()`` returned true.
  @usableFromInline
  func lendRow() {
    knowNames()
    lentRow.columnCount = loan.names.count
    lentRow.generation = loan.generation
  }

  @inline(__always)
  private func knowNames() {
    let version = driver.columnsVersion
    if knownVersion == version { return }
    let names = driver.columnNames
    loan.names = names.isEmpty ? .none : ColumnNames(names)
    knownVersion = version
  }

  @usableFromInline
  func decodedRows(_ strategy: RowCodingStrategy) -> DecodedRows {
    DecodedRows(RowDecoder(source: driver, names: names, strategy: strategy))
  }

  /// Decodes the first row, if there is one.
  @usableFromInline
  func firstDecoded<T: Decodable>(_ type: T.Type, _ strategy: RowCodingStrategy) throws -> T? {
    guard try step() else { return nil }
    return try decodeRow(type, from: driver, names: names, strategy: strategy)
  }

  /// Runs to the end and keeps all rows.
  ///
  /// - Throws: ``DatabaseError``.
  public func run() throws -> any StatementResult {
    // Whether there are columns may be known only after the first step.
    let isRow = try step()
    // No row is lent here.
    loan.state = .atEnd
    let isOnlyResult = !parsed.keyword.mayGiveSeveralResults
    if isOnlyResult, driver.columnCount == 0 {
      let outcome = driver.outcome()
      return driver.warningCount > 0 ? withWarnings(outcome) : outcome
    }
    return try results(isRow, isOnlyResult)
  }

  /// All results, where rows or several results may come; the first step is done. A call of its own, so that its code does not
  /// lie among what every statement runs.
  @inline(never)
  private func results(_ isRow: Bool, _ isOnlyResult: Bool) throws -> any StatementResult {
    let first = try result(isRow)
    if isOnlyResult { return withWarnings(first) }
    var further: [any StatementResult] = []
    while try driver.nextResult() {
      loan.state = .begun
      let isRow = try step()
      loan.state = .atEnd
      further.append(try result(isRow))
    }
    return withWarnings(further.isEmpty ? first : SeveralResults(first: first, further: further))
  }

  /// Continues with the statement's next result; only after ``step()`` returned false, and after ``outcome()``.
  ///
  /// - Returns: False if that was the last: usually at once, since only a procedure or a block returns several.
  /// - Throws: ``DatabaseError``.
  public func nextResult() throws -> Bool {
    try checkLent()
    guard parsed.keyword.mayGiveSeveralResults, try driver.nextResult() else { return false }
    loan.state = .begun
    return true
  }

  // MARK: Warnings

  /// The maximum number of warnings kept of a batch.
  private static let warningLimit = 1000

  private func withWarnings(_ result: any StatementResult) -> any StatementResult {
    guard driver.warningCount > 0 else { return result }
    collectWarnings()
    return collected.isEmpty ? result : WarnedResult(result: result, warnings: collected)
  }

  /// Asks for the warnings of the finished execution, before the next one.
  @usableFromInline
  func collectWarnings() {
    guard collected.count < Self.warningLimit, warningFailure == nil else { return }
    do throws(DatabaseError) {
      collected += try driver.warnings().prefix(Self.warningLimit - collected.count)
    } catch {
      warningFailure = error
    }
  }

  /// The database's warnings, at most a thousand; only after ``step()`` returned false, after ``outcome()``, and once.
  /// What is requested here is not logged.
  ///
  /// It may take a query. If that fails there are none: the statement itself has succeeded.
  public func warnings() -> [DatabaseWarning] {
    if collected.isEmpty {
      guard loan.state != .over, !isAsked, driver.warningCount > 0 else { return [] }
      collectWarnings()
    }
    isAsked = true
    defer { collected = [] }
    return collected
  }

  /// False if there are certainly none.
  var mayHaveWarnings: Bool { driver.warningCount > 0 || !collected.isEmpty || warningFailure != nil }

  /// The result of which the first step is done.
  private func result(_ isFirstRow: Bool) throws -> any StatementResult {
    if driver.columnCount == 0 { return driver.outcome() }
    let buffer = RowBuffer()
    var count = 0
    var isRow = isFirstRow
    while isRow {
      driver.appendRow(to: buffer)
      count += 1
      isRow = try driver.step()
    }
    let names = names
    return FetchedResult(
      outcome: driver.outcome(), columns: try currentColumns(),
      rows: FetchedRows(buffer: buffer, names: names, count: names.count == 0 ? 0 : count))
  }
}
