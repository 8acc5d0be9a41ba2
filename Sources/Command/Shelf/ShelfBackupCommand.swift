#if Shelf
  import ArgumentParser
  import ORDA
  import ORDAImport
  import SHELF

  /// `orda shelf backup URL TARGET`
  struct ShelfBackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup",
      abstract: "Copy all objects, as they are at one moment, into a new shelf of whatever kind.",
      discussion: """
          orda shelf backup mariadb://app@localhost/notes file:/backups/monday
          orda shelf backup file:notes sqlite:monday.db

        Programs may go on writing meanwhile. A target that has objects is refused.
        """)

    @OptionGroup var place: ShelfArgument

    @Argument(help: ArgumentHelp("The shelf to be made.", valueName: "target"))
    var target: String

    @Option(
      help: ArgumentHelp(
        "What the names of the target's tables begin with; as --tables otherwise.", valueName: "prefix"))
    var targetTables: String?

    @Flag(help: "Show no summary.")
    var quiet = false

    func run() throws {
      try Failure.reporting {
        try Signals.take()
        let source = try place.open()
        let count: Int
        do {
          // A folder that does not exist yet is copied file by file.
          let opened =
            try DatabaseURL.scheme(of: target) == "file"
            ? nil : OpenShelf(target, tables: targetTables ?? place.tables, making: true)
          count = try awaiting { command in
            if let opened { return try await source.shelf.backup(to: opened.shelf) }
            return try await source.shelf.backup(to: command.target)
          }
        } catch ShelfError.targetHasObjects(let id) {
          throw ShelfFailure("the target has objects, such as \(id): a backup is made in a new place")
        }
        if !quiet { StandardStreams.output.write("\(Grouped.count(count, "object")) backed up\n") }
      }
    }
  }
#endif
