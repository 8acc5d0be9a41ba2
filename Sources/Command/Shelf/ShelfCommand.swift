#if Shelf
  import ArgumentParser

  /// `orda shelf SUBCOMMAND URL …`
  struct ShelfCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "shelf",
      abstract: "Read and write the objects of a shelf: JSON by its id.",
      discussion: """
          orda shelf put sqlite:notes.db dax.json --type User
          orda shelf list sqlite:notes.db
          orda shelf query sqlite:notes.db User --where 'name = "Dax"' --where 'age > 30'
          orda shelf copy sqlite:notes.db file:notes

        A shelf is a folder of JSON files, file:notes, or in any database: sqlite:notes.db, mariadb://app@localhost/notes. \
        An id is its 22 characters or its UUID. Programs may use the shelf meanwhile: they see what is written here.
        """,
      subcommands: [
        ShelfListCommand.self, ShelfGetCommand.self, ShelfPutCommand.self, ShelfEditCommand.self,
        ShelfDeleteCommand.self,
        ShelfQueryCommand.self, ShelfCheckCommand.self, ShelfRepairCommand.self, ShelfCopyCommand.self,
        ShelfBackupCommand.self,
        ShelfWatchCommand.self,
      ])
  }
#endif
