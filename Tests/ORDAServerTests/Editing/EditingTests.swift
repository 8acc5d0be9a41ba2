import ORDA
import TestSupport
import Testing

@testable import ORDAServer

/// Rows that are changed by pages.
@Suite struct EditingTests {
  private static let script: SQL = """
    CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, plays INTEGER, note TEXT);
    INSERT INTO genre VALUES (1, 'Jazz', 5, NULL), (2, 'Blues', NULL, 'x');
    """

  private func row(_ served: ServedSite, _ id: Int) async throws -> [Value]? {
    try await served.db.first("SELECT * FROM genre WHERE id = \(id)")?.values
  }

  @Test func aColumnIsSet() async throws {
    let served = try await ServedSite(Self.script, isWritable: true)
    let reply = try await served.post("/music/edit/genre", ["key": "i1", "old.name": "tJazz", "new.name": "Swing"])
    #expect(reply.status == 303)
    #expect(try await row(served, 1) == [1, "Swing", 5, .null])
  }

  @Test func nothingIsOverwrittenUnseen() async throws {
    let served = try await ServedSite(Self.script, isWritable: true)
    let fields = ["key": "i1", "old.name": "tSoul", "new.name": "Swing", "old.plays": "i5", "new.plays": "6"]
    let reply = try await served.post("/music/edit/genre", fields, ["accept": "application/json"])
    #expect(reply.status == 409)
    #expect(try reply.json["changed"].array.first?["now"] == .text("tJazz"))
    #expect(try await row(served, 1) == [1, "Jazz", 5, .null])
    let page = try await served.post("/music/edit/genre", fields)
    #expect(page.status == 409)
    #expect(page.text.contains("you saw"))
    #expect(page.text.contains("Soul") && page.text.contains("Jazz") && page.text.contains("Swing"))
    // What is saved next is based on what is there now.
    #expect(page.text.contains("name=\"old.name\" value=\"tJazz\""))
  }

  @Test func whatCantBeIsToldBesideItsField() async throws {
    let served = try await ServedSite(Self.script, isWritable: true)
    let number = try await served.post("/music/edit/genre", ["key": "i1", "old.plays": "i5", "new.plays": "many"])
    #expect(number.status == 422)
    #expect(number.text.contains("id=\"field-2-problem\">many is no number"))
    let unique = try await served.post("/music/edit/genre", ["key": "i1", "old.name": "tJazz", "new.name": "Blues"])
    #expect(unique.status == 422)
    #expect(unique.text.contains("id=\"field-1-problem\""))
    let null = try await served.post("/music/edit/genre", ["key": "i1", "old.name": "tJazz", "null.name": "1"])
    #expect(null.status == 422)
    #expect(try await row(served, 1) == [1, "Jazz", 5, .null])
  }

  @Test func nullAndEmptyAreTwoThings() async throws {
    let served = try await ServedSite(Self.script, isWritable: true)
    _ = try await served.post("/music/edit/genre", ["key": "i2", "old.note": "tx", "new.note": ""])
    #expect(try await row(served, 2) == [2, "Blues", .null, ""])
    _ = try await served.post("/music/edit/genre", ["key": "i2", "old.note": "t", "null.note": "1"])
    #expect(try await row(served, 2) == [2, "Blues", .null, .null])
    // What was NULL and is left empty stays NULL.
    _ = try await served.post("/music/edit/genre", ["key": "i2", "old.note": "n", "new.note": ""])
    #expect(try await row(served, 2) == [2, "Blues", .null, .null])
    // A text that is typed where NULL was is meant, though the box for NULL is still ticked.
    _ = try await served.post("/music/edit/genre", ["key": "i2", "old.note": "n", "new.note": "z", "null.note": "1"])
    #expect(try await row(served, 2) == [2, "Blues", .null, "z"])
    _ = try await served.post("/music/edit/genre", ["key": "i2", "old.note": "tz", "null.note": "1"])
    // An undo is exact.
    _ = try await served.post("/music/edit/genre", ["key": "i2", "old.note": "n", "value.note": "tx"])
    #expect(try await row(served, 2) == [2, "Blues", .null, "x"])
  }

  @Test func rowsAreInserted() async throws {
    let served = try await ServedSite(Self.script, isWritable: true)
    let reply = try await served.post(
      "/music/new/genre", ["new.id": "", "new.name": "Folk", "new.plays": "", "new.note": "y"])
    #expect(reply.status == 303)
    #expect(reply.headers["location"] == "/music/row/genre?key=i3")
    #expect(try await row(served, 3) == [3, "Folk", .null, "y"])
    #expect(try await served.post("/music/new/genre", ["new.name": "Folk"]).status == 422)
  }

  @Test func rowsAreDeletedAsTheyWereSeen() async throws {
    let served = try await ServedSite(Self.script, isWritable: true)
    #expect(try await served.get("/music/delete/genre?key=i1").text.contains("Delete it"))
    #expect(try await served.post("/music/delete/genre", ["key": "i1", "old.name": "tSoul"]).status == 409)
    #expect(try await row(served, 1) != nil)
    #expect(try await served.post("/music/delete/genre", ["key": "i1", "old.name": "tJazz"]).status == 303)
    #expect(try await row(served, 1) == nil)
    #expect(try await served.post("/music/delete/genre", ["key": "i1", "old.name": "tJazz"]).status == 404)
    #expect(
      try await served.post("/music/edit/genre", ["key": "i1", "old.name": "tJazz", "new.name": "a"]).status == 404)
  }

  @Test func withoutWritingNothingIsEdited() async throws {
    let served = try await ServedSite(Self.script)
    for address in ["/music/edit/genre", "/music/new/genre", "/music/delete/genre"] {
      #expect(try await served.post(address, ["key": "i1", "old.name": "tJazz", "new.name": "x"]).status == 403)
      #expect(try await served.get(address + "?key=i1").status == 403)
    }
    #expect(try await served.post("/music/sql", ["sql": "DELETE FROM genre"]).status == 405)
    #expect(try await !served.get("/music/table/genre").text.contains("data-edit"))
    #expect(try await row(served, 1) == [1, "Jazz", 5, .null])
  }

  @Test func withWritingAnAddressStillWritesNothing() async throws {
    let served = try await ServedSite(Self.script, isWritable: true)
    for address in [
      "/music/sql?sql=DELETE+FROM+genre", "/api/query?sql=DELETE+FROM+genre", "/music/download?sql=DELETE+FROM+genre",
    ] {
      _ = try? await served.get(address)
    }
    #expect(try await row(served, 1) == [1, "Jazz", 5, .null])
    let reply = try await served.post("/music/sql", ["sql": "DELETE FROM genre WHERE id = :id", "p.id": "1"])
    #expect(reply.text.contains("1 rows changed"))
    #expect(try await row(served, 1) == nil)
    #expect(try await served.post("/music/sql", ["sql": "BEGIN"]).status == 422)
  }
}
