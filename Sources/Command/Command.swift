import ArgumentParser

/// The executable `orda`.
@main
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
