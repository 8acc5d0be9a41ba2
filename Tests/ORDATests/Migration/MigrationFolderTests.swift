import Foundation
import Testing

@testable import ORDA

@Suite("Folders of migrations")
struct MigrationFolderTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("orda-\(UUID().uuidString)")

  private func steps(_ files: [String: String], driver: String = "SQLite") throws -> [Migration] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    let language = DatabaseLanguage(
      driverName: driver, dialect: .standard, schemaDialect: StandardSchemaDialect())
    return try Migration.folder(folder.path, for: language)
  }

  private func text(_ content: Migration.Content?) -> String? {
    guard case .script(let script) = content else { return nil }
    return script.sql.text
  }

  @Test("Steps are in the order of their names, the repeatable ones last; other files are left alone")
  func order() throws {
    let steps = try steps([
      "0002_b.sql": "B", "0001_a.sql": "A", "R_views.sql": "V", "10_c.sql": "C", "notes.txt": "", ".hidden.sql": "",
      ".sql": "", "readme.md": "",
    ])
    #expect(steps.map(\.name) == ["0001_a", "0002_b", "10_c", "R_views"])
    #expect(steps.map(\.isRepeatable) == [false, false, false, true])
    #expect(steps.map { text($0.up) } == ["A", "B", "C", "V"])
  }

  @Test("A database's own file is read in the place of the one for all")
  func variants() throws {
    let files = [
      "1.sql": "all", "1.sqlite.sql": "lite", "1.mariadb.sql": "maria", "1.down.sql": "back",
      "1.mariadb.down.sql": "maria back",
    ]
    let lite = try steps(files)
    #expect(lite.map { text($0.up) } == ["lite"] && lite.map { text($0.down) } == ["back"])
    let maria = try steps(files, driver: "MariaDB")
    #expect(maria.map { text($0.up) } == ["maria"] && maria.map { text($0.down) } == ["maria back"])
    #expect(try steps(files, driver: "PostgreSQL").map { text($0.up) } == ["all"])
  }

  @Test(
    "What is incomplete is told by the name of the file that is missing",
    arguments: [
      (["1.mariadb.sql": ""], "1.sqlite.sql"), (["1.down.sql": ""], "1.sql is missing"),
      (["R_v.sql": "", "R_v.down.sql": ""], "R_v.down.sql"),
    ])
  func incomplete(_ files: [String: String], _ words: String) {
    do {
      _ = try steps(files)
      Issue.record("nothing was told")
    } catch {
      #expect((error as? DatabaseError)?.kind == .migration(.unreadable))
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  @Test("A folder that is not there, and a file that is not UTF-8, are named")
  func unreadable() throws {
    let language = DatabaseLanguage(
      driverName: "SQLite", dialect: .standard, schemaDialect: StandardSchemaDialect())
    #expect(throws: DatabaseError.self) { try Migration.folder("/nowhere at all", for: language) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data([0xFF, 0xFE]).write(to: folder.appendingPathComponent("1.sql"))
    #expect(throws: DatabaseError.self) { try Migration.folder(folder.path, for: language) }
    try Data([0xEF, 0xBB, 0xBF, 0x41]).write(to: folder.appendingPathComponent("1.sql"))
    #expect(try Migration.folder(folder.path, for: language).map { text($0.up) } == ["A"])
  }
}
