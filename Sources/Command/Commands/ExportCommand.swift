import ArgumentParser
import ORDA
import ORDAImport

/// `orda export URL TABLE [FILE]`
struct ExportCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the rows of a table or a query to a file, or to standard output.",
    usage: """
      orda export <url> <table> [<file>] [<options>]
      orda export <url> --query <sql> [<file>] [<options>]
      """,
    discussion: """
        orda export sqlite:music.db track tracks.csv
        orda export sqlite:music.db track --format jsonl | gzip > tracks.jsonl.gz
        orda export sqlite:music.db track --columns id,title --where 'id > 300'
        orda export sqlite:music.db --query 'SELECT id FROM track' ids.json

      What is written as csv, tsv, json or jsonl is the same again after orda import: NULL and empty texts, bytes, all \
      digits of a number.

      A file appears when it is complete: one that was there before stays if the export fails. It is replaced only with \
      --force. The export shows the database at one moment, whatever is written to it meanwhile, and changes nothing in it.
      """)

  @OptionGroup var database: URLArgument

  @Argument(help: ArgumentHelp("The table or view. Not given with --query.", valueName: "table"))
  var table: String?

  @Argument(
    help: ArgumentHelp("The file; - or nothing for standard output.", valueName: "file"),
    completion: .file(extensions: ["csv", "tsv", "json", "jsonl", "md"]))
  var file: String?

  @Option(help: ArgumentHelp("A statement that gives the rows.", valueName: "sql"))
  var query: String?

  @Option(
    name: .customLong("param"), parsing: .singleValue,
    help: ArgumentHelp(
      "A value for the parameter :name in --query or --where, as for orda query.", valueName: "name=value"))
  var named: [String] = []

  @Option(help: ArgumentHelp("The table's columns to write, with commas between them.", valueName: "columns"))
  var columns: String?

  @Option(name: .customLong("where"), help: ArgumentHelp("Which of the table's rows to write.", valueName: "condition"))
  var condition: String?

  @Option(help: "How rows are written. By default the file's ending tells; csv where that is another.")
  var format: ExportFormat?

  @Option(
    help: ArgumentHelp(
      "What separates two values of CSV: one character, or 'tab'. (default: a comma; in tsv a tab)",
      valueName: "character"))
  var delimiter: String?

  @Flag(help: "Write no line with the names of the columns in CSV.")
  var noHeader = false

  @Flag(help: "Replace a file that is there already.")
  var force = false

  @Flag(help: "Show no progress.")
  var quiet = false

  /// The file: with a query it takes the table's place.
  private var path: String? {
    let given = query == nil ? file : table
    return given == "-" ? nil : given
  }

  private var usedFormat: ExportFormat { format ?? path.flatMap { ExportFormat(path: $0) } ?? .csv }

  func validate() throws {
    if query == nil, table == nil { throw ValidationError("Give a table, or --query with a statement.") }
    if query == nil, table == "" { throw ValidationError("The table needs a name.") }
    if query != nil, file != nil { throw ValidationError("Give a table or --query, not both.") }
    if query != nil, columns != nil || condition != nil {
      throw ValidationError("--columns and --where are for tables; a query says such things itself.")
    }
    if path == "" { throw ValidationError("The file needs a name.") }
    if columns.map(NameList.names)?.contains("") == true {
      throw ValidationError("--columns takes names with commas between them.")
    }
    if let delimiter, CSVFormat.delimiter(named: delimiter) == nil {
      throw ValidationError("'\(delimiter)' is no delimiter: give one ASCII character, such as ';', or 'tab'.")
    }
    if !usedFormat.isDelimited, noHeader || delimiter != nil {
      throw ValidationError("--no-header and --delimiter are for CSV; this is \(usedFormat).")
    }
    for text in named where ParameterValue.named(text) == nil {
      throw ValidationError("--param takes name=value, not '\(text)'.")
    }
  }

  func run() throws {
    try Failure.reporting {
      Interruption.watch()
      try run(on: try database.open())
    }
  }

  /// Exports from an open database.
  func run(on database: any Governor) throws {
    guard let path else {
      let showsProgress = !Terminal.output.isTerminal
      let exporter = exporter(database, label: "export", for: .output, showsProgress: showsProgress)
      _ = try exporter.run(on: database, to: StandardStreams.output)
      return try StandardStreams.output.flush()
    }
    let file = try NewFile(path: path, replaces: force)
    let terminal = Terminal(isTerminal: false, reportedWidth: nil, environment: .init { _ in nil })
    let exporter = exporter(database, label: path, for: terminal, showsProgress: true)
    let rows = try exporter.run(on: database, to: file.output)
    try file.finish()
    StandardStreams.output.write("\(Grouped.count(rows, "row")) exported to \(VisibleText.escaping(path))\n")
  }

  private func exporter(
    _ database: any Governor, label: String, for destination: Terminal, showsProgress: Bool
  ) -> Exporter {
    let showsProgress = showsProgress && !quiet && Terminal.error.isTerminal
    let (format, hasHeader) = (usedFormat, !noHeader)
    let delimiter = delimiter.flatMap(CSVFormat.delimiter(named:))
    return Exporter(
      sql: sql, parameters: parameters, total: showsProgress ? total(in: database) : nil,
      makeWriter: {
        format.writer(to: $0, terminal: destination, delimiter: delimiter, hasHeader: hasHeader)
      },
      progress: showsProgress ? (label, .error) : nil)
  }

  private var parameters: Parameters { ParameterValue.parameters(named.compactMap { ParameterValue.named($0) }) }

  private var sql: SQL {
    if let query { return SQL(text: query) }
    let columns = columns.map { NameList.names($0).map { "\(identifier: $0)" as SQL }.joined(separator: ", ") }
    return "SELECT \(sql: columns ?? "*") FROM \(sql: rows)"
  }

  /// The table, with its condition if there is one.
  private var rows: SQL {
    let table: SQL = "\(identifier: table ?? "")"
    return condition.map { "\(sql: table) WHERE \(raw: $0)" } ?? table
  }

  /// How many rows the table has, if that can be found out in a moment: progress is not worth more.
  private func total(in database: any Governor) -> Int? {
    if query != nil { return nil }
    return try? database.first(Int.self, "SELECT COUNT(*) FROM \(sql: rows)", parameters, timeout: .milliseconds(500))
  }
}
