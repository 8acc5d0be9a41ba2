import Command
import ORDA
import ORDAMariaDB
import ORDASQLite

#if PostgreSQL
  import ORDAPostgreSQL
#endif

/// The executable `orda`: the command, and the drivers that it is built with.
@main
enum OrdaCommand {
  static func main() { runCommand(with: drivers) }

  static let drivers: [CommandDriver] = {
    var drivers: [CommandDriver] = [.sqlite, .mariadb]
    #if PostgreSQL
      drivers.append(.postgresql)
    #endif
    return drivers
  }()
}

extension CommandDriver {
  fileprivate static let sqlite = CommandDriver("SQLite", scheme: SQLite.scheme) {
    SQLite.forgoMemoryStatistics()
    try SQLite.register()
  }

  fileprivate static let mariadb = CommandDriver(
    "MariaDB", scheme: MariaDB.scheme,
    triggers: { database in
      ServerTriggers(
        install: { try MariaDB.installTriggers(for: $0, on: database) },
        remove: { try MariaDB.removeTriggers(for: $0, on: database) },
        tables: { try MariaDB.tablesWithTriggers(on: database) })
    },
    register: { try MariaDB.register() })

  #if PostgreSQL
    fileprivate static let postgresql = CommandDriver(
      "PostgreSQL", scheme: PostgreSQL.scheme,
      triggers: { database in
        ServerTriggers(
          install: { try PostgreSQL.installTriggers(for: $0, on: database) },
          remove: { try PostgreSQL.removeTriggers(for: $0, on: database) },
          tables: { try PostgreSQL.tablesWithTriggers(on: database) })
      },
      register: { try PostgreSQL.register() })
  #endif
}
