import ORDA
import Testing

private let script = """
  CREATE TABLE page (id {KEY}, title {EXACT} NOT NULL, version INTEGER NOT NULL, note {TEXT});
  INSERT INTO page (title, version, note) VALUES ('one', 1, 'x'), ('two', 1, 'x');
  """

private struct Pages: TableSchema {
  static let tableName: TableName = "page"
  static let versionColumn: String? = "version"
  let id = Column<Int64>("id")
  let title = Column<String>("title")
  let version = Column<Int>("version")
}

private struct WrongPages: TableSchema {
  static let tableName: TableName = "page"
  static let versionColumn: String? = "note"
  let id = Column<Int64>("id")
}

@Suite("Version columns") struct VersionColumnTests {
  @Test("Each write compares and counts; one that was meant for another row is refused", arguments: Database.allCases)
  func comparing(database: Database) async throws {
    let test = try database.live(script)
    let page = try #require(try await test.db.table(Pages.self).entry(1))
    try await page.set(\.title, to: "two")
    #expect(page.title == "two")
    #expect(page.version == 2)
    let theirs: SQL = "UPDATE page SET title = 'theirs', version = version + 1 WHERE id = 1"
    try await test.db.transaction { tx in
      #expect(page.title == "two")
      try tx.execute(theirs)
      let error = try failure { try page.entry.set("title", to: "mine") }
      #expect(error.kind == .changedMeanwhile)
      #expect(error.column == "version")
      #expect(error.found?["title"] == "theirs")
      #expect(page.title == "theirs")
      try page.set(\.title, to: "mine")
      #expect(page.version == 4)
      try tx.execute(theirs)
      #expect(try failure { try page.delete() }.kind == .changedMeanwhile)
    }
    #expect(page.version == 5)
    // What an update reads of the row it has seen.
    try await page.update { $0.title += "!" }
    #expect(page.title == "theirs!")
    #expect(page.version == 6)
    try await page.set(\.title, to: "mine", ifStill: "theirs!")
    #expect(page.version == 7)
    try await page.delete()
    #expect(page.entry.isDeleted)
  }

  @Test("Where nothing was heard of another's write, one's own is refused, and the entry shows what is there")
  func unheard() async throws {
    let test = try Database.mariadb.live(script)
    let db = try test.another("changes=none")
    let page = try #require(try await db.table(Pages.self).entry(1))
    try await test.db.execute("UPDATE page SET title = 'theirs', version = version + 1 WHERE id = 1")
    let error = try await asyncFailure { try await page.entry.set("title", to: "mine") }
    #expect(error.kind == .changedMeanwhile)
    #expect(error.found?["title"] == "theirs")
    #expect(page.title == "theirs")
    try await page.set(\.title, to: "mine")
    #expect(page.version == 3)
    try await test.db.execute("UPDATE page SET version = version + 1 WHERE id = 1")
    #expect(try await asyncFailure { try await page.delete() }.kind == .changedMeanwhile)
    try await page.delete()
    #expect(try await test.db.first(Int.self, "SELECT count(*) FROM page") == 1)
    #expect(test.warnings.take() == [Warnings.deaf])
    try await db.close(within: .zero)
  }

  @Test(
    "Writes of several rows count, insertions begin at 1, and nobody sets the column", arguments: Database.allCases)
  func counting(database: Database) async throws {
    let test = try database.live(script)
    let pages = try await test.db.table(Pages.self)
    let changed = try await pages.update(set: { $0.title = "all" }, where: { $0.id <= 2 })
    #expect(changed.map(\.version) == [2, 2])
    let made = try await pages.insert { $0.title = "three" }
    #expect(made.version == 1)
    let same = try await pages.table.upsert(["id": 3, "title": "drei", "version": 77])
    #expect(same["version"] == 2)
    #expect(try await asyncFailure { try await made.set(\.version, to: 5) }.kind == .misuse)
    #expect(test.warnings.take() == [Warnings.writingFailed])
    #expect(try await asyncFailure { try await pages.table.update(set: ["version": 5], where: nil) }.kind == .misuse)
    #expect(try await asyncFailure { try await test.db.table(WrongPages.self) }.kind == .misuse)
  }
}
