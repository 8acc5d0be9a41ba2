#if ODB
  import ArgumentParser
  import ODB

  /// `orda odb rm URL PATH`
  struct ODBRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rm", abstract: "Delete a value, or a table with all that it contains.")

    @OptionGroup var database: ODBArgument

    @Argument(help: ArgumentHelp("What to delete.", valueName: "path"))
    var path: String

    func run() throws {
      try Failure.reporting {
        let odb = try database.open()
        let path = try ODBPath(text: path, odb: odb)
        try odb.run { try path.requireDelete() }
      }
    }
  }
#endif
