import ArgumentParser
import ORDA

/// `orda query URL SQL [PARAM...]`
struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Run one SQL statement and show what it gives as a table.",
    discussion: """
      Values belong into parameters, never into the text: they are bound, so that no quote in them can do harm. Give them in \
      the order of the ?s, or by name:

        orda query sqlite:music.db 'SELECT * FROM genre WHERE id > ?' 10
        orda query sqlite:music.db 'SELECT id FROM genre WHERE name = :name' --param name=Jazz

      What reads as a number is bound as one (42, -1.5, 2e3), but not 007 or +49. Write text:42 for the text, null: for NULL, \
      and hex:c0ffee for bytes. Put -- before values that begin with a minus sign.
      """)

  @OptionGroup var database: URLArgument

  @Argument(help: ArgumentHelp("The statement.", valueName: "sql"))
  var sql: String

  @Argument(help: ArgumentHelp("A value for each ?, in order.", valueName: "param"))
  var values: [String] = []

  @Option(
    name: .customLong("param"), parsing: .singleValue,
    help: ArgumentHelp("A value for the parameter :name; may be given again for others.", valueName: "name=value"))
  var named: [String] = []

  func validate() throws {
    if !values.isEmpty, !named.isEmpty {
      throw ValidationError("Give values in order or by name, not both.")
    }
    for text in values where ParameterValue.value(text) == nil {
      throw ValidationError("'\(text)' is not made of pairs of hexadecimal digits.")
    }
    for text in named where ParameterValue.named(text) == nil {
      throw ValidationError("--param takes name=value, not '\(text)'.")
    }
  }

  func run() throws {
    try Failure.reporting {
      var arguments = named.compactMap { ParameterValue.named($0) }
      arguments += values.compactMap { text in ParameterValue.value(text).map { ParameterValue(name: nil, value: $0) } }
      let terminal = Terminal.output
      try Self.run(sql, arguments, on: try database.open(), terminal: terminal, output: StandardStreams.output)
    }
  }

  /// Prints the rows as a table, or what the statement changed.
  static func run(
    _ sql: String, _ arguments: [ParameterValue], on database: any Database, terminal: Terminal,
    output: @escaping (String) -> Void
  ) throws {
    var renderer: TableRenderer?
    let outcome = try database.run(sql, arguments) { columns in
      renderer = TableRenderer(columns: columns, options: terminal.tables, output: output)
    } row: { values in
      renderer?.add(values.map { Cell($0) })
    }
    renderer?.finish()
    var facts: [String] = []
    if let renderer { facts.append(Grouped.count(renderer.count, "row")) }
    if let changed = outcome.changed { facts.append("\(Grouped.count(changed, "row")) changed") }
    if let id = outcome.lastID { facts.append("last ID \(id)") }
    output(terminal.style.dim(facts.isEmpty ? "done" : facts.joined(separator: ", ")) + "\n")
  }
}
