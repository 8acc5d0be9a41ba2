public import ORDA

/// Triggers that note changes, for servers whose log can't be followed.
///
/// Only these calls, or `orda triggers`, install and remove them. While all tables that somebody listens to have them,
/// and the log can't be followed, the changed rows are reported, a tenth of a second after the commit.
extension MariaDB {
  /// Installs triggers on tables, three on each, and the table `orda_changes` in which they note what changes.
  ///
  /// From then on every written row costs another one. If a table already has them they are made again.
  ///
  /// - Parameters:
  ///   - tables: Their names; without a schema in the URL's database.
  ///   - db: The governor.
  /// - Throws: `DatabaseError` of kind `noSuchTable`; `permission` if the account may not CREATE tables and TRIGGERs;
  ///   `unsupported` for views and another driver's governor; `misuse` inside a transaction, which it would end.
  public static func installTriggers(for tables: [TableName], on db: any Governor) throws {
    try apart(db) { connection in for table in tables { try connection.installTriggers(on: table) } }
  }

  /// Removes the triggers from tables, or from all of the URL's database if none are named; the last ones take the
  /// table `orda_changes` with them.
  ///
  /// - Returns: The tables that had triggers.
  /// - Throws: `DatabaseError` as ``installTriggers(for:on:)`` does; `misuse` if there is no database to look in.
  @discardableResult
  public static func removeTriggers(for tables: [TableName] = [], on db: any Governor) throws -> [TableName] {
    try apart(db) { connection in
      let all = try tables.isEmpty ? connection.triggeredTables(in: try connection.schema(nil)).map(\.table) : tables
      return try all.filter { try connection.removeTriggers(from: $0, in: try connection.schema($0.schema)) }
    }
  }

  /// The tables of the URL's database with such triggers.
  ///
  /// - Throws: `DatabaseError` as ``removeTriggers(for:on:)`` does.
  public static func tablesWithTriggers(on db: any Governor) throws -> [TableName] {
    try apart(db) { connection in try connection.triggeredTables(in: try connection.schema(nil)).map(\.table) }
  }

  private static func apart<R>(_ db: any Governor, _ body: (MariaDBConnection) throws -> R) throws -> R {
    guard db.driverName == MariaDBDriver().name else {
      throw DatabaseError(
        .unsupported, "triggers that note changes are for MariaDB; \(db.driverName) tells of changes without")
    }
    var result: R?
    try db.lease(LeaseRequest(role: .writer)) { connection in
      result = try connection.withDriver(MariaDBConnection.self) { connection in
        if connection.isInTransaction {
          throw DatabaseError(.misuse, "triggers are not made inside a transaction, for that would end it")
        }
        return try body(connection)
      }
    }
    guard let result else { throw DatabaseError(.misuse, "the connection was not used") }
    return result
  }
}

extension MariaDBConnection {
  /// A schema by its name, or the URL's.
  fileprivate func schema(_ name: String?) throws(DatabaseError) -> String {
    if let schema = name ?? settings.database { return schema }
    throw DatabaseError(.misuse, "the URL names no database; name the table's: music.track")
  }
}
