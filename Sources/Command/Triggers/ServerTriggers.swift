import ORDA
import ORDAMariaDB

#if PostgreSQL
  import ORDAPostgreSQL
#endif

/// The triggers that note changes, by the driver of the database that they are for.
struct ServerTriggers {
  let install: ([TableName]) throws -> Void
  /// Removes them from these tables, or from all if there are none, and returns those that had some.
  let remove: ([TableName]) throws -> [TableName]
  /// The tables that have them.
  let tables: () throws -> [TableName]

  init(of database: any Governor) throws {
    switch database.driverName {
    case "MariaDB":
      install = { try MariaDB.installTriggers(for: $0, on: database) }
      remove = { try MariaDB.removeTriggers(for: $0, on: database) }
      tables = { try MariaDB.tablesWithTriggers(on: database) }
    #if PostgreSQL
      case "PostgreSQL":
        install = { try PostgreSQL.installTriggers(for: $0, on: database) }
        remove = { try PostgreSQL.removeTriggers(for: $0, on: database) }
        tables = { try PostgreSQL.tablesWithTriggers(on: database) }
    #endif
    default:
      throw DatabaseError(
        .unsupported,
        "triggers that note changes are for MariaDB and PostgreSQL; \(database.driverName) tells of changes without")
    }
  }
}
