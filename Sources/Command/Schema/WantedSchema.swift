import ORDA
import ORDAImport

/// The wanted state of a database: that of another one, or that made by a folder of migrations.
enum WantedSchema {
  /// Two databases can't be compared.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads the wanted state of a database.
  ///
  /// - Parameter text: A URL, or the path of a folder, whose steps are run on a database made for that.
  /// - Throws: ``Failure`` for a database of another driver; `DatabaseError`, ``Interrupted``.
  static func read(_ text: String, for database: any Governor) throws -> DatabaseDescription {
    if Folder.exists(at: text) {
      return try ScratchDatabase.with(like: database) { scratch in
        try Migrator(scratch, Migration.folder(text, for: scratch.language)).up { _ in }
        try Interruption.check()
        return try scratch.schema()
      }
    }
    let other = try openDatabase(text)
    defer { try? other.close(within: .zero) }
    guard other.driverName == database.driverName else {
      throw Failure(
        description: "\(database.driverName) and \(other.driverName) write schemas differently: only databases of one "
          + "driver are compared; orda copy --dry-run shows what one becomes in the other")
    }
    return try other.schema()
  }
}

extension DatabaseDescription {
  /// The same without what ORDA itself keeps in databases: the record of migrations, notes of unfinished tables, and triggers
  /// that note changes.
  var withoutOwnTables: DatabaseDescription {
    let own = ["orda_migrations", "orda_changes"]
    return DatabaseDescription(
      tables: tables.filter { !own.contains($0.name.name) && !UnfinishedTables.isNote($0.name.name) }.map { table in
        var table = table
        table.triggers.removeAll { $0.hasPrefix("orda_") }
        return table
      })
  }

  /// The same with only one table, if it exists.
  func only(_ name: String?) -> DatabaseDescription {
    guard let name else { return self }
    return DatabaseDescription(tables: table(named: name).map { [$0] } ?? [])
  }
}
