internal import ORDA

/// A statement with lists, whose values are written into its text each time it is run.
///
/// A list in the text is compared as parameters are, and its column's index is used wherever it is. A table made from
/// one parameter, by JSON_TABLE, is as fast in SELECT; but a DELETE or an UPDATE would read it once for each row of the
/// whole table, and strings would have to be declared with their column's character set and collation.
final class MariaDBListStatement {
  private let connection: MariaDBConnection
  private let request: PrepareRequest
  /// How many parameters the text has, including those for lists.
  private(set) var parameterCount: Int
  private var bound: [Value]
  private var lists: [Int: ValueList] = [:]
  /// What the server gets: prepared for the bound lists, or for empty ones to learn the columns.
  private(set) var current: MariaDBStatement?
  private var isRunning = false
  private var limit: Duration?
  /// The sum of the versions of all statements before the current one, so that none repeats.
  private var version = 0

  /// A statement that the server gets when it is run, or at once if the number of its parameters has to be found out.
  init(_ request: PrepareRequest, connection: MariaDBConnection) throws(DatabaseError) {
    self.connection = connection
    self.request = request
    parameterCount = request.deferrableParameterCount ?? 0
    bound = Array(repeating: .null, count: parameterCount)
    guard request.deferrableParameterCount == nil else { return }
    try prepare()
    parameterCount = (current?.parameterCount ?? 0) + request.lists.count
    bound = Array(repeating: .null, count: parameterCount)
  }

  private func begin() throws(DatabaseError) {
    forget()
    isRunning = true
    for list in request.lists where lists[list.index] == nil { throw .valueInPlaceOfList(at: list.index) }
    let sql = try request.sql { [lists, connection] (parameter, _) throws(DatabaseError) in
      guard let list = lists[parameter.index] else { throw .valueInPlaceOfList(at: parameter.index) }
      let lacking = try parameter.column.map { (column) throws(DatabaseError) in
        try connection.texts(of: list, lackingIn: column)
      }
      let writer = MariaDBListWriter(for: list, leavingOut: lacking ?? [])
      try list.bindValues(to: writer)
      return try writer.finish()
    }
    let statement = try made(sql, toRun: true)
    current = statement
    let count = statement.parameterCount + lists.count
    guard count == parameterCount else {
      throw .parameters(found: count, expected: parameterCount, sql: request.sql)
    }
    var place = 0
    for (index, value) in bound.enumerated() where lists[index] == nil {
      statement.bind(value, at: place)
      place += 1
    }
    statement.setTimeLimit(limit)
  }

  private func made(_ sql: String, toRun: Bool) throws(DatabaseError) -> MariaDBStatement {
    let count = parameterCount - request.lists.count
    let request = PrepareRequest(
      sql: sql, keyword: request.keyword, isPersistent: false, deferrableParameterCount: toRun ? count : nil)
    return try connection.statement(of: request)
  }

  /// Releases the statement that ran, or that described the columns.
  private func forget() {
    if let current {
      version &+= current.columnsVersion &+ 1
      current.close()
    }
    current = nil
    isRunning = false
  }

  /// An error as if of the text that was written, without any of the values.
  private func restated(_ error: DatabaseError) -> DatabaseError {
    var error = error
    // The server quotes what follows the place of an error.
    if error.kind == .syntax, isRunning {
      forget()
      do throws(DatabaseError) { try prepare() } catch let plain { error = plain }
    }
    error.sql = request.sql
    return error
  }
}

extension MariaDBListStatement: DriverStatement {
  func prepare() throws(DatabaseError) {
    if current != nil { return }
    do throws(DatabaseError) {
      let sql = try request.sql { (list, _) in MariaDBListWriter.nothing(columnCount: list.shape.columnCount) }
      current = try made(sql, toRun: false)
    } catch {
      throw restated(error)
    }
  }

  /// Describes the columns before it is run; running it throws an error of the text.
  private var described: MariaDBStatement? {
    if current == nil { try? prepare() }
    return current
  }

  var columnCount: Int { described?.columnCount ?? 0 }
  var columnNames: [String] { described?.columnNames ?? [] }
  var columnsVersion: Int { version &+ (current?.columnsVersion ?? 0) }
  var isReadOnly: Bool { described?.isReadOnly ?? false }

  func columns() throws(DatabaseError) -> [Column] {
    try prepare()
    return try current?.columns() ?? []
  }

  func setTimeLimit(_ limit: Duration?) { self.limit = limit }

  func step() throws(DatabaseError) -> Bool {
    do throws(DatabaseError) {
      if isRunning { return try current?.step() ?? false }
      do throws(DatabaseError) {
        return try firstStep()
      } catch {
        // A column was altered after its character set was asked for.
        let columns = request.lists.compactMap(\.column)
        guard error.isMixOfCollations, connection.forgetListColumns(columns) else { throw error }
        return try firstStep()
      }
    } catch {
      throw restated(error)
    }
  }

  private func firstStep() throws(DatabaseError) -> Bool {
    try begin()
    return try current?.step() ?? false
  }

  func nextResult() throws(DatabaseError) -> Bool { try current?.nextResult() ?? false }
  func outcome() -> StatementOutcome { current?.outcome() ?? StatementOutcome(changed: nil, lastID: nil) }
  var warningCount: Int { isRunning ? current?.warningCount ?? 0 : 0 }
  func warnings() throws(DatabaseError) -> [DatabaseWarning] { try current?.warnings() ?? [] }
  func appendRow(to buffer: RowBuffer) { current?.appendRow(to: buffer) }

  func reset() {
    if isRunning {
      current?.reset()
      forget()
    }
    limit = nil
    if !lists.isEmpty { lists = [:] }
    for index in bound.indices { bound[index] = .null }
  }

  func close() { forget() }

  // MARK: Binding

  func bindNull(at index: Int) { bind(.null, at: index) }
  func bind(_ value: Int64, at index: Int) { bind(.int(value), at: index) }
  func bind(_ value: Double, at index: Int) { bind(.double(value), at: index) }
  func bind(_ value: String, at index: Int) { bind(.text(value), at: index) }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { bind(.bytes(Array(bytes)), at: index) }

  func bind(_ value: Value, at index: Int) {
    bound[index] = value
    lists[index] = nil
  }

  func bind(_ list: ValueList, at index: Int) throws(DatabaseError) {
    try request.lists.check(list, at: index)
    lists[index] = list
  }

  // MARK: Reading

  func isNull(_ cell: Int) -> Bool { current?.isNull(cell) ?? true }
  func int(_ cell: Int) -> Int64? { current?.int(cell) }
  func double(_ cell: Int) -> Double? { current?.double(cell) }
  func text(_ cell: Int) -> String? { current?.text(cell) }
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? { current?.utf8(cell) }
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? { current?.bytes(cell) }
  func value(_ cell: Int) -> Value { current?.value(cell) ?? .null }
  func lent(_ cell: Int) -> BorrowedValue { current?.lent(cell) ?? .null }
  func uncheckedInt(_ cell: Int) -> Int64? { current?.uncheckedInt(cell) }
  func uncheckedDouble(_ cell: Int) -> Double? { current?.uncheckedDouble(cell) }
  func uncheckedText(_ cell: Int) -> String? { current?.uncheckedText(cell) }
}
