import ORDA
import ORDAImport

/// A file that goes into a table that is there: in one transaction.
struct TableImport: FileImport {
  let database: ServedDatabase
  let table: String
  let file: ImportedFile

  /// - Throws: ``Problem`` for a file of another format, or fields that mean nothing.
  init(_ upload: Upload, into table: String, of database: ServedDatabase) throws {
    self.database = database
    self.table = table
    file = try ImportedFile(upload)
  }

  func insert(_ progress: ImportProgress, _ limit: Duration) async throws -> Int {
    // It may have been altered while the file was sent.
    database.forgetCatalog()
    let shape = try await database.table(table)
    return try await database.governor.transaction(timeout: database.limit, deadline: limit) { transaction in
      var columns: [String] = []
      var pace = ImportPace(progress, limit: limit)
      let importer = Importer(table: shape.name.name, options: Importer.Options()) { try pace.step() }
      do {
        let records = try file.records()
        columns = records.namesColumnsInEachRecord ? [] : records.columns
        let matched = try MatchedRecords(records, table: shape, kind: database.kind)
        let summary = try importer.insert(matched, into: transaction)
        // Whoever has gone meanwhile wants none of it.
        try progress.count(0)
        return summary.rows
      } catch let error as CSVError {
        throw Problem(importing: error, columns: columns)
      }
    }
  }
}
