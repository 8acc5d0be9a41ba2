internal import ORDAThreads

/// A connection, leased to a closure: everything that runs on it runs on the same one, in order.
///
/// Session state lasts here: temporary tables, `last_insert_rowid()`, user variables. What is left of it is undone
/// before anyone else uses the connection. It can't be used after its closure.
public final class Connection {
  let scope: LeaseScope
  /// True once the closure has returned.
  var isOver = false
  /// The isolation in force; meaningful inside a transaction.
  var isolation: Isolation = .serializable

  init(scope: LeaseScope) { self.scope = scope }

  /// Whether this connection may write.
  public var role: ConnectionRole { scope.connection.role }
  /// What this database supports.
  public var capabilities: Capabilities { scope.governor.capabilities }
  /// How this database writes the schema of its tables.
  public var schemaDialect: any SchemaDialect { scope.governor.schemaDialect }

  func checkUsable() throws(DatabaseError) {
    try checkNotOver()
    try scope.checkUsable()
    if let thread = scope.thread, thread != .current {
      throw DatabaseError(.misuse, "a leased connection belongs to the thread of its closure")
    }
  }

  /// Refuses use after the closure.
  @inline(__always)
  func checkNotOver() throws(DatabaseError) {
    if isOver { throw .overConnection }
  }

  /// Checks that the database responds.
  func ping() throws {
    try checkUsable()
    try scope.ask { driver throws(DatabaseError) in try driver.ping() }
  }

  /// The names of tables and views in a schema, or in the default one.
  public func tables(schema: String? = nil) throws -> [TableName] {
    try checkUsable()
    if schema?.utf8.contains(0) ?? false { return [] }
    return try scope.ask { driver throws(DatabaseError) in try driver.tables(schema: schema) }
  }

  /// The database's description of a table; nil if there is none of that name.
  public func describe(_ table: TableName) throws -> TableDescription? {
    try checkUsable()
    // No database has such names, and one written in C would take them for shorter ones.
    if table.name.utf8.contains(0) || table.schema?.utf8.contains(0) ?? false { return nil }
    return try scope.ask { driver throws(DatabaseError) in try driver.describe(table) }
  }

  /// The description of all tables and views in a schema, or in the default one, as one value.
  public func schema(named schema: String? = nil) throws -> DatabaseDescription {
    try checkUsable()
    if schema?.utf8.contains(0) ?? false { return DatabaseDescription(tables: []) }
    return DatabaseDescription(
      of: try scope.ask { driver throws(DatabaseError) in try driver.describeAll(schema: schema) })
  }

  /// Calls a closure with the driver's own connection, if it is of a type that the caller knows: access to what only
  /// one database has.
  ///
  /// - Parameters:
  ///   - type: The driver's type of connection.
  ///   - timeout: How long the closure may take before what it runs on the connection is stopped; nil for no limit.
  ///   - body: Receives the connection.
  /// - Throws: ``DatabaseError`` of kind `unsupported` if it is of another type; `timeout`.
  public func withDriver<D, R>(_ type: D.Type, timeout: Duration? = nil, _ body: (D) throws -> R) throws -> R {
    try checkUsable()
    guard let driver = scope.connection.driver as? D else {
      throw DatabaseError(.unsupported, "this connection is a \(Swift.type(of: scope.connection.driver)), no \(type)")
    }
    defer {
      scope.statements += 1
      scope.connection.hasNews = true
    }
    let outcome: Result<R, any Error>
    do throws(DatabaseError) {
      outcome = try scope.connection.ask(
        within: Deadline.of(timeout, by: scope.governor.timeSource), effect: scope.depth > 0 ? .transaction : .question
      ) { _ throws(DatabaseError) in
        do {
          return .success(try body(driver))
        } catch let error as DatabaseError {
          throw error
        } catch {
          return .failure(error)
        }
      }
    } catch {
      scope.checkTransaction(error, ending: .unknown)
      throw error
    }
    do {
      let value = try outcome.get()
      scope.checkTransaction(nil, ending: .unknown)
      return value
    } catch {
      scope.checkTransaction(error, ending: .unknown)
      throw error
    }
  }
}

@available(*, unavailable, message: "a leased connection belongs to the thread of its closure")
extension Connection: Sendable {}

extension DatabaseError {
  fileprivate static var overConnection: DatabaseError {
    @inline(never) get {
      DatabaseError(
        .misuse, "the closure that this connection was lent to has returned, or its transaction was ended")
    }
  }
}
