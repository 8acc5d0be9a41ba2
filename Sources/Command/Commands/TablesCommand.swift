import ArgumentParser
import ORDA

/// `orda tables URL`
struct TablesCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "tables",
    abstract: "List the tables and views of a database.",
    discussion: """
        orda tables sqlite:music.db
        orda tables sqlite:music.db --format csv

      Each with the names of its columns, in the order of the names. The database's own tables are left out. What a table \
      is made of tells orda schema.
      """)

  @OptionGroup var database: URLArgument

  @OptionGroup var format: FormatOption

  func run() throws {
    try Failure.reporting { try run(on: try database.open()) }
  }

  /// Lists the tables of an open database.
  func run(on database: any Governor) throws {
    let rows = try database.describedTables().map { table in
      [table.name.name, table.kind.rawValue, table.columns.map(\.name).joined(separator: ", ")]
    }
    try format.show(["table", "kind", "columns"], rows, counting: "table")
  }
}
