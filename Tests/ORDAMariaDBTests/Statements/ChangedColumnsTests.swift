import ORDA
import TestSupport
import Testing

@Suite("Columns of a prepared statement whose tables are changed", .ownThread) struct ChangedColumnsTests {
  private struct Box: Codable, Equatable {
    var id: Int
    var width: Int
    var height: Int
  }

  private let test: TestDatabase

  init() throws { test = try TestDatabase("pool.max=1") }

  /// Reads the box with a prepared statement before and after a change by another connection.
  private func check(_ change: String, _ source: String = "box") throws {
    let other = try test.another()
    defer { try? other.close(within: .zero) }
    try other.executeScript(
      """
      CREATE TABLE box (id INTEGER PRIMARY KEY, width INTEGER, height INTEGER); INSERT INTO box VALUES (1, 10, 20);
      CREATE VIEW boxes AS SELECT id, width, height FROM box
      """)
    let all = try test.db.prepare(SQL(text: "SELECT * FROM \(source)"))
    for _ in 1...2 { #expect(try all.query(Box.self) == [Box(id: 1, width: 10, height: 20)]) }
    try other.executeScript(SQL(text: change))
    for _ in 1...2 {
      let row = try all.query().row(at: 0)
      #expect(try row.get("width") == 10)
      #expect(try row.get("height") == 20)
    }
  }

  @Test("A value has the name that its column has now, after columns were renamed")
  func renamed() throws {
    try check(
      """
      ALTER TABLE box RENAME COLUMN width TO tmp; ALTER TABLE box RENAME COLUMN height TO width;
      ALTER TABLE box RENAME COLUMN tmp TO height; UPDATE box SET width = 10, height = 20
      """)
  }

  @Test("A value has the name that its column has now, after a column was moved")
  func moved() throws { try check("ALTER TABLE box MODIFY height INTEGER AFTER id") }

  @Test("A value has the name that its column has now, after the table was created again")
  func tableAgain() throws {
    try check(
      """
      DROP TABLE box; CREATE TABLE box (id INTEGER PRIMARY KEY, height INTEGER, width INTEGER);
      INSERT INTO box VALUES (1, 20, 10)
      """)
  }

  @Test("A value has the name that its column has now, after the view was created again")
  func viewAgain() throws {
    try check("DROP VIEW boxes; CREATE VIEW boxes AS SELECT id, height, width FROM box", "boxes")
  }

  @Test("A value has the name that its column has now, after a column was added")
  func added() throws { try check("ALTER TABLE box ADD COLUMN depth INTEGER AFTER id") }

  @Test("An INSERT that returns all columns runs once after a column was added")
  func returning() throws {
    let other = try test.another()
    defer { try? other.close(within: .zero) }
    try other.execute("CREATE TABLE logged (id INTEGER PRIMARY KEY AUTO_INCREMENT, n INTEGER)")
    let insert = try test.db.prepare("INSERT INTO logged (n) VALUES (?) RETURNING *")
    for number in 1...2 { #expect(try insert.query(number).row(at: 0).count == 2) }
    try other.execute("ALTER TABLE logged ADD COLUMN t VARCHAR(10) DEFAULT 'x'")
    let row = try insert.query(3).row(at: 0)
    #expect(row.count == 3)
    #expect(try row.get("t") == "x")
    #expect(try other.first(Int.self, "SELECT count(*) FROM logged") == 3)
  }
}
