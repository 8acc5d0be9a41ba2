import ArgumentParser
import ORDA

/// `orda query URL SQL [PARAM...]`
struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Run one SQL statement and show what it gives.",
    discussion: """
      Values belong into parameters, never into the text: they are bound, so that no quote in them can do harm. Give them in \
      the order of the ?s, or by name:

        orda query sqlite:music.db 'SELECT * FROM genre WHERE id > ?' 10
        orda query sqlite:music.db 'SELECT * FROM genre WHERE name = :n' --param n=Jazz

      What reads as a number is bound as one (42, -1.5, 2e3), but not 007 or +49. Write text:42 for the text, null: for NULL, \
      and hex:c0ffee for bytes. Put -- before values that begin with a minus sign.

      A long statement may stand in a file, or come from standard input:

        orda query sqlite:music.db --file report.sql 2026
        echo 'SELECT 1' | orda query sqlite:music.db -

      Other programs read csv, json, jsonl and markdown: then standard output has the rows and nothing else. How many rows a \
      statement changed is told on standard error there, and on standard output for people. A text with control \
      characters never reaches a terminal as it is.

        orda query sqlite:music.db 'SELECT * FROM genre' --format csv > genres.csv

      How long a statement may run is an option of the URL: sqlite:music.db?statement-timeout=5s (see orda drivers sqlite). \
      For several statements in a row see orda help shell.
      """)

  @OptionGroup var database: URLArgument

  @Argument(
    help: ArgumentHelp(
      "The statement, or - to read it from standard input. Not given with --file.", valueName: "sql"))
  var sql: String?

  @Argument(help: ArgumentHelp("A value for each ?, in order.", valueName: "param"))
  var values: [String] = []

  @Option(
    name: .customLong("param"), parsing: .singleValue,
    help: ArgumentHelp("A value for the parameter :name; may be given again for others.", valueName: "name=value"))
  var named: [String] = []

  @Option(
    help: ArgumentHelp("Read the statement from a file.", valueName: "path"), completion: .file(extensions: ["sql"]))
  var file: String?

  @OptionGroup var format: FormatOption

  /// The values in order. With a file, the first of them is in the statement's place.
  private var ordered: [String] { file == nil ? values : [sql].compactMap { $0 } + values }

  func validate() throws {
    if file == nil, sql == nil { throw ValidationError("Give a statement, or --file with the path of one.") }
    if !ordered.isEmpty, !named.isEmpty {
      throw ValidationError("Give values in order or by name, not both.")
    }
    for text in ordered where ParameterValue.value(text) == nil {
      throw ValidationError("'\(text)' is not made of pairs of hexadecimal digits.")
    }
    for text in named where ParameterValue.named(text) == nil {
      throw ValidationError("--param takes name=value, not '\(text)'.")
    }
  }

  func run() throws {
    try Failure.reporting {
      var arguments = named.compactMap { ParameterValue.named($0) }
      arguments += ordered.compactMap { text in ParameterValue.value(text).map { ParameterValue(name: nil, value: $0) }
      }
      let statement = try text()
      try StatementShow(
        format: format.format, output: StandardStreams.output, terminal: .output,
        remark: { format.remark(Output.text($0) + "\n") }
      ).run(SQL(text: statement), ParameterValue.parameters(arguments), on: try database.open())
    }
  }

  private func text() throws -> String {
    if let file { return try TextFile.read(file) }
    if let sql, sql != "-" { return sql }
    return try TextFile.read("-")
  }
}
