import ORDA
import ORDAImport

/// The import of one file, with its display to the user.
struct FileImport {
  /// A long list of bad lines helps nobody: a file with another delimiter has nothing else.
  private static let shownBadLines = 20
  /// Files below this size take only a moment, and need no progress bar.
  private static let quickSize = 1 << 20

  let file: String
  let format: ImportFormat
  let csv: CSVRecordOptions
  /// The encoding of the file's text; nil for UTF-8.
  var encoding: String? = nil
  let table: String
  let options: Importer.Options
  let terminal: Terminal
  /// True to show no progress.
  let isQuiet: Bool

  /// Imports the file.
  ///
  /// - Throws: ``ImportFailure``, `DatabaseError` and ``Interrupted``; then nothing of the file is in the database.
  func run(into database: any Governor) throws -> Importer.Summary {
    let input = try RepeatedInput(path: file, isReadTwice: options.createsTable)
    // With two readings, the first does half of each byte's work.
    let passes = options.createsTable ? 2 : 1
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
        if count & 0x3F == 0, bar != nil { bar?.update((passed + (current?.position ?? 0)) / passes) }
      })
    do {
      let summary = try importer.run(into: database) {
        passed += current?.position ?? 0
        let source = try input.open()
        let isFirst = current == nil
        current = source
        let records = try format.records(of: source, csv: csv, encoding: encoding)
        if isFirst { hint(at: records.columns) }
        return records
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

  /// Gives a hint if a header of one column looks as if another character separated several.
  private func hint(at columns: [String]) {
    guard format.isDelimited, csv.hasHeader, csv.columns == nil, columns.count == 1, let header = columns.first else {
      return
    }
    let others: [(character: Character, name: String)] = [(";", "';'"), ("\t", "tab"), ("|", "'|'"), (",", "','")]
    let counts = others.map { other in (other.name, header.count { $0 == other.character }) }
    guard let likely = counts.max(by: { $0.1 < $1.1 }), likely.1 > 0 else { return }
    StandardStreams.error(
      VisibleText.escaping("note: \(file): line 1 names one column, \(header); for several add --delimiter \(likely.0)")
        + "\n")
  }

  private func progressBar(_ size: Int?) -> ProgressBar? {
    guard !isQuiet, let size, size > Self.quickSize else { return nil }
    return ProgressBar(file, total: size, unit: .bytes, terminal: terminal, output: StandardStreams.error)
  }
}

/// What was wrong with which file.
struct ImportFailure: Error, CustomStringConvertible {
  let file: String
  let error: any Error

  var description: String { "\(file): \(error); nothing was imported" }
}
