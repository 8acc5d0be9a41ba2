package import ORDA
internal import ORDAThreads

/// A connection of a ``ScriptedDatabase``.
package class ScriptedConnection: DriverConnection {
  let database: ScriptedDatabase
  /// Its number in the order of opening, from 1.
  package let number: Int
  let run: ScriptedRun
  package var isInTransaction = false
  /// The statement whose rows are still to come, if the database returns one result at a time.
  var reading: ScriptedHandle?
  /// Set by statements that begin with SET.
  package var isSessionChanged = false

  init(to database: ScriptedDatabase, number: Int, time: TimeSource) {
    self.database = database
    self.number = number
    // The run may outlive the connection, and must not keep the database alive beyond it.
    run = ScriptedRun(faults: database.faults, time: time) { [weak database] statement in
      database?.withRecord { $0.cancelled.append(statement) }
    }
  }

  package var dialect: Dialect { database.dialect }
  package var canceller: any DriverCanceller { run }

  package func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement {
    try prepare(request, noting: request.sql)
  }

  func prepare(_ request: PrepareRequest, noting text: String) throws(DatabaseError) -> any DriverStatement {
    note(.prepare(sql: text))
    try checkRuns()
    do throws(DatabaseError) {
      if let size = database.faults.arraySize { return try ScriptedArrayHandle(request, on: self, arraySize: size) }
      return try ScriptedHandle(request, on: self)
    } catch {
      noteFailure()
      throw error
    }
  }

  /// Refuses what can't run now.
  func checkRuns() throws(DatabaseError) {}
  /// A statement has failed.
  func noteFailure() {}

  // MARK: Transactions

  package func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation {
    try perform(.begin, .begin(options))
    isInTransaction = true
    return options.isolation ?? .repeatableRead
  }

  package func commit() throws(DatabaseError) {
    try checkRuns()
    try perform(.commit, .commit)
    isInTransaction = false
  }

  package func rollback() throws(DatabaseError) {
    guard isInTransaction else { return }
    try perform(.rollback, .rollback)
    isInTransaction = false
  }

  package func savepoint(_ name: String) throws(DatabaseError) { try perform(.savepoint, .savepoint(name)) }
  package func release(savepoint name: String) throws(DatabaseError) {
    try perform(.release, .release(savepoint: name))
  }
  package func rollback(toSavepoint name: String) throws(DatabaseError) {
    try perform(.rollbackToSavepoint, .rollbackTo(savepoint: name))
  }

  private func perform(_ step: ScriptedStep, _ request: ScriptedCall.Request) throws(DatabaseError) {
    note(request)
    guard let answer = database.answer(to: step) else { return }
    answer.began?()
    if answer.endsTransaction { isInTransaction = false }
    if try run.take(answer) { throw DatabaseError(answer.interruption, "interrupted") }
    if let error = answer.error { throw error }
  }

  // MARK: The rest

  package func ping() throws(DatabaseError) { try perform(.ping, .ping) }
  package var isAlive: Bool { database.answer(to: .idle)?.error == nil }
  package var isUsable: Bool { !run.isCut && database.answer(to: .useless)?.error == nil }
  package var resetsWholeSession: Bool { true }
  package func reset() throws(DatabaseError) -> Bool {
    note(.resetSession)
    return true
  }

  package func tables(schema: String?) throws(DatabaseError) -> [TableName] {
    try perform(.tables, .tables)
    return database.faults.tableNames ?? database.descriptions.map(\.name).filter { $0.schema == schema }
  }

  package func describe(_ table: TableName) throws(DatabaseError) -> TableDescription? {
    database.description(of: table)
  }

  package func close() { database.withRecord { $0.noteClosing(of: number) } }

  func note(_ request: ScriptedCall.Request) {
    if reading != nil { database.faults.noteTangled() }
    database.note(request, on: number)
  }
}
