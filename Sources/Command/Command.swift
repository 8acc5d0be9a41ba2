import ArgumentParser

/// Runs the command that the program's arguments name, on databases of these drivers.
package func runCommand(with drivers: [CommandDriver]) {
  Drivers.use(drivers)
  Command.main()
}

/// The command `orda`.
struct Command: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orda",
    abstract: "Ask any database that ORDA has a driver for, by its URL.",
    discussion: """
      A URL says which database: sqlite:music.db is a file here, sqlite:/var/lib/music.db a file there, sqlite::memory: a \
      database that is gone afterwards. The same SQL parameters (? and :name), values and errors hold on every database.

      Exit codes: 0 when all went well, 1 for an error of the database or of a file, 64 for a command that makes no sense.
      """,
    subcommands: subcommands)

  /// Runs the command that the arguments name.
  ///
  /// What they say is read by that command alone, if it can be: a parser of all commands looks at the types of all their
  /// arguments, which takes longer than many a statement. What is wrong, or asks for help, is left to that parser, which
  /// knows the whole.
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first,
      let found = subcommands.first(where: {
        $0.configuration.commandName == name && $0.configuration.subcommands.isEmpty
      }),
      var command = try? found.parseAsRoot(Array(arguments.dropFirst()))
    else { return main(nil) }
    do {
      try command.run()
    } catch {
      exit(withError: error)
    }
  }

  private static let subcommands: [any ParsableCommand.Type] = [
    QueryCommand.self,
    ServeCommand.self,
    ShellCommand.self,
    TablesCommand.self,
    SchemaCommand.self,
    ImportCommand.self,
    ExportCommand.self,
    CopyCommand.self,
    MigrateCommand.self,
    GenerateCommand.self,
    CheckCommand.self,
    WatchCommand.self,
    LiveCommand.self,
    TriggersCommand.self,
    PingCommand.self,
    URLCommand.self,
    DriversCommand.self,
    ConformanceCommand.self,
    ODBCommand.self,
    ShelfCommand.self,
    BridgeCommand.self,
    DemoCommand.self,
  ]
}
