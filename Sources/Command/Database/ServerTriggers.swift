package import ORDA

/// The triggers that note changes on a server.
package struct ServerTriggers {
  let install: ([TableName]) throws -> Void
  /// Removes them from these tables, or from all if there are none, and returns those that had some.
  let remove: ([TableName]) throws -> [TableName]
  /// The tables that have them.
  let tables: () throws -> [TableName]

  package init(
    install: @escaping ([TableName]) throws -> Void, remove: @escaping ([TableName]) throws -> [TableName],
    tables: @escaping () throws -> [TableName]
  ) {
    self.install = install
    self.remove = remove
    self.tables = tables
  }

  /// Those of a database.
  ///
  /// - Throws: `unsupported` if its driver has none.
  init(of database: any Governor) throws {
    guard let triggers = Drivers.all.first(where: { $0.name == database.driverName })?.triggers else {
      throw DatabaseError(
        .unsupported,
        "triggers that note changes are for MariaDB and PostgreSQL; \(database.driverName) tells of changes without")
    }
    self = triggers(database)
  }
}
