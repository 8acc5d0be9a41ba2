import ORDA
import ORDAImport

/// A file that goes into a table: all of it in one transaction, or nothing.
struct TableImport: Sendable {
  let database: ServedDatabase
  let table: String
  let upload: Upload
  let format: ImportFormat
  private let csv: CSVRecordOptions
  private let encoding: String?

  /// The encodings that a form offers, by what iconv calls them.
  static let encodings = ["UTF-8", "UTF-16", "WINDOWS-1252", "ISO-8859-15", "WINDOWS-1250", "MACINTOSH"]
  /// What may separate the values of CSV.
  static let delimiters: [(name: String, byte: UInt8)] = [
    ("comma", 0x2C), ("semicolon", 0x3B), ("tab", 0x09), ("bar", 0x7C),
  ]

  /// - Throws: ``Problem`` for a file of another format, or fields that mean nothing.
  init(_ upload: Upload, into table: String, of database: ServedDatabase) throws {
    self.database = database
    self.table = table
    self.upload = upload
    guard let format = ImportFormat(path: upload.name) else {
      throw Problem(
        .unprocessable,
        "\(BadField.shown(upload.name)) is no file that can be imported: those end in .csv, .tsv, .json or .jsonl.")
    }
    self.format = format
    var csv = CSVRecordOptions()
    if format == .tsv { csv.format.delimiter = 0x09 }
    if let name = upload.fields["delimiter"], !name.isEmpty {
      guard let delimiter = Self.delimiters.first(where: { $0.name == name }) else {
        throw Problem(.badRequest, "delimiter is comma, semicolon, tab or bar.")
      }
      csv.format.delimiter = delimiter.byte
    }
    self.csv = csv
    let encoding = upload.fields["encoding"] ?? "UTF-8"
    guard Self.encodings.contains(encoding) else {
      throw Problem(.badRequest, "encoding is one of \(Self.encodings.joined(separator: ", ")).")
    }
    self.encoding = encoding == "UTF-8" ? nil : encoding
  }

  /// Imports it, when the imports before it are done. Where the task is cancelled nothing is kept.
  ///
  /// - Returns: How many rows there are more.
  /// - Throws: ``Problem``; then nothing of the file is in the database, unless it says that this is not known.
  func run(_ progress: ImportProgress, _ turns: ImportTurns, limit: Duration) async throws -> Int {
    do {
      return try await withTaskCancellationHandler {
        try await turns.run { try await insert(progress, limit) }
      } onCancel: {
        progress.cancel()
      }
    } catch {
      throw Problem(importing: error)
    }
  }

  private func insert(_ progress: ImportProgress, _ limit: Duration) async throws -> Int {
    // It may have been altered while the file was sent.
    database.forgetCatalog()
    let shape = try await database.table(table)
    return try await database.governor.transaction(timeout: database.limit, deadline: limit) { transaction in
      var uncounted = 0
      var columns: [String] = []
      let end = ContinuousClock.now + limit
      let importer = Importer(table: shape.name.name, options: Importer.Options()) {
        uncounted += 1
        guard uncounted == 64 else { return }
        try progress.count(uncounted)
        uncounted = 0
        if end < .now {
          throw Problem(.stopped, "The import took longer than \(limit); nothing was imported.", kind: "timeout")
        }
      }
      do {
        let records = try format.records(of: upload.file.source(), csv: csv, encoding: encoding)
        columns = records.namesColumnsInEachRecord ? [] : records.columns
        let matched = try MatchedRecords(records, table: shape, kind: database.kind)
        let summary = try importer.insert(matched, into: transaction)
        // Whoever has gone meanwhile wants none of it.
        try progress.count(uncounted)
        return summary.rows
      } catch let error as CSVError {
        throw Problem(importing: error, columns: columns)
      }
    }
  }
}
