#if ODB
  import ArgumentParser
  import ODB
  import ORDAImport

  /// `orda odb set URL PATH VALUE`
  struct ODBSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set a value, over whatever is there. Makes the database where there is none.")

    @OptionGroup var database: ODBArgument

    @Argument(help: ArgumentHelp("Where the value is to be.", valueName: "path"))
    var path: String

    @Argument(
      help: ArgumentHelp("The value: data in Base64, a date such as 2026-01-31T12:34:56.789Z.", valueName: "value"))
    var value: String

    @Option(help: ArgumentHelp("The value's type.", valueName: "type"))
    var type = ODBTypeName.string

    @Option(help: ArgumentHelp("What an application takes the value for, for example OPML.", valueName: "name"))
    var applicationType: String?

    @Flag(help: "Make the tables of the path that are missing.")
    var parents = false

    func validate() throws {
      if type.content(value) == nil { throw ValidationError("A value of type \(type.rawValue) is \(type.form).") }
    }

    func run() throws {
      try Failure.reporting {
        guard let content = type.content(value) else { return }
        let odb = try database.open(making: true)
        let path = try ODBPath(text: path, odb: odb)
        try odb.run {
          if parents { _ = try path.parentTablePath?.requireEnsureTable() }
          try path.requireSetValue(ODBValue(content, applicationType: applicationType))
        }
      }
    }
  }
#endif
