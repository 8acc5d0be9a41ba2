import ORDA

/// A prepared statement: planned once, and again when tables were made or dropped.
final class MemoryStatement: DriverStatement {
  private let connection: MemoryConnection
  private let sql: String
  private var plan: Plan
  private(set) var columnsVersion = 0

  /// The values that are bound, and what was wrong with one of them.
  var bound: [Value]
  var bindFailure: DatabaseError?

  /// Makes the next row; nil before the first step.
  private var next: RowMaker?
  private var result = StatementOutcome(changed: nil, lastID: nil)
  /// The row that the statement stands on, in memory that is used again for the next: cells are lent from here.
  let row = RowBuffer()

  init(_ sql: String, on connection: MemoryConnection) throws(DatabaseError) {
    self.connection = connection
    self.sql = sql
    plan = try translated { try Plan(sql, in: connection.tables) }
    bound = Array(repeating: .null, count: plan.parameterCount)
  }

  var parameterCount: Int { plan.parameterCount }
  var columnCount: Int { plan.columns.count }
  var columnNames: [String] { plan.columns.map(\.name) }
  func columns() throws(DatabaseError) -> [Column] { plan.columns }
  var isReadOnly: Bool { if case .query = plan.action { true } else { false } }

  // MARK: Running

  func step() throws(DatabaseError) -> Bool {
    let next: RowMaker
    if let begun = self.next { next = begun } else { next = try begin() }
    self.next = next
    row.removeAll()
    guard let cells = try translated(next) else { return false }
    for cell in cells { row.append(cell) }
    return true
  }

  private func begin() throws(DatabaseError) -> RowMaker {
    if let bindFailure { throw bindFailure }
    try connection.stop.check()
    let frame = Frame(parameters: bound, stop: connection.stop)
    switch plan.action {
    case .control(let run): try translated { try run(connection) }
    case .query:
      let tables = connection.tables
      guard case .query(let query) = try currentPlan(in: tables).action else { break }
      return try translated { try query.rows(of: tables, frame) }
    case .change:
      result = try connection.change { (tables) throws(DatabaseError) in
        guard case .change(let run) = try currentPlan(in: tables).action else { return result }
        return try translated { try run(&tables, frame) }
      }
    }
    return { nil }
  }

  /// The plan, made anew where the tables are others than when it was made.
  private func currentPlan(in tables: Tables) throws(DatabaseError) -> Plan {
    if plan.version !== tables.version {
      plan = try translated { try Plan(sql, in: tables) }
      columnsVersion += 1
    }
    return plan
  }

  func outcome() -> StatementOutcome { result }

  func reset() {
    next = nil
    row.removeAll()
    result = StatementOutcome(changed: nil, lastID: nil)
    bindFailure = nil
    for index in bound.indices { bound[index] = .null }
  }

  func close() { reset() }
}
