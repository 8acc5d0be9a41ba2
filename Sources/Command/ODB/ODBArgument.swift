#if ODB
  import ArgumentParser
  import ODB
  import ORDA

  /// The URL of the database that an ODB is in.
  struct ODBArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The database, for example sqlite:settings.odb.", valueName: "url"))
    var url: String

    @Option(help: ArgumentHelp("What the names of the ODB's tables begin with.", valueName: "prefix"))
    var tables = "odb"

    /// There is no ODB, and the command does not make one.
    struct Missing: Error, CustomStringConvertible {
      let description: String
    }

    /// Opens the ODB; makes one only if requested.
    ///
    /// - Parameter isMade: True for a command that writes new content.
    func open(making isMade: Bool = false) throws -> ODB {
      // Looking for something is no reason to make a file.
      let url = isMade ? url : try withOptions([("mode", "rw")], url)
      let db = try openDatabase(url)
      if !isMade {
        let names = try db.tables().map { $0.name.lowercased() }
        guard names.contains("\(tables)_state".lowercased()) || names.contains("odb_tables") else {
          throw Missing(description: "there is no ODB in this database: orda odb set makes one")
        }
      }
      return try ODB(governor: db, tables: tables)
    }
  }

  extension ODB {
    /// Runs a body as a perform, for a command.
    func run<R>(_ body: () throws -> R) throws -> R { try performThrowing(.fresh, body) }
  }
#endif
