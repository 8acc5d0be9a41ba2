import ORDA
import ORDAImport

/// A file that becomes a table: its columns are the file's, their types fit all of the values, as `orda import --create` finds them.
struct NewTableImport: FileImport {
  /// The longest name that every database takes. PostgreSQL cuts longer ones off.
  static let longestName = 63

  let database: ServedDatabase
  let table: String
  let file: ImportedFile
  /// The columns of its primary key; empty for none.
  private let key: [String]

  /// - Throws: ``Problem`` for a file of another format, a name that is none, or fields that mean nothing.
  init(_ upload: Upload, in database: ServedDatabase) throws {
    self.database = database
    file = try ImportedFile(upload)
    let name = Self.trimmed(upload.fields["table"] ?? "")
    table = name.isEmpty ? Self.name(for: upload.name) : name
    key = (upload.fields["key"] ?? "").split(separator: ",").map(Self.trimmed).filter { !$0.isEmpty }
    guard table.utf8.count <= Self.longestName else {
      throw Problem(.unprocessable, "A table's name has \(Self.longestName) bytes at most; nothing was imported.")
    }
    guard !table.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      !UnfinishedTables.isNote(table)
    else { throw Problem(.unprocessable, "A table can't be called so; nothing was imported.") }
  }

  /// What a table of a file is called where nobody says.
  static func name(for file: String) -> String {
    let path = file.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path
    var name = ""
    for character in stem.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).joined(separator: "_") {
      guard name.utf8.count + character.utf8.count <= longestName else { break }
      name.append(character)
    }
    return name.isEmpty ? "imported" : name
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let text = text.drop(while: \.isWhitespace)
    return String(text.reversed().drop(while: \.isWhitespace).reversed())
  }

  func insert(_ progress: ImportProgress, _ limit: Duration) async throws -> Int {
    defer { database.forgetCatalog() }
    // Where making a table can't be undone, statements come before and after the transaction: all of it blocks a thread of its own.
    return try await BlockingWork.run { try make(progress, limit) }
  }

  private func make(_ progress: ImportProgress, _ limit: Duration) throws -> Int {
    var options = Importer.Options()
    options.createsTable = true
    options.primaryKey = key
    options.timeout = database.limit
    options.deadline = limit
    var columns: [String] = []
    var pace = ImportPace(progress, limit: limit)
    let importer = Importer(table: table, options: options) { try pace.step() }
    var pass = ImportProgress.Pass.looking
    do {
      return try importer.run(into: database.governor) {
        try progress.begin(pass)
        pass = .inserting
        let records = try file.records()
        if !records.namesColumnsInEachRecord {
          columns = records.columns
          try look(at: columns)
        }
        return records
      }.rows
    } catch let error as CSVError {
      throw Problem(importing: error, columns: columns)
    } catch let error as DatabaseError where error.kind == .alreadyExists && error.table == table {
      throw Problem(
        .conflict,
        "There is a table or view called \(table) already: choose another name, or import the file on its page; nothing was imported.",
        kind: "alreadyExists")
    }
  }

  /// Refuses a header that is a mistake: with a table that is there it would not fit, and here anything fits.
  private func look(at columns: [String]) throws {
    if let column = columns.first(where: { $0.utf8.contains(0) }) {
      throw BadField(line: 1, column: column, message: BadField.zeroByte)
    }
    if file.format.isDelimited, !file.hasChosenDelimiter, let column = columns.first,
      let delimiter = ImportedFile.likelyDelimiter(in: columns)
    {
      throw BadField(
        line: 1, column: column, message: "are the values separated by \(delimiter)? Choose what separates them")
    }
  }
}
