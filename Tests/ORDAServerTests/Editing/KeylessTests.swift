import MariaDBTestServer
import ORDA
import PostgreSQLTestServer
import TestSupport
import Testing

@testable import ORDAServer

/// Rows of tables without a primary key.
@Suite struct KeylessTests {
  private static let script: SQL = """
    CREATE TABLE note (place TEXT, text TEXT, number INTEGER, double INTEGER GENERATED ALWAYS AS (number * 2));
    INSERT INTO note VALUES ('here', 'a', 1), ('there', 'b', NULL), ('long', replace(hex(zeroblob(200)), '0', 'x'), 3);
    """

  private func rows(_ served: ServedSite) async throws -> [[Value]] {
    try await served.db.query("SELECT place, text, number FROM note WHERE place <> 'long' ORDER BY rowid").rows.map(
      \.values)
  }

  /// A text stands behind a t: this is the row of `here`.
  private let seen = ["key": "i1", "old.place": "there", "old.text": "ta", "old.number": "i1"]

  @Test func aRowIsChangedThatIsAsItWasSeen() async throws {
    let served = try await ServedSite(Self.script, isWritable: true)
    let page = try await served.get("/music/table/note")
    #expect(page.text.contains("data-edit=\"/music/edit/note\" data-whole"))
    let fields = seen.merging(["new.text": "changed"]) { $1 }
    #expect(try await served.post("/music/edit/note", fields, ["accept": "application/json"]).status == 200)
    #expect(try await rows(served) == [["here", "changed", 1], ["there", "b", .null]])
  }

  @Test func whatIsNotAsItWasSeenStays() async throws {
    let served = try await ServedSite(Self.script, isWritable: true)
    var fields = seen.merging(["new.text": "changed"]) { $1 }
    // Another column than the one that is edited.
    try await served.db.execute("UPDATE note SET number = 7 WHERE rowid = 1")
    let changed = try await served.post("/music/edit/note", fields, ["accept": "application/json"])
    #expect(changed.status == 409)
    #expect(try changed.json["changed"].array.map { $0["column"] } == [.text("number")])
    // Another row that has got the number.
    try await served.db.executeScript("DELETE FROM note WHERE rowid = 1; UPDATE note SET rowid = 1 WHERE rowid = 2;")
    #expect(try await served.post("/music/edit/note", fields).status == 409)
    #expect(try await served.post("/music/delete/note", fields).status == 409)
    #expect(try await rows(served) == [["there", "b", .null]])
    // A column that is not told of.
    fields = ["key": "i1", "old.text": "tb", "new.text": "changed"]
    #expect(try await served.post("/music/edit/note", fields).status == 422)
    #expect(try await rows(served) == [["there", "b", .null]])
    fields["key"] = "i99"
    #expect(try await served.post("/music/edit/note", fields).status == 404)
  }

  @Test func rowsComeAndGo() async throws {
    let served = try await ServedSite(Self.script, isWritable: true)
    let made = try await served.post("/music/new/note", ["new.place": "new", "new.text": "", "new.number": "4"])
    #expect(made.status == 303, "\(made.text)")
    #expect(made.headers["location"] == "/music/row/note?key=i4")
    #expect(try await served.get("/music/row/note?key=i4").text.contains("new"))
    let page = try await served.get("/music/delete/note?key=i2")
    #expect(
      page.text.contains("name=\"old.place\" value=\"tthere\"") && page.text.contains("name=\"old.number\" value=\"n\"")
    )
    let gone = ["key": "i2", "old.place": "tthere", "old.text": "tb", "old.number": "n"]
    #expect(try await served.post("/music/delete/note", gone).status == 303)
    #expect(try await rows(served) == [["here", "a", 1], ["new", .null, 4]])
  }

  @Test func whatIsNotShownWholeIsNotEditedInItsPlace() async throws {
    let served = try await ServedSite(Self.script, isWritable: true)
    let lines = try await served.get("/music/table/note").text.split(separator: "<tr")
    #expect(lines.first { $0.contains("data-key=\"i1\"") }?.contains("data-column=\"text\"") == true)
    #expect(lines.first { $0.contains("data-key=\"i3\"") }?.contains("data-column") == false)
    // The form has all of it.
    let form = try await served.get("/music/edit/note?key=i3")
    #expect(form.text.contains("name=\"old.text\"") && form.text.contains("name=\"old.place\""))
  }

  @Test func uniqueColumnsAreAKeyToo() async throws {
    let served = try await ServedSite(
      "CREATE TABLE tag (name TEXT NOT NULL UNIQUE, plays INT); INSERT INTO tag VALUES ('a', 1);", isWritable: true)
    #expect(try await served.get("/music/table/tag").text.contains("data-edit=\"/music/edit/tag\">"))
    let fields = ["key": "ta", "old.plays": "i1", "new.plays": "2"]
    #expect(try await served.post("/music/edit/tag", fields).status == 303)
    #expect(try await served.db.first("SELECT plays FROM tag")?.values == [2])
  }

  private func refused(_ served: ServedSite) async throws {
    try await served.db.execute("CREATE TABLE note (place VARCHAR(20), text VARCHAR(20))")
    try await served.db.execute("INSERT INTO note VALUES ('here', 'a')")
    let page = try await served.get("/\(served.name)/table/note")
    #expect(page.text.contains("Rows can't be changed one by one here: it has no primary key"), "\(page.text)")
    #expect(!page.text.contains("data-edit"))
    #expect(try await served.get("/\(served.name)/new/note").status == 422)
  }

  @Test func mariaDBHasNothingToTellThemApartBy() async throws {
    let database = try ServerDatabase()
    let db = try TestServer.open("/\(database.name)")
    try await refused(ServedSite(serving: db, isWritable: true))
    try await db.close(within: .seconds(1))
  }

  @Test func postgreSQLHasNothingToTellThemApartBy() async throws {
    let database = try PostgreSQLDatabase()
    let db = try PostgreSQLServer.open(database: database.name)
    try await refused(ServedSite(serving: db, isWritable: true))
    try await db.close(within: .seconds(1))
  }
}
