/// A statement on a connection that prepares for values of certain kinds: the driver's statements for the kinds bound
/// so far, one of which runs.
final class TypedStatement {
  /// How many of the driver's statements are kept for one text.
  private static let limit = 4

  private let connection: any TypedPreparingConnection
  let request: PrepareRequest
  let parameterCount: Int
  /// What the driver has prepared, the last used first. An empty list of kinds: prepared to know the text.
  private var prepared: [(kinds: [ParameterKind], statement: any DriverStatement)] = []
  /// The one that runs, or ran last.
  private(set) var current: (any DriverStatement)?
  var bound: [Value]
  /// The lists among the bound values, by their parameters.
  var lists: [Int: ValueList] = [:]
  private var isRunning = false
  private var timeLimit: Duration?
  /// Counts the changes of ``current`` and of its columns.
  private var version = 0
  private var knownVersion = 0

  init(_ connection: any TypedPreparingConnection, _ request: PrepareRequest, parameterCount: Int) {
    self.connection = connection
    self.request = request
    self.parameterCount = parameterCount
    bound = Array(repeating: .null, count: parameterCount)
  }

  /// Makes the statement for the bound values the current one.
  private func choose() throws(DatabaseError) {
    let kinds = bound.map { ParameterKind($0) }
    if let place = prepared.firstIndex(where: { Self.fits(kinds, $0.kinds) }) {
      let found = prepared.remove(at: place)
      prepared.insert(found, at: 0)
      use(found.statement)
      return
    }
    let statement = try checked(connection.prepare(request, for: kinds))
    // What was prepared only to know the text is of no further use.
    let needless = prepared.indices.filter { prepared[$0].kinds.isEmpty || $0 >= Self.limit - 1 }
    for place in needless.reversed() { prepared.remove(at: place).statement.close() }
    prepared.insert((kinds, statement), at: 0)
    use(statement)
  }

  private func use(_ statement: any DriverStatement) {
    if current === statement { return }
    current = statement
    version += 1
    knownVersion = statement.columnsVersion
  }

  private func checked(_ statement: any DriverStatement) throws(DatabaseError) -> any DriverStatement {
    let count = statement.parameterCount
    if count == parameterCount { return statement }
    statement.close()
    throw .parameters(found: count, expected: parameterCount, sql: request.sql)
  }

  private static func fits(_ kinds: [ParameterKind], _ prepared: [ParameterKind]) -> Bool {
    kinds.count == prepared.count && zip(kinds, prepared).allSatisfy { $0 == $1 || $0 == .null }
  }

  private func begin() throws(DatabaseError) -> any DriverStatement {
    try choose()
    guard let current else { throw DatabaseError(.misuse, "the statement was closed") }
    isRunning = true
    for (index, value) in bound.enumerated() {
      if let list = lists[index] { try current.bind(list, at: index) } else { current.bind(kept: value, at: index) }
    }
    current.setTimeLimit(timeLimit)
    return current
  }
}

extension TypedStatement: DriverStatement {
  var columnCount: Int { current?.columnCount ?? 0 }
  var isReadOnly: Bool { current?.isReadOnly ?? false }
  var columnNames: [String] { current?.columnNames ?? [] }

  var columnsVersion: Int {
    let now = current?.columnsVersion ?? 0
    if now != knownVersion {
      knownVersion = now
      version += 1
    }
    return version
  }

  func columns() throws(DatabaseError) -> [Column] {
    try prepare()
    return try current?.columns() ?? []
  }

  func prepare() throws(DatabaseError) {
    if let current { return try current.prepare() }
    var request = PrepareRequest(sql: request.sql, keyword: request.keyword, isPersistent: request.isPersistent)
    request.lists = self.request.lists
    let statement = try checked(connection.prepare(request))
    prepared.append(([], statement))
    use(statement)
  }

  func setTimeLimit(_ limit: Duration?) { timeLimit = limit }

  func step() throws(DatabaseError) -> Bool {
    if isRunning, let current { return try current.step() }
    return try begin().step()
  }

  func nextResult() throws(DatabaseError) -> Bool { try current?.nextResult() ?? false }
  func outcome() -> StatementOutcome { current?.outcome() ?? StatementOutcome(changed: nil, lastID: nil) }
  var warningCount: Int { isRunning ? current?.warningCount ?? 0 : 0 }
  func warnings() throws(DatabaseError) -> [DatabaseWarning] { try current?.warnings() ?? [] }
  func appendRow(to buffer: RowBuffer) { current?.appendRow(to: buffer) }

  func reset() {
    if isRunning { current?.reset() }
    isRunning = false
    timeLimit = nil
    for index in bound.indices { bound[index] = .null }
    if !lists.isEmpty { lists = [:] }
  }

  func close() {
    for (_, statement) in prepared { statement.close() }
    prepared = []
    current = nil
  }
}
