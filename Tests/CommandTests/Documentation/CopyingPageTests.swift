import ArgumentParser
import Foundation
import ORDA
import Testing

@testable import Command

/// The page about copying says which type becomes which, and it is so.
@Suite("The page about copying") struct CopyingPageTests {
  /// The cells of the table that begins with a header, without its backticks.
  private static func table(_ header: String) throws -> [[String]] {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/copying.md")
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: header))
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { cell in
        cell.replacing("`", with: "").trimmingCharacters(in: .whitespaces)
      }
    }
  }

  private static func language(_ driver: String) throws -> DatabaseLanguage {
    useDrivers()
    let driver = try Drivers.named(driver)
    return DatabaseLanguage(driverName: driver.name, dialect: .standard, schemaDialect: driver.schemaDialect)
  }

  /// What a column of a type is declared as in the other database.
  private static func translated(_ declared: String, from: DatabaseLanguage, to: DatabaseLanguage) -> String {
    // MariaDB tells JSON as what it is an alias of.
    let isJSON = declared == "JSON" && from.driverName == "MariaDB"
    let column = ColumnDescription(name: "c", declaredType: isJSON ? "longtext" : declared)
    let checks = isJSON ? [CheckConstraint(expression: "json_valid(`c`)", column: "c")] : []
    let table = TableDescription(name: TableName(name: "t"), columns: [column], checkConstraints: checks)
    let type = from.schemaDialect.type(of: column, in: table)
    let contents = from.schemaDialect.enforcesTypes ? [:] : ["c": ColumnContents(declared: type)]
    let definition = TableTranslation(table, from: from, to: to, contents: contents).definition
    let made = definition.columns[0]
    return made.declaredType ?? to.schemaDialect.declaration(of: made.type, isKeyed: false)
  }

  @Test("tells the types", arguments: [("SQLite", "MariaDB", 25), ("MariaDB", "SQLite", 30)])
  func types(_ source: String, _ target: String, _ count: Int) throws {
    let (from, to) = (try Self.language(source), try Self.language(target))
    let rows = try Self.table("| \(source) | \(target) |")
    #expect(rows.count > count)
    for row in rows {
      let types = row[0].split(separator: " and others").first.map(String.init) ?? ""
      let declared = row[0] == "none, or another" ? ["WHATEVER"] : types.split(separator: ", ").map(String.init)
      let made = declared.map { Self.translated($0, from: from, to: to) }.joined(separator: ", ")
      #expect(made == row[1], "\(row[0])")
    }
  }

  #if PostgreSQL
    @Test("tells the types of PostgreSQL")
    func postgresqlTypes() throws {
      let from = try Self.language("PostgreSQL")
      let rows = try Self.table("| PostgreSQL | SQLite | MariaDB |")
      #expect(rows.count > 20)
      for row in rows {
        for declared in row[0].split(separator: ", ").map(String.init) {
          for (index, target) in ["SQLite", "MariaDB"].enumerated() {
            #expect(
              Self.translated(declared, from: from, to: try Self.language(target)) == row[index + 1], "\(declared)")
          }
        }
      }
    }
  #endif

  @Test("tells how texts are compared")
  func collations() throws {
    let (sqlite, mariadb) = (try Self.language("SQLite").schemaDialect, try Self.language("MariaDB").schemaDialect)
    let rows = try Self.table("| SQLite | MariaDB | |")
    #expect(rows.map { $0[0] } == ["BINARY, or none", "RTRIM", "NOCASE"])
    for (row, comparison) in zip(rows, [TextComparison.exact, .ignoringTrailingSpaces, .ignoringCase]) {
      #expect(sqlite.collation(for: comparison) == (comparison == .exact ? nil : row[0]))
      #expect(mariadb.collation(for: comparison) == row[1])
    }
  }

  @Test("tells every option")
  func options() throws {
    let help = CopyCommand.helpMessage()
    let told = try Self.table("| option | what it does |").map { $0[0] }
    #expect(told == ["--into-existing", "--rows-only", "--schema-only", "--replace", "--dry-run", "--quiet"])
    for option in told { #expect(help.contains(option)) }
  }
}
