import ArgumentParser
import ORDA
import ORDAImport

/// `orda import URL TABLE FILE`
struct ImportCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Put the records of a CSV or JSON file into a table: all of them, or none.",
    discussion: """
        orda import sqlite:music.db track tracks.csv --create
        orda import sqlite:music.db track tracks.jsonl
        gunzip -c tracks.csv.gz | orda import sqlite:music.db track -

      The whole file is one transaction: a line that can't be read or stored is reported with its number, and nothing of the \
      file stays in the database. With --skip-bad such lines are reported and left out instead.

      In CSV the first line names the columns. A place with nothing in it is NULL; an empty text is written "". Bytes are \
      written \\x00ff, without quotes. JSON is an array of objects, JSON lines an \
      object a line; their keys name the columns. A column whose key is missing gets its default, which mostly is NULL; \
      arrays and objects are stored as JSON text.

      --create makes the table. A column becomes BIGINT or DOUBLE where every value in it is such a number and, in CSV, \
      loses no character by it (007, +49 and 1234567890123456789012 do), else TEXT. The file is read twice for this.
      """)

  @OptionGroup var database: URLArgument

  @Argument(help: ArgumentHelp("The table.", valueName: "table"))
  var table: String

  @Argument(
    help: ArgumentHelp("The file; - for standard input.", valueName: "file"),
    completion: .file(extensions: ["csv", "tsv", "json", "jsonl", "ndjson"]))
  var file: String

  @Option(help: "How the file is written. By default its ending tells; csv where that is another.")
  var format: ImportFormat?

  @Flag(help: "Make the table, with the types that the values have.")
  var create = false

  @Option(
    help: ArgumentHelp("With --create, the primary key: columns with commas between them.", valueName: "columns"))
  var primaryKey: String?

  @Flag(help: "Report lines that can't be read or stored, leave them out and go on.")
  var skipBad = false

  @Option(
    help: ArgumentHelp(
      "The table's columns that the fields of a CSV line belong to, with commas between them, whatever the header says.",
      valueName: "columns"))
  var columns: String?

  @Flag(help: "The first line of CSV is a record; its fields belong to --columns, or to the table's columns in order.")
  var noHeader = false

  @Option(
    help: ArgumentHelp(
      "What separates two values of CSV: one character, or 'tab'. (default: a comma; in tsv a tab)",
      valueName: "character"))
  var delimiter: String?

  @Option(help: ArgumentHelp("A text that is NULL in CSV, where it is not in quotes.", valueName: "text"))
  var null: String?

  @Option(help: ArgumentHelp("What the file's text is encoded as, such as latin1 or utf-16. (default: utf-8)"))
  var encoding: String?

  @Flag(help: "Show no progress.")
  var quiet = false

  func validate() throws {
    if table.isEmpty { throw ValidationError("The table needs a name.") }
    if let delimiter, CSVFormat.delimiter(named: delimiter) == nil {
      throw ValidationError("'\(delimiter)' is no delimiter: give one ASCII character, such as ';', or 'tab'.")
    }
    if !usedFormat.isDelimited, columns != nil || noHeader || delimiter != nil || null != nil {
      throw ValidationError("--columns, --no-header, --delimiter and --null are for CSV; this is \(usedFormat).")
    }
    if primaryKey != nil, !create { throw ValidationError("--primary-key is for a table that is made: add --create.") }
    if create, noHeader, columns == nil {
      throw ValidationError("Nothing names the columns of the new table: with --no-header, add --columns.")
    }
    for (option, list) in [("--columns", columns), ("--primary-key", primaryKey)] {
      guard let names = list.map(NameList.names) else { continue }
      if names.contains("") || Set(names).count < names.count {
        throw ValidationError("\(option) takes different names with commas between them.")
      }
    }
  }

  func run() throws {
    try Failure.reporting {
      Interruption.watch()
      try run(on: try database.open())
    }
  }

  /// Imports the file into an open database.
  func run(on database: any Governor) throws {
    var options = Importer.Options()
    options.createsTable = create
    options.primaryKey = primaryKey.map(NameList.names) ?? []
    options.skipsBadLines = skipBad
    let load = FileImport(
      file: file, format: usedFormat, csv: try csvOptions(database), encoding: encoding, table: table,
      options: options, terminal: .error, isQuiet: quiet)
    let summary = try load.run(into: database)
    let skipped = summary.skipped == 0 ? "" : ", \(Grouped.count(summary.skipped, "line")) left out"
    StandardStreams.output.write(
      "\(Grouped.count(summary.rows, "row")) imported into \(VisibleText.escaping(table))\(skipped)\n")
  }

  private var usedFormat: ImportFormat { format ?? ImportFormat(path: file) ?? .csv }

  private func csvOptions(_ database: any Governor) throws -> CSVRecordOptions {
    var options = CSVRecordOptions()
    if usedFormat == .tsv { options.format.delimiter = 0x09 }
    if let given = delimiter.flatMap(CSVFormat.delimiter(named:)) { options.format.delimiter = given }
    options.hasHeader = !noHeader
    options.columns = columns.map(NameList.names)
    options.null = Array((null ?? "").utf8)
    if noHeader, options.columns == nil { options.columns = try tableColumns(database) }
    return options
  }

  /// The columns that accept values, in the table's order.
  private func tableColumns(_ database: any Governor) throws -> [String] {
    guard let description = try database.describe(TableName(name: table)) else {
      throw DatabaseError(.noSuchTable, "no such table: \(table)", table: table)
    }
    return description.columns.filter { $0.generated == .none && !$0.isHidden }.map(\.name)
  }
}
