import ArgumentParser

/// `orda migrate SUBCOMMAND URL FOLDER …`
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Bring a database's schema forward by a folder of SQL files, and back.",
    discussion: """
        orda migrate new Migrations 'create notes'
        orda migrate up sqlite:notes.db Migrations
        orda migrate status sqlite:notes.db Migrations --check
        orda migrate down sqlite:notes.db Migrations --to 0003_tags

      0001_notes.sql is the step 0001_notes, and 0001_notes.down.sql undoes it; 0001_notes.mariadb.sql is read in its place on \
      MariaDB. R_views.sql, and all whose names begin with R_, are run after the others, and again when their text has \
      changed. The table orda_migrations remembers what ran. Programs do the same with db.migrate.
      """,
    subcommands: [
      MigrateUpCommand.self, MigrateDownCommand.self, MigrateRedoCommand.self, MigrateStatusCommand.self,
      MigrateLintCommand.self, MigrateResolveCommand.self, MigrateBaselineCommand.self, MigrateNewCommand.self,
    ])
}
