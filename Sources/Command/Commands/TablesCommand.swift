import ArgumentParser
import ORDA

/// `orda tables URL [TABLE]`
struct TablesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tables",
    abstract: "List the tables and views of a database, or the columns of one.",
    discussion: """
        orda tables sqlite:music.db
        orda tables sqlite:music.db genre
      """)

  @OptionGroup var database: URLArgument

  @Argument(help: ArgumentHelp("The table whose columns to list.", valueName: "table"))
  var table: String?

  func run() throws {
    try Failure.reporting {
      try Self.run(table, on: try database.open(), terminal: .output, output: StandardStreams.output)
    }
  }

  /// Prints all tables, or the columns of the one that is named.
  static func run(
    _ table: String?, on database: any Database, terminal: Terminal, output: @escaping (String) -> Void
  ) throws {
    let tables = try database.tables()
    guard let table else {
      var renderer = TableRenderer(columns: ["table", "kind", "columns"], options: terminal.tables, output: output)
      for facts in tables {
        let columns = facts.columns.map(\.name).joined(separator: ", ")
        renderer.add([.text(facts.name), .text(facts.kind), .text(columns)])
      }
      renderer.finish()
      output(terminal.style.dim(Grouped.count(tables.count, "table")) + "\n")
      return
    }
    let exact = tables.first { $0.name == table }
    guard let facts = exact ?? tables.first(where: { $0.name.lowercased() == table.lowercased() }) else {
      throw DatabaseError(.noSuchTable, "there is no table or view called \(table)", table: table)
    }
    var renderer = TableRenderer(columns: ["column", "type", "NULL", "key"], options: terminal.tables, output: output)
    for column in facts.columns {
      renderer.add([
        .text(column.name), .text(column.type), .text(column.isNullable ? "yes" : "no"),
        .text(column.isKey ? "key" : ""),
      ])
    }
    renderer.finish()
  }
}
