import Foundation
import MariaDBTestServer
import ORDA
import ORDAMariaDB
import ORDASQLite
import Testing

@Suite("What can't be opened") struct OpeningErrorTests {
  let registry = Registry()

  init() throws {
    try SQLite.register(with: registry)
    try MariaDB.register(with: registry)
  }

  private func check(
    _ url: String, _ kind: DatabaseError.Kind, _ code: ResultCode, _ class: ResultCode.Class,
    _ subclass: ResultCode.Subclass
  ) throws {
    let error = try failure { try registry.open(url) }
    #expect(error.kind == kind)
    #expect(error.code == code)
    #expect(error.code.class == `class`)
    #expect(error.code.subclass == `subclass`)
    #expect(error.isError)
  }

  @Test("No URL") func noURL() throws { try check("", .badURL, .nilURL, .error, .connection) }

  @Test("No driver for the scheme", arguments: ["oracle://db/music", "sqlit:music.db", "mariadbs://db/music"])
  func noDriver(_ url: String) throws { try check(url, .missingDriver, .missingDriver, .error, .connection) }

  @Test(
    "A wrong rest",
    arguments: [
      "sqlite:", "sqlite:music.db?mod=ro", "sqlite:music.db?mode=perhaps", "mariadb:", "mariadb://db:port/music",
      "mariadb://db/music?tls=perhaps", "mariadb://db/music?pool.max=0", "mysql://db/music?tlss=verify-full",
    ])
  func wrongRest(_ url: String) throws { try check(url, .badURL, .badURL, .error, .connection) }

  @Test("A file, and a database, that are not there")
  func nothingThere() throws {
    try check(
      "sqlite:\(NSTemporaryDirectory())orda-nowhere.db?mode=rw", .noSuchDatabase, .fileDoesNotExist, .driver, .general)
    try check(TestServer.url.get() + "/orda_nowhere", .noSuchDatabase, .connection, .error, .connection)
    try check("mariadb://root@127.0.0.1:1/music", .cannotOpen(.unreachable), .connection, .error, .connection)
  }

  @Test("attempt gives the error as a result") func attempted() throws {
    let db = try registry.open("sqlite::memory:")
    let result = try attempt { try db.execute("SELEC") }
    #expect(result.isError)
    #expect(result.code == .badStatementSQL)
    #expect(try attempt { try db.execute("SELECT 1") }.code == .success)
  }
}
