#if ODB
  import ArgumentParser

  /// `orda odb SUBCOMMAND URL PATH …`
  struct ODBCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "odb",
      abstract: "Read and write a persistent nested dictionary: tables and values, by path.",
      discussion: """
          orda odb set sqlite:settings.odb user.name 'Bull Mancuso' --parents
          orda odb get sqlite:settings.odb user.name
          orda odb tree sqlite:settings.odb

        A path is the names of the tables that something is in, and its own, with points between. A name with anything but \
        letters, digits and _ in it stands in brackets and quotation marks: RSS.feeds.["http://example.com"].name. Small and \
        capital letters are the same. What programs write that use the same database meanwhile is seen, and they see what \
        is written here.
        """,
      subcommands: [
        ODBGetCommand.self, ODBSetCommand.self, ODBListCommand.self, ODBTreeCommand.self, ODBRemoveCommand.self,
        ODBCopyCommand.self, ODBMoveCommand.self, ODBExportCommand.self, ODBImportCommand.self, ODBWatchCommand.self,
      ])
  }
#endif
