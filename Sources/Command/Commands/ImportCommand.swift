import ArgumentParser

/// `orda import URL TABLE FILE`
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Put the rows of a CSV file into a table: all of them, or none.",
    discussion: """
        orda import sqlite:music.db track tracks.csv --create
        gunzip -c tracks.csv.gz | orda import sqlite:music.db track -

      The file's first line names the columns. A place with nothing in it is NULL; an empty text is written "". The whole file \
      is one transaction: a line that can't be read or stored is reported with its number, and nothing of the file \
      stays in the table. With --skip-bad such lines are reported and left out instead.

      --create makes the table. A column becomes BIGINT or DOUBLE where every value in it is such a number and loses no \
      character by it (007, +49 and 1234567890123456789012 do), else TEXT. The file is read twice for this.
      """)

  @OptionGroup var database: URLArgument

  @Argument(help: ArgumentHelp("The table.", valueName: "table"))
  var table: String

  @Argument(
    help: ArgumentHelp("The file; - for standard input.", valueName: "file"),
    completion: .file(extensions: ["csv", "tsv"]))
  var file: String

  @Flag(help: "Make the table, with the types that the values have.")
  var create = false

  @Flag(help: "Report lines that can't be read or stored, leave them out and go on.")
  var skipBad = false

  @Option(help: ArgumentHelp("What separates two values: one character, or 'tab'.", valueName: "character"))
  var delimiter = ","

  func validate() throws {
    if CSVFormat.delimiter(named: delimiter) == nil {
      throw ValidationError("'\(delimiter)' is no delimiter: give one ASCII character, such as ';', or 'tab'.")
    }
    if create, file == "-" {
      throw ValidationError("--create reads the file twice, so it can't be standard input.")
    }
    if table.isEmpty { throw ValidationError("The table needs a name.") }
  }

  func run() throws {
    try Failure.reporting {
      var options = CSVImport.Options()
      options.format.delimiter = CSVFormat.delimiter(named: delimiter) ?? options.format.delimiter
      options.createsTable = create
      options.skipsBadLines = skipBad
      try run(options, on: try database.open(), terminal: .error)
    }
  }

  private func run(_ options: CSVImport.Options, on database: any Database, terminal: Terminal) throws {
    // A long list of bad lines helps nobody: a file with another delimiter has nothing else.
    let shown = 20
    var reported = 0
    var source: FileSource?
    var bar: ProgressBar?

    let load = CSVImport(
      table: table, options: options,
      onBadLine: { error in
        reported += 1
        if reported <= shown { StandardStreams.error("\(VisibleText.escaping("\(file): \(error)"))\n") }
      },
      onProgress: { _ in bar?.update((source?.position ?? 0) >> 10) })

    do {
      let summary = try load.run(into: database) {
        let opened = try FileSource(path: file)
        source = opened
        if bar == nil, terminal.isTerminal, let size = opened.size, size > 1 << 20 {
          bar = ProgressBar(file, total: size >> 10, unit: "KiB", terminal: terminal, output: StandardStreams.error)
        }
        return opened
      }
      bar?.finish()
      if reported > shown { StandardStreams.error("… and \(Grouped.count(reported - shown, "line")) more\n") }
      let skipped = summary.skipped == 0 ? "" : ", \(Grouped.count(summary.skipped, "line")) left out"
      StandardStreams.output(
        "\(Grouped.count(summary.rows, "row")) imported into \(VisibleText.escaping(table))\(skipped)\n")
    } catch let error as CSVError {
      bar?.abandon()
      throw ImportFailure(file: file, error: error)
    } catch let error as CSVImport.LineError {
      bar?.abandon()
      throw ImportFailure(file: file, error: error)
    } catch let error as CSVImport.HeaderError {
      throw ImportFailure(file: file, error: error)
    }
  }
}

/// What was wrong with which file.
struct ImportFailure: Error, CustomStringConvertible {
  let file: String
  let error: any Error

  var description: String { "\(file): \(error); nothing was imported" }
}
