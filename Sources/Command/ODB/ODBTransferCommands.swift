#if ODB
  import ArgumentParser
  import ODB
  import ORDAImport

  /// The source and the target.
  struct ODBTransfer: ParsableArguments {
    @OptionGroup var database: ODBArgument

    @Argument(help: ArgumentHelp("What is there.", valueName: "path"))
    var path: String

    @Argument(
      help: ArgumentHelp("A table that it goes into, or its new place, in a table that is there.", valueName: "target"))
    var target: String

    /// Calls a body with the source and the target, in one perform: the table, and a name if it is to have another one.
    func run(_ body: (ODBPath, ODBPath, String?) throws -> ODBPath) throws {
      try Failure.reporting {
        let odb = try database.open()
        let (path, target) = (try ODBPath(text: path, odb: odb), try ODBPath(text: target, odb: odb))
        let place = try odb.run {
          if target.table != nil { return try body(path, target, nil) }
          return try body(path, target.parentTablePath ?? odb.root, target.name)
        }
        StandardStreams.output.write("\(VisibleText.escaping(place.text))\n")
      }
    }
  }

  /// `orda odb cp URL PATH TARGET`
  struct ODBCopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cp", abstract: "Copy a value, or a table with all that it contains.")

    @OptionGroup var transfer: ODBTransfer

    func run() throws {
      try transfer.run { path, table, name in
        if let name { try path.copy(to: table, name: name) } else { try path.copy(to: table) }
      }
    }
  }

  /// `orda odb mv URL PATH TARGET`
  struct ODBMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "mv", abstract: "Move or rename a value, or a table with all that it contains.")

    @OptionGroup var transfer: ODBTransfer

    func run() throws {
      try transfer.run { path, table, name in
        if let name { try path.move(to: table, name: name) } else { try path.move(to: table) }
      }
    }
  }
#endif
