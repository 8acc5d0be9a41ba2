import ORDA

/// A prepared statement: parsed once, and planned again when its tables have changed.
final class MemoryStatement: DriverStatement {
  private let connection: MemoryConnection
  private let syntax: Syntax
  private var plan: Plan
  let parameterCount: Int
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
    var parser = try Parser(sql)
    syntax = try parser.statement()
    parameterCount = parser.parameterCount
    bound = Array(repeating: .null, count: parameterCount)
    plan = try Plan(syntax, in: connection.tables)
  }

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
    guard let cells = try next() else { return false }
    for cell in cells { row.append(cell) }
    return true
  }

  private func begin() throws(DatabaseError) -> RowMaker {
    if let bindFailure { throw bindFailure }
    try connection.stop.check()
    let frame = Frame(parameters: bound, canceller: connection.stop)
    switch plan.action {
    case .control(let run):
      try run(connection)
      return { nil }
    case .query:
      let tables = connection.tables
      guard case .query(let query) = try currentPlan(in: tables).action else { return { nil } }
      return try query.rows(of: tables, frame)
    case .change:
      let change = try connection.make { (tables) throws(DatabaseError) in
        guard case .change(let make) = try currentPlan(in: tables).action else { return Change() }
        return try make(tables, frame)
      }
      result = change.outcome
      var returned = change.returned.makeIterator()
      return { returned.next() }
    }
  }

  /// The plan, made anew where the tables are others than when it was made.
  private func currentPlan(in tables: Tables) throws(DatabaseError) -> Plan {
    if !plan.isCurrent(in: tables) {
      plan = try Plan(syntax, in: tables)
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
