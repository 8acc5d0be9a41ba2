import ArgumentParser
import ORDA

/// `orda triggers install|remove|list URL [TABLE...]`
struct TriggersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "triggers",
    abstract: "Install, remove or list the triggers that note changes on a server.",
    discussion: """
        orda triggers install mariadb://app@localhost/music track genre
        orda triggers list mariadb://app@localhost/music
        orda triggers remove mariadb://app@localhost/music

      They are for MariaDB and PostgreSQL servers whose log can't be followed: where the tables that are watched have \
      them, it is told which rows change, where otherwise only the tables are known. Each row that is written costs \
      another one then, in the table orda_changes.
      """,
    subcommands: [Install.self, Remove.self, List.self])

  /// `orda triggers install URL TABLE...`
  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "install", abstract: "Install triggers on tables.")

    @OptionGroup var database: URLArgument

    @Argument(help: ArgumentHelp("The tables.", valueName: "table"))
    var tables: [String]

    func run() throws {
      try Failure.reporting {
        let database = try database.open()
        try ServerTriggers(of: database).install(try tables.map { try database.described($0).name })
        try TriggersCommand.say("triggers installed on \(TriggersCommand.counted(tables.count))")
      }
    }
  }

  /// `orda triggers remove URL [TABLE...]`
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove the triggers from tables, or from all of the database.")

    @OptionGroup var database: URLArgument

    @Argument(help: ArgumentHelp("The tables; none for all that have triggers.", valueName: "table"))
    var tables: [String] = []

    func run() throws {
      try Failure.reporting {
        let database = try database.open()
        let removed = try ServerTriggers(of: database).remove(try tables.map { try database.described($0).name })
        try TriggersCommand.say("triggers removed from \(TriggersCommand.counted(removed.count))")
      }
    }
  }

  /// `orda triggers list URL`
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the tables that have triggers.")

    @OptionGroup var database: URLArgument

    @OptionGroup var format: FormatOption

    func run() throws {
      try Failure.reporting {
        let tables = try ServerTriggers(of: try database.open()).tables()
        try format.show(["table"], tables.map { [$0.name] }, counting: "table")
      }
    }
  }

  private static func counted(_ count: Int) -> String { count == 1 ? "1 table" : "\(count) tables" }

  private static func say(_ text: String) throws {
    StandardStreams.output.write(text + "\n")
    try StandardStreams.output.flush()
  }
}
