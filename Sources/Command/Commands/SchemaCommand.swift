import ArgumentParser
import ORDA

/// `orda schema URL [TABLE]`
struct SchemaCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Show what tables and views are made of.",
    discussion: """
        orda schema sqlite:music.db
        orda schema sqlite:music.db track
        orda schema sqlite:music.db --sql > schema.sql

      Of each table, or of the one that is named: the columns with their types, whether they take NULL, their defaults and \
      their place in the primary key; then the keys, indexes and conditions. With another format than table there are the \
      columns alone, of all tables in one list.

      --sql prints the statements that make the tables and views, as the database keeps them, instead. Indexes that were \
      made by statements of their own are not among them.
      """)

  @OptionGroup var database: URLArgument

  @Argument(help: ArgumentHelp("A table or view; without it all of them.", valueName: "table"))
  var table: String?

  @Flag(help: "Print the CREATE statements.")
  var sql = false

  @OptionGroup var format: FormatOption

  func validate() throws {
    if sql, format.format != .table { throw ValidationError("--sql prints statements, which have no format.") }
  }

  func run() throws {
    try Failure.reporting { try run(on: try database.open()) }
  }

  /// Shows the tables of an open database.
  func run(on database: any Governor) throws {
    let tables = try table.map { [try database.described($0)] } ?? database.describedTables()
    if sql { return printStatements(of: tables) }
    guard format.format == .table else {
      let rows = tables.flatMap { table in TableFacts.rows(table).map { [table.name.name] + $0 } }
      return try format.show(["table"] + TableFacts.columns, rows)
    }
    for (index, table) in tables.enumerated() {
      if index > 0 { format.heading("") }
      format.heading(TableFacts.title(table))
      try format.show(TableFacts.columns, TableFacts.rows(table))
      for line in TableFacts.constraints(table) { format.heading(line) }
    }
  }

  private func printStatements(of tables: [TableDescription]) {
    let output = StandardStreams.output
    let terminal = Terminal.output
    for table in tables {
      let text = table.sql.map { $0 + ";" } ?? "-- \(table.name.name): the database keeps no statement of it"
      // A terminal gets what it can show, a file gets what can be run.
      output.write((terminal.isTerminal ? VisibleText.lines(text) : text) + "\n")
    }
  }
}
