import Foundation
import Logging
import Testing

@testable import ORDA

@Suite("Writing entries") struct WritingTests {
  private static let text = #"UPDATE "genre" SET "name" = ? WHERE "id" = ?"#

  @Test("Setting is one UPDATE of one column and one row, and nothing is echoed", arguments: [true, false])
  func oneUpdate(tells: Bool) throws {
    let fake = FakeTable(tells: tells)
    let db = try fake.open()
    let jazz = try #require(try db.genres().entry(2))
    let names = counting { _ = jazz["name"] as Value }
    fake.database.forget()
    jazz["name"] = "Pop"
    #expect(jazz["name"] == "Pop")
    #expect(fake.rows.current[2]?[1] == "Pop")
    #expect(fake.rows.current[1]?[1] == "Rock")
    #expect(names.current == 1)
    let updates = fake.database.work.filter { $0.contains("UPDATE") }
    #expect(updates == ["run \(Self.text) ['Pop', 2]"])
    // A driver that tells has told; else the row is read, as it is stored now.
    #expect(fake.database.work.count == (tells ? 1 : 2))
    #expect(jazz.lastError == nil)
  }

  @Test(
    "update sets several columns by one statement, in one transaction, which reads the row where the draft is asked")
  func several() throws {
    let fake = FakeTable(tells: true)
    let jazz = try #require(try fake.open().genres().entry(2))
    fake.database.forget()
    try jazz.update {
      $0["name"] = "Pop"
      $0["age"] = 44
      #expect($0["name"] == "Pop")
      #expect($0["id"] == 2)
    }
    let updates = fake.database.work.filter { $0.contains("UPDATE") }
    #expect(updates == [#"run UPDATE "genre" SET "name" = ?, "age" = ? WHERE "id" = ? ['Pop', 44, 2]"#])
    #expect(fake.database.work.filter { $0.contains("SELECT") }.count == 2, "\(fake.database.work)")
    #expect(fake.database.work.first?.hasPrefix("begin") == true)
    #expect(fake.database.work.last == "commit")
    #expect(jazz.snapshot().values == [2, "Pop", 44])
    #expect(jazz.snapshot()["age"] == 44)
    fake.database.forget()
    try jazz.update { _ in }
    #expect(fake.database.work.filter { $0.hasPrefix("run") }.isEmpty)
  }

  @Test("A write that fails changes nothing, and the entry, the table and the log tell why", arguments: [true, false])
  func failure(tells: Bool) async throws {
    let log = RecordedLog()
    let fake = FakeTable(tells: tells)
    let db = try fake.open(configuration: GovernorConfiguration(logger: log.logger(.warning)))
    let genres = try db.genres()
    let jazz = try #require(try await genres.entry(2))
    var failures = genres.errors.makeAsyncIterator()
    let names = counting { _ = jazz["name"] as Value }
    let errors = counting { _ = jazz.lastError }
    jazz["name"] = nil as String?
    #expect(jazz["name"] == "Jazz")
    #expect(names.current == 0)
    #expect(errors.current == 1)
    #expect(jazz.lastError?.kind == .constraint(.notNull))
    let failure = await failures.next()
    #expect(failure?.key == RowKey(2))
    #expect(failure?.columns == ["name"])
    #expect(failure?.error.kind == .constraint(.notNull))
    #expect(log.entries.map(\.message) == ["writing an entry failed"])
    #expect(await asyncDatabaseError { try await jazz.set("name", to: nil) }?.kind == .constraint(.notNull))
    try await jazz.set("name", to: "Pop")
    #expect(jazz.lastError == nil)
  }

  @Test("A name that no column has never traps")
  func unknownNames() throws {
    let jazz = try #require(try FakeTable(tells: true).open().genres().entry(2))
    #expect(jazz["nmae"] == Value.null)
    jazz["nmae"] = "x"
    #expect(jazz.lastError?.kind == .noSuchColumn)
    #expect(jazz.lastError?.message.contains("did you mean name?") == true)
    let error = #expect(throws: DatabaseError.self) { try jazz.get("nmae", as: String.self) }
    #expect(error?.kind == .noSuchColumn)
    #expect(throws: DatabaseError.self) { try jazz.update { $0["nmae"] = 1 } }
  }

  @Test("Typed reading is strict, and names the column")
  func typed() throws {
    let jazz = try #require(try FakeTable(tells: true).open().genres().entry(2))
    #expect(try jazz.get("age", as: Int.self) == 10)
    let age: Int? = jazz["age"]
    #expect(age == 10)
    let error = #expect(throws: DatabaseError.self) { try jazz.get("name", as: Int.self) }
    #expect(error?.kind == .typeMismatch)
    #expect(error?.column == "name")
    let name: Int? = jazz["name"]
    #expect(name == nil)
  }

  @Test("Deleting marks the entry, once", arguments: [true, false])
  func deleting(tells: Bool) throws {
    let fake = FakeTable(tells: tells)
    let genres = try fake.open().genres()
    let jazz = try #require(try genres.entry(2))
    let deletions = counting { _ = jazz.isDeleted }
    try jazz.delete()
    #expect(jazz.isDeleted)
    #expect(deletions.current == 1)
    #expect(fake.rows.current[2] == nil)
    #expect(genres.liveCount == 0)
    #expect(throws: DatabaseError.self) { try jazz.delete() }
    #expect(fake.database.warnings.take() == [Warnings.writingFailed])
    #expect(try genres.entry(2) == nil)
  }

  @Test("A write to a row that somebody deleted unheard throws, and the entry knows then")
  func unheardDeletion() throws {
    let fake = FakeTable(tells: false)
    let jazz = try #require(try fake.open().genres().entry(2))
    fake.rows.with { $0[2] = nil }
    let error = #expect(throws: DatabaseError.self) { try jazz.set("name", to: "Pop") }
    #expect(error?.kind == .noSuchRow)
    #expect(fake.database.warnings.take() == [Warnings.writingFailed])
    #expect(jazz.isDeleted)
  }

  @Test("An insert gives the row with its key and defaults; names may ignore case", arguments: [true, false])
  func inserting(tells: Bool) throws {
    struct Genre: Encodable { var name: String }
    let fake = FakeTable(tells: tells)
    let genres = try fake.open().genres()
    let made = try genres.insert(["name": "Funk"])
    #expect(made.snapshot().values == [4, "Funk", 0])
    #expect(try genres.entry(4) === made)
    #expect(try genres.insert(["NAME": "Soul"], ignoringCase: true)["id"] == 5)
    #expect(throws: DatabaseError.self) { try genres.insert(["NAME": "Soul"]) }
    let twice = #expect(throws: DatabaseError.self) { try genres.insert(["name": "a", "name": "b"]) }
    #expect(twice?.kind == .misuse)
    #expect(try genres.insert(Genre(name: "Ska"))["name"] == "Ska")
    #expect(fake.rows.current.count == 6)
  }

  @Test("The key can be set, and moves the entry", arguments: [true, false])
  func key(tells: Bool) throws {
    let genres = try FakeTable(tells: tells).open().genres()
    let jazz = try #require(try genres.entry(2))
    try jazz.set("id", to: 20)
    #expect(jazz.key == RowKey(20))
    #expect(try genres.entry(20) === jazz)
    #expect(genres.liveCount == 1)
  }

  @Test("Awaited, all does the same")
  func awaited() async throws {
    let fake = FakeTable(tells: true)
    let db = try fake.open()
    let genres = try await db.table("genre")
    let jazz = try #require(try await genres.entry(2))
    try await jazz.set("name", to: "Swing")
    #expect(jazz["name"] == "Swing")
    try await jazz.update { $0["age"] = 5 }
    #expect(jazz["age"] == 5)
    try await jazz.refresh()
    #expect(try await genres.select().count == 3)
    #expect(try await genres.insert(["name": "Dub"])["id"] == 4)
    try await jazz.delete()
    #expect(jazz.isDeleted)
    #expect(await asyncDatabaseError { try await jazz.set("age", to: 6) }?.kind == .noSuchRow)
    #expect(fake.database.warnings.take() == [Warnings.writingFailed])
  }

  @Test("A closed governor refuses, and nothing is kept")
  func closed() throws {
    let fake = FakeTable(tells: true)
    let db = try fake.open()
    var jazz = try db.genres().entry(2)
    weak let gone = jazz
    _ = counting { [weak jazz] in _ = jazz?["name"] as Value? }
    try db.close(within: .zero)
    #expect(jazz?["name"] == "Jazz")
    #expect(throws: DatabaseError.self) { try jazz?.set("name", to: "Swing") }
    #expect(fake.database.warnings.take() == [Warnings.writingFailed])
    jazz = nil
    #expect(gone == nil)
  }
}
