#if Conformance
  import ORDA

  @testable import ORDASQLite

  /// SQLite in memory with one thing wrong, or with nothing wrong.
  struct FaultyDriver: Driver {
    let fault: Fault?
    var strictness = Strictness()
    let name = "Faulty"
    let schemes = ["faulty"]
    let urlShape = DatabaseURL.Shape.file
    var options: OptionTable { SQLite.driver.options }
    var schemaDialect: any SchemaDialect { SQLite.driver.schemaDialect }
    var capabilities: Capabilities {
      let missing: Capabilities = strictness.givesOneResult ? [.interleaving] : []
      return SQLite.driver.capabilities.subtracting([.concurrentReaders, .changeEvents]).subtracting(missing)
    }

    func governor(
      for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
    ) throws(DatabaseError) -> any Governor {
      try url.requireMode(oneOf: [])
      let settings = try SQLiteSettings(url, options)
      let strictness = strictness
      let first = Self.connection(try SQLiteConnection(settings, role: .writer), fault, strictness)
      return try ConnectionGovernor(
        driver: self, url: url, options: options, configuration: configuration, first: first,
        layout: ConnectionGovernor.Layout(writers: 1)
      ) { [fault] role throws(DatabaseError) in
        Self.connection(try SQLiteConnection(settings, role: role), fault, strictness)
      }
    }

    private static func connection(
      _ base: sending any DriverConnection, _ fault: Fault?, _ strictness: Strictness
    ) -> sending FaultyConnection {
      strictness.abortsTransactions
        ? AbortingConnection(base, fault, strictness) : FaultyConnection(base, fault, strictness)
    }
  }

  /// A connection that forwards, wrongly.
  class FaultyConnection: DriverConnection {
    private let base: any DriverConnection
    private let fault: Fault?
    let rules: ConnectionRules

    init(_ base: sending any DriverConnection, _ fault: Fault?, _ strictness: Strictness) {
      self.base = base
      self.fault = fault
      rules = ConnectionRules(strictness)
    }

    var dialect: Dialect { base.dialect }
    var isInTransaction: Bool { base.isInTransaction }
    var canceller: any DriverCanceller { fault == .ignoresCancelling ? NoCanceller() : base.canceller }

    func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement {
      do throws(DatabaseError) {
        if fault == .refusesEverything, request.sql.hasPrefix("INSERT") {
          throw DatabaseError(.constraint(.trigger), "refused")
        }
        try rules.check()
        return FaultyStatement(try base.prepare(request), self, fault)
      } catch {
        rules.noteFailure(isInTransaction: isInTransaction)
        if fault == .tellsNoKinds { throw DatabaseError(.other, error.message) }
        throw error
      }
    }

    func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation {
      try rules.check()
      return try base.begin(options)
    }
    func commit() throws(DatabaseError) {
      try rules.check()
      if fault == .ignoresCommit { try base.rollback() } else { try base.commit() }
    }
    func rollback() throws(DatabaseError) {
      try rules.check(rollsBack: true)
      if fault == .ignoresRollback, base.isInTransaction { try base.commit() } else { try base.rollback() }
      rules.noteRollback()
    }
    func savepoint(_ name: String) throws(DatabaseError) {
      try rules.check()
      try base.savepoint(name)
    }
    func release(savepoint name: String) throws(DatabaseError) {
      try rules.check()
      try base.release(savepoint: name)
    }
    func rollback(toSavepoint name: String) throws(DatabaseError) {
      try rules.check(rollsBack: true)
      if fault == .ignoresSavepoints {
        try base.release(savepoint: name)
      } else {
        try base.rollback(toSavepoint: name)
      }
      rules.noteRollback()
    }

    func ping() throws(DatabaseError) {
      try rules.check()
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
      try rules.check()
      return try base.reset()
    }
    func isBroken(by error: DatabaseError) -> Bool { base.isBroken(by: error) }
    var isUsable: Bool { base.isUsable }
    var isAlive: Bool { base.isAlive }

    func tables(schema: String?) throws(DatabaseError) -> [TableName] {
      try rules.check()
      return fault == .givesNoRows ? [] : try base.tables(schema: schema)
    }
    func describe(_ table: TableName) throws(DatabaseError) -> TableDescription? {
      try rules.check()
      return fault == .givesNoRows ? nil : try base.describe(table)
    }
    func close() { base.close() }
  }

  /// Stops nothing.
  private struct NoCanceller: DriverCanceller {
    func cancel() {}
  }

  extension FaultyConnection: CompactingConnection, FunctionAddingConnection {
    func compact(_ tables: [TableName]) throws(DatabaseError) {
      try rules.check()
      try (base as? any CompactingConnection)?.compact(tables)
    }

    func add(_ function: DatabaseFunction) throws(DatabaseError) {
      try rules.check()
      try (base as? any FunctionAddingConnection)?.add(function)
    }
  }

  extension FaultyConnection: ForeignKeySuspendingConnection, TableRebuildingConnection {
    func suspendForeignKeys() throws(DatabaseError) -> Bool {
      try rules.check()
      return try (base as? any ForeignKeySuspendingConnection)?.suspendForeignKeys() ?? false
    }

    func resumeForeignKeys() throws(DatabaseError) {
      try rules.check()
      try (base as? any ForeignKeySuspendingConnection)?.resumeForeignKeys()
    }

    func checkForeignKeys() throws(DatabaseError) {
      try rules.check()
      try (base as? any ForeignKeySuspendingConnection)?.checkForeignKeys()
    }

    func rebuild(_ table: TableDescription, by changes: [TableChange]) throws(DatabaseError) -> TableRebuild {
      try rules.check()
      guard let base = base as? any TableRebuildingConnection else {
        throw DatabaseError(.unsupported, "no rebuilding")
      }
      return try base.rebuild(table, by: changes)
    }
  }
#endif
