public import ORDA

/// Triggers that note changes, for servers whose log can't be followed.
///
/// Only these calls, or `orda triggers`, install and remove them. Where the log does not tell what changes in a table
/// that has them, the changed rows are reported as soon as the server has announced them by NOTIFY.
extension PostgreSQL {
  /// Installs triggers on tables, two on each, and in each of their schemas the table `orda_changes` in which they note
  /// what changes. Each table has a function for this, whose name begins with `orda_note_change`; it never makes a statement fail.
  ///
  /// From then on every written row costs another one. If a table already has them they are made again. On all of the
  /// tables they are installed, or on none; in a transaction they are part of it. They also fire for what logical replication
  /// writes.
  ///
  /// - Parameters:
  ///   - tables: Their names; without a schema as the search path has it.
  ///   - db: The governor.
  /// - Throws: `DatabaseError` of kind `noSuchTable`; `permission` if the account may not CREATE in the schema, or the
  ///   tables are not its own; `unsupported` for views, for servers before PostgreSQL 13, and for another driver's
  ///   governor.
  public static func installTriggers(for tables: [TableName], on db: any Governor) throws {
    try onConnection(of: db) { try $0.installTriggers(on: tables) }
  }

  /// Removes the triggers from tables, or from all of the current schema if none are named; the last ones of a schema
  /// take `orda_changes` and all functions with them.
  ///
  /// - Returns: The tables that had triggers.
  /// - Throws: `DatabaseError` as ``installTriggers(for:on:)`` does.
  @discardableResult
  public static func removeTriggers(for tables: [TableName] = [], on db: any Governor) throws -> [TableName] {
    try onConnection(of: db) { try $0.removeTriggers(from: tables.isEmpty ? nil : tables) }
  }

  /// The tables of the current schema with such triggers.
  ///
  /// - Throws: `DatabaseError` as ``installTriggers(for:on:)`` does.
  public static func tablesWithTriggers(on db: any Governor) throws -> [TableName] {
    try onConnection(of: db) { try $0.triggeredTables(in: nil) }
  }

  private static func onConnection<R>(
    of db: any Governor, _ body: (PostgreSQLConnection) throws -> R
  ) throws -> R {
    guard db.driverName == PostgreSQLDriver().name else {
      throw DatabaseError(.unsupported, "these triggers are for PostgreSQL, and this is \(db.driverName)")
    }
    var result: R?
    try db.lease(LeaseRequest(role: .writer)) { connection in
      result = try connection.withDriver(PostgreSQLConnection.self) { try body($0) }
    }
    guard let result else { throw DatabaseError(.misuse, "the connection was not used") }
    return result
  }
}
