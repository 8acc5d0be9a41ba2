import Foundation
import ODB
import ORDA
import TestSupport
import Testing

@Suite("A process that dies while it changes the layout over", .ownThread)
struct DyingMigrationTests {
  @Test("After whichever statement: it has not begun or is whole, and is completed later", arguments: Place.allCases)
  func dying(_ place: Place) async throws {
    var (unbegun, whole) = (0, 0)
    var isOver = false
    while !isOver {
      let home = try place.made()
      try MigrationTests.original(place, home)
      let (url, count) = (home.url, unbegun + whole + 1)
      let result = await #expect(
        processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
      ) { [place, url = url as String, count = count as Int] in
        try place.register()
        let configuration = GovernorConfiguration(logger: DyingLog.logger(after: count))
        try ODB(governor: ORDA.open(url, configuration: configuration)).migrate()
        FileHandle.standardOutput.write(Data("over".utf8))
        die()
      }
      isOver = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).contains("over")
      let odb = try home.odb()
      check(odb)
      let report = try odb.migrate()
      if report == .nothing { whole += 1 } else { unbegun += 1 }
      #expect(report == .nothing || report.tables == 5 && report.values == 6)
      check(odb)
      #expect(odb.rowCount == 12)
      #expect(odb.perform { odb.path(["RSS", "feeds 2", "a"]).value?.string } == "new")
      try checkTables(odb)
      odb.close()
    }
    #expect(unbegun > 5)
    #expect(whole > 1)
  }

  /// Nothing is left behind.
  private func checkTables(_ odb: ODB) throws {
    for name in ["odb_tables", "odb_values", "odb_migrating_nodes"] {
      #expect(try odb.governor?.describe(TableName(name: name)) == nil)
    }
  }

  /// What is the same before and after.
  private func check(_ odb: ODB) {
    odb.perform {
      #expect(odb.path(["RSS", "feeds", "b"]).value == ODBValue("B", applicationType: "T"))
      #expect(odb.path(["double", "kept"]).value?.string == "yes")
      #expect(odb.path(["what"]).kind == .unknown(4711))
    }
    #expect(odb.error == nil)
  }
}
