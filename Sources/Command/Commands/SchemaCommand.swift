import ArgumentParser
import ORDA
import ORDAImport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `orda schema URL [TABLE]`
struct SchemaCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Show what tables and views are made of.",
    discussion: """
        orda schema sqlite:music.db
        orda schema sqlite:music.db track
        orda schema sqlite:music.db --sql > schema.sql
        orda schema sqlite:music.db --json > schema.json
        orda schema sqlite:music.db --diff Migrations

      Of each table, or of the one that is named: the columns with their types, whether they take NULL, their defaults and \
      their place in the primary key; then the keys, indexes and conditions. With another format than table there are the \
      columns alone, of all tables in one list.

      --sql prints the statements that make the tables and views, as the database keeps them, instead. Indexes that were \
      made by statements of their own are not among them. --json prints all that is known of all tables as one object, the same \
      for the same schema.

      --diff compares with another database of the same driver, or with what a folder of migrations makes of an empty one: what \
      differs in words, and the statements that would make this database as the other is. None is run, nothing is taken for \
      renamed, and what ALTER TABLE can't do is said. Exit code 1 where something differs.
      """)

  @OptionGroup var database: URLArgument

  @Argument(help: ArgumentHelp("A table or view; without it all of them.", valueName: "table"))
  var table: String?

  @Flag(help: "Print the CREATE statements.")
  var sql = false

  @Flag(help: "Print all that is known, as JSON.")
  var json = false

  @Option(
    help: ArgumentHelp("Compare with a database, or with a folder of migrations.", valueName: "url or folder"),
    completion: .directory)
  var diff: String?

  @OptionGroup var format: FormatOption

  func validate() throws {
    if sql, format.format != .table { throw ValidationError("--sql prints statements, which have no format.") }
    if json, format.format != .table { throw ValidationError("--json prints one object, which is a format already.") }
    if sql ? json || diff != nil : json && diff != nil {
      throw ValidationError("--sql, --json and --diff are different things to print: choose one.")
    }
  }

  func run() throws {
    try Failure.reporting { try run(on: try database.open()) }
  }

  /// Shows the tables of an open database.
  func run(on database: any Governor) throws {
    if let diff { return try compare(database, with: diff) }
    if json { return try printJSON(of: database) }
    let tables = try table.map { [try database.described($0)] } ?? database.describedTables()
    if sql { return try printStatements(of: tables, in: database.language) }
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

  private func printJSON(of database: any Governor) throws {
    let schema = try database.schema().only(table)
    if let table, schema.tables.isEmpty { _ = try database.describe(table) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(schema), as: UTF8.self)
    StandardStreams.output.write((Terminal.output.isTerminal ? VisibleText.lines(text) : text) + "\n")
  }

  // MARK: Differences

  private func compare(_ database: any Governor, with other: String) throws {
    Interruption.watch()
    let wanted = try WantedSchema.read(other, for: database).withoutOwnTables.only(table)
    let actual = try database.schema().withoutOwnTables.only(table)
    if let table, wanted.tables.isEmpty, actual.tables.isEmpty {
      throw DatabaseError(.noSuchTable, "neither has a table or view called \(table)")
    }
    let differences = actual.differences(from: wanted, in: database.language)
    if format.format == .table {
      for difference in differences { show(difference) }
      if differences.isEmpty { StandardStreams.output.write("no difference\n") }
    } else {
      try format.show(
        ["table", "part", "name", "difference", "words", "sql"],
        differences.map { difference in
          let statements = difference.statements.map { $0 + ";" }.joined(separator: "\n")
          return [
            difference.table, difference.part.rawValue, difference.name, difference.kind.rawValue,
            difference.words + (difference.obstacle.map { "; \($0)" } ?? ""), statements.isEmpty ? nil : statements,
          ]
        })
    }
    guard !differences.isEmpty else { return }
    try StandardStreams.output.flush()
    throw Failure.exitCode
  }

  /// The words as comments, so that everything together is a script.
  private func show(_ difference: SchemaDifference) {
    let output = StandardStreams.output
    output.write("-- \(VisibleText.escaping(difference.description))\n")
    for statement in difference.statements {
      output.write((Terminal.output.isTerminal ? VisibleText.lines(statement) : statement) + ";\n")
    }
  }

  private func printStatements(of tables: [TableDescription], in language: DatabaseLanguage) throws {
    let output = StandardStreams.output
    let terminal = Terminal.output
    for table in tables {
      let text = try table.statements(in: language)
      // A terminal gets what it can show, a file what can be run.
      output.write((terminal.isTerminal ? VisibleText.lines(text) : text) + "\n")
    }
  }
}
