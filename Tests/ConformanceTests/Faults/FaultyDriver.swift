import ORDA

@testable import ORDASQLite

/// SQLite in memory with one thing wrong, or with nothing wrong.
struct FaultyDriver: Driver {
  let fault: Fault?
  /// True where a connection gives one result at a time, and refuses whatever comes between its rows.
  var givesOneResult = false
  let name = "Faulty"
  let schemes = ["faulty"]
  let urlShape = DatabaseURL.Shape.file
  var options: OptionTable { SQLite.driver.options }
  var schemaDialect: any SchemaDialect { SQLite.driver.schemaDialect }
  var capabilities: Capabilities {
    let missing: Capabilities = givesOneResult ? [.interleaving] : []
    return SQLite.driver.capabilities.subtracting([.concurrentReaders, .changeEvents]).subtracting(missing)
  }

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    try url.requireMode(oneOf: [])
    let settings = try SQLiteSettings(url, options)
    let givesOneResult = givesOneResult
    let first = FaultyConnection(try SQLiteConnection(settings, role: .writer), fault, givesOneResult: givesOneResult)
    return try ConnectionGovernor(
      driver: self, url: url, options: options, configuration: configuration, first: first,
      layout: ConnectionGovernor.Layout(writers: 1)
    ) { [fault] role throws(DatabaseError) in
      FaultyConnection(try SQLiteConnection(settings, role: role), fault, givesOneResult: givesOneResult)
    }
  }
}

/// A connection that forwards, wrongly.
final class FaultyConnection: DriverConnection {
  private let base: any DriverConnection
  private let fault: Fault?
  private let sole: SoleResult?

  init(_ base: sending any DriverConnection, _ fault: Fault?, givesOneResult: Bool) {
    self.base = base
    self.fault = fault
    sole = givesOneResult ? SoleResult() : nil
  }

  var dialect: Dialect { base.dialect }
  var isInTransaction: Bool { base.isInTransaction }
  var canceller: any DriverCanceller { fault == .ignoresCancelling ? NoCanceller() : base.canceller }

  func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement {
    do throws(DatabaseError) {
      if fault == .refusesEverything, request.sql.hasPrefix("INSERT") {
        throw DatabaseError(.constraint(.trigger), "refused")
      }
      try sole?.check()
      return FaultyStatement(try base.prepare(request), fault, sole)
    } catch {
      if fault == .tellsNoKinds { throw DatabaseError(.other, error.message) }
      throw error
    }
  }

  func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation {
    try sole?.check()
    return try base.begin(options)
  }
  func commit() throws(DatabaseError) {
    try sole?.check()
    if fault == .ignoresCommit { try base.rollback() } else { try base.commit() }
  }
  func rollback() throws(DatabaseError) {
    try sole?.check()
    if fault == .ignoresRollback, base.isInTransaction { try base.commit() } else { try base.rollback() }
  }
  func savepoint(_ name: String) throws(DatabaseError) {
    try sole?.check()
    try base.savepoint(name)
  }
  func release(savepoint name: String) throws(DatabaseError) {
    try sole?.check()
    try base.release(savepoint: name)
  }
  func rollback(toSavepoint name: String) throws(DatabaseError) {
    try sole?.check()
    if fault == .ignoresSavepoints {
      try base.release(savepoint: name)
    } else {
      try base.rollback(toSavepoint: name)
    }
  }

  func ping() throws(DatabaseError) {
    try sole?.check()
    try base.ping()
  }
  var isSessionChanged: Bool {
    get { fault != .keepsSessions && base.isSessionChanged }
    set { base.isSessionChanged = newValue }
  }
  var isSessionUnsure: Bool { base.isSessionUnsure }
  var resetsWholeSession: Bool { base.resetsWholeSession }
  var leavesTransactionOpen: Bool { base.leavesTransactionOpen }
  func reset() throws(DatabaseError) -> Bool {
    try sole?.check()
    return try base.reset()
  }
  func isBroken(by error: DatabaseError) -> Bool { base.isBroken(by: error) }
  var isUsable: Bool { base.isUsable }
  var isAlive: Bool { base.isAlive }

  func tables(schema: String?) throws(DatabaseError) -> [TableName] {
    try sole?.check()
    return fault == .givesNoRows ? [] : try base.tables(schema: schema)
  }
  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription? {
    try sole?.check()
    return fault == .givesNoRows ? nil : try base.describe(table)
  }
  func close() { base.close() }
}

/// Stops nothing.
private struct NoCanceller: DriverCanceller {
  func cancel() {}
}
