import ORDA

/// The import of one file, with what the user sees of it.
struct FileImport {
  /// A long list of bad lines helps nobody: a file with another delimiter has nothing else.
  private static let shownBadLines = 20
  /// Files that are read in a moment need no progress bar.
  private static let quickSize = 1 << 20

  let file: String
  let format: ImportFormat
  let csv: CSVRecordOptions
  let table: String
  let options: Importer.Options
  let terminal: Terminal
  /// True where no progress is to be shown.
  let isQuiet: Bool

  /// Imports the file.
  ///
  /// - Throws: ``ImportFailure``, `DatabaseError` and ``Interrupted``; nothing of the file is in the database then.
  func run(into database: any Governor) throws -> Importer.Summary {
    let input = try RepeatedInput(path: file, isReadTwice: options.createsTable)
    var bar = progressBar(input.size)
    var passed = 0
    var current: FileSource?
    var count = 0
    var reported = 0

    let importer = Importer(
      table: table, options: options,
      onBadLine: { error in
        reported += 1
        if reported <= Self.shownBadLines { StandardStreams.error(VisibleText.escaping("\(file): \(error)") + "\n") }
      },
      onRecord: {
        try Interruption.check()
        count &+= 1
        if count & 0x3F == 0, bar != nil { bar?.update(passed + (current?.position ?? 0)) }
      })
    do {
      let summary = try importer.run(into: database) {
        passed += current?.position ?? 0
        let source = try input.open()
        current = source
        return try records(of: source)
      }
      bar?.finish()
      if reported > Self.shownBadLines {
        StandardStreams.error("… and \(Grouped.count(reported - Self.shownBadLines, "line")) more\n")
      }
      return summary
    } catch {
      bar?.abandon()
      switch error {
      case is FileError: throw error
      case let error as DatabaseError: throw error
      case var error as Interrupted:
        error.consequence = "nothing was imported"
        throw error
      default: throw ImportFailure(file: file, error: error)
      }
    }
  }

  private func records(of source: FileSource) throws -> any RecordSource {
    switch format {
    case .csv, .tsv: try CSVRecords(source, options: csv)
    case .json: JSONRecords(array: source)
    case .jsonl: JSONRecords(lines: source)
    }
  }

  private func progressBar(_ size: Int?) -> ProgressBar? {
    guard !isQuiet, let size, size > Self.quickSize else { return nil }
    let total = options.createsTable ? size.multipliedReportingOverflow(by: 2).partialValue : size
    return ProgressBar(file, total: total, unit: .bytes, terminal: terminal, output: StandardStreams.error)
  }
}

/// What was wrong with which file.
struct ImportFailure: Error, CustomStringConvertible {
  let file: String
  let error: any Error

  var description: String { "\(file): \(error); nothing was imported" }
}
