import Foundation
import ORDA
import Testing

@testable import Command

/// A database of eleven tables there and back again.
///
/// Where the environment variable ORDA_CHINOOK names a folder with the public database (Chinook_Sqlite.sqlite,
/// Chinook_Sqlite.sql and Chinook_MySql.sql), that is copied; a generated one of the same shape is copied anyway.
@Suite("Eleven tables, copied there and back") struct ChinookCopyTests {
  /// Where the rows come from.
  enum Source: CustomTestStringConvertible, Sendable {
    case generated
    case file(String)
    case script(String, CommandDatabase)

    static var all: [Source] {
      guard let folder = ProcessInfo.processInfo.environment["ORDA_CHINOOK"], !folder.isEmpty else {
        return [.generated]
      }
      return [
        .generated, .file("\(folder)/Chinook_Sqlite.sqlite"), .script("\(folder)/Chinook_Sqlite.sql", .sqlite),
        .script("\(folder)/Chinook_MySql.sql", .mariadb),
      ]
    }

    var testDescription: String {
      switch self {
      case .generated: "generated, as ORDA_CHINOOK names it only in addition"
      case .file(let path), .script(let path, _): (path as NSString).lastPathComponent
      }
    }

    /// A URL of the database.
    func made(in databases: CopyDatabases) throws -> String {
      switch self {
      case .generated:
        let url = try databases.url(.sqlite)
        try databases.open(url) { try ChinookShape.make(in: $0) }
        return url
      case .file(let path):
        try FileManager.default.copyItem(atPath: path, toPath: databases.folder.file("chinook.db"))
        return "sqlite:\(databases.folder.file("chinook.db"))"
      case .script(let path, let database):
        var text = try String(contentsOfFile: path, encoding: .utf8)
        // The script makes a database of its own, and moves there.
        if let use = text.range(of: "USE `Chinook`;") { text = String(text[use.upperBound...]) }
        return try databases.made(database, SQL(text: text))
      }
    }

    var database: CommandDatabase {
      if case .script(_, let database) = self { database } else { .sqlite }
    }

    /// With each database that it is copied into, and back from.
    static var ways: [(Source, CommandDatabase)] {
      all.flatMap { source in CommandDatabase.allCases.filter { $0 != source.database }.map { (source, $0) } }
    }
  }

  @Test("have the same rows, keys and indexes on the other database and back", arguments: Source.ways)
  func thereAndBack(_ source: Source, through other: CommandDatabase) async throws {
    let databases = try CopyDatabases()
    let first = try source.made(in: databases)
    let second = try databases.url(other)
    let third = try databases.url(source.database)
    for (from, to) in [(first, second), (second, third)] {
      let run = try await databases.copy(from, to)
      #expect(run.status == 0, "\(run.error)")
      #expect(run.output.hasPrefix("11 tables, "), "\(run.output)")
      #expect(run.error == "")
    }
    let names = try databases.tables(first)
    #expect(names.count == 11)
    for name in names {
      let table = TableName(name: name)
      let rows = try databases.meaning(first, table)
      #expect(rows.count > 4)
      #expect(try databases.meaning(second, table) == rows, "\(name)")
      #expect(try databases.meaning(third, table) == rows, "\(name)")
      let shape = try databases.open(first) { Shape(try $0.describe(name)) }
      for url in [second, third] {
        let copied = try databases.open(url) { Shape(try $0.describe(name)) }
        #expect(copied.columns == shape.columns, "\(name)")
        #expect(copied.nullable == shape.nullable, "\(name)")
        #expect(copied.primaryKey == shape.primaryKey, "\(name)")
        #expect(copied.references == shape.references, "\(name)")
        // MariaDB makes an index for each foreign key that has none.
        #expect(copied.indexes.isSuperset(of: shape.indexes), "\(name)")
      }
    }
  }

  /// What a copy keeps of a table, whatever the types are called.
  private struct Shape {
    let columns: [String]
    let nullable: [Bool]
    let primaryKey: [String]
    let references: Set<String>
    let indexes: Set<String>

    init(_ table: TableDescription) {
      columns = table.columns.map(\.name)
      nullable = table.columns.map(\.isNullable)
      primaryKey = table.primaryKey
      references = Set(
        table.foreignKeys.map { "\($0.columns) \($0.referencedTable.name) \($0.referencedColumns)" })
      indexes = Set(
        table.indexes.filter { !$0.isPrimaryKey }.map { "\($0.name) \($0.columnNames ?? []) \($0.isUnique)" })
    }
  }

  @Test("have types that fit", arguments: [CommandDatabase.mariadb])
  func types(_ database: CommandDatabase) async throws {
    let databases = try CopyDatabases()
    let first = try Source.generated.made(in: databases)
    let second = try databases.url(database)
    _ = try await databases.copy(first, second, "Track", "Album", "Artist", "Genre", "MediaType")
    let types = try databases.open(second) { try $0.describe("Track").columns.map(\.declaredType) }
    #expect(
      types == [
        "bigint(20)", "varchar(200)", "bigint(20)", "bigint(20)", "bigint(20)", "varchar(220)", "bigint(20)",
        "bigint(20)",
        "decimal(10,2)",
      ])
    let third = try databases.url(.sqlite)
    _ = try await databases.copy(second, third, "Track", "Album", "Artist", "Genre", "MediaType")
    let back = try databases.open(third) { try $0.describe("Track").columns.map(\.declaredType) }
    #expect(
      back == [
        "INTEGER", "VARCHAR(200)", "BIGINT", "BIGINT", "BIGINT", "VARCHAR(220)", "BIGINT", "BIGINT", "DECIMAL(10,2)",
      ])
  }
}
