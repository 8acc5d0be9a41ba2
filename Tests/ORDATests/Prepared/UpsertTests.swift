import ORDA
import ORDATesting
import Testing

@Suite("Upserts") struct UpsertTests {
  static let genre = TableDescription(
    name: "genre",
    columns: [
      ColumnDescription(name: "id", declaredType: "BIGINT", isNullable: false, primaryKeyPosition: 1),
      ColumnDescription(name: "name", declaredType: "VARCHAR(20)", isNullable: false),
      ColumnDescription(name: "size", declaredType: "BIGINT"),
    ],
    primaryKey: ["id"], uniqueConstraints: [UniqueConstraint(columns: ["name"])])

  static let update: SQL = "UPDATE \"genre\" SET \"name\" = ? WHERE \"id\" = ?"
  static let insertion: SQL = "INSERT INTO \"genre\" (\"id\", \"name\") VALUES (?, ?)"
  static let search: SQL = "SELECT 1 FROM \"genre\" WHERE \"id\" = ?"

  private func database() -> ScriptedDatabase {
    let script = ScriptedDatabase { Issue.record("\($0)") }
    script.descriptions = [Self.genre]
    return script
  }

  private func upsert(_ script: ScriptedDatabase) throws -> any Statement {
    try script.open().prepareUpsert(into: "genre", columns: ["id", "name"], key: ["id"])
  }

  private func ignore(_ script: ScriptedDatabase) throws -> any Statement {
    try script.open().prepareInsertOrIgnore(into: "genre", columns: ["id", "name"], key: ["id"])
  }

  @Test("A row that is there is updated, and nothing more is asked")
  func updated() throws {
    let script = database()
    script.expect(Self.update, with: ["Jazz", 1], answer: .changes(1))
    #expect(try upsert(script).execute(1, "Jazz").changed == 1)
    try script.verify()
  }

  @Test("What is not there is inserted, and no key is told")
  func inserted() throws {
    let script = database()
    script.expect(Self.update, answer: .changes(0))
    script.expect(Self.insertion, with: [1, "Jazz"], answer: .changes(1, lastID: 1))
    let result = try upsert(script).execute(["name": "Jazz", "id": 1])
    #expect(result.changed == 1)
    #expect(result.lastID == nil)
    try script.verify()
  }

  @Test("A row that another inserts between the two statements is updated")
  func race() throws {
    let script = database()
    script.expect(Self.update, answer: .changes(0))
    script.expect(Self.insertion, answer: .fails(.constraint(.primaryKey)))
    script.expect(Self.update, with: ["Jazz", 1], answer: .changes(1))
    #expect(try upsert(script).execute(1, "Jazz").changed == 1)
    try script.verify()
  }

  @Test("Another key's conflict is thrown, after a few tries and without an end that never comes")
  func otherKey() throws {
    let script = database()
    for _ in 1...3 {
      script.expect(Self.update, answer: .changes(0))
      script.expect(Self.insertion, answer: .fails(.constraint(.unique)))
    }
    let statement = try upsert(script)
    let error = try failure { try statement.execute(1, "Jazz") }
    #expect(error.kind == .constraint(.unique))
    #expect(error.sql == "INSERT INTO \"genre\" (\"id\", \"name\") VALUES (?, ?)")
    try script.verify()
  }

  @Test("Any other refusal is thrown at once", arguments: [DatabaseError.Kind.constraint(.notNull), .deadlock, .busy])
  func refused(_ kind: DatabaseError.Kind) throws {
    let script = database()
    script.expect(Self.update, answer: .changes(0))
    script.expect(Self.insertion, answer: .fails(kind))
    let statement = try upsert(script)
    #expect(try failure { try statement.execute(1, "Jazz") }.kind == kind)
    try script.verify()
  }

  @Test("What inserts or ignores looks for the row only where the insertion meets one")
  func ignored() throws {
    let script = database()
    script.expect(Self.insertion, answer: .changes(1, lastID: 7))
    script.expect(Self.insertion, answer: .fails(.constraint(.unique)))
    script.expect(Self.search, with: [1], answer: .rows(["1"], [[1]]))
    let statement = try ignore(script)
    let made = try statement.execute(1, "Jazz")
    #expect(made.changed == 1 && made.lastID == 7)
    let kept = try statement.execute(1, "Jazz")
    #expect(kept.changed == 0 && kept.lastID == nil)
    try script.verify()
  }

  @Test("What inserts or ignores throws where the row that it met is another one")
  func ignoredOther() throws {
    let script = database()
    for _ in 1...3 {
      script.expect(Self.insertion, answer: .fails(.constraint(.unique)))
      script.expect(Self.search, answer: .rows(["1"], []))
    }
    let statement = try ignore(script)
    #expect(try failure { try statement.execute(1, "Jazz") }.kind == .constraint(.unique))
    try script.verify()
  }

  @Test("One text is kept for all calls, and another upsert is another one")
  func texts() throws {
    let script = database()
    let db = try script.open()
    script.answerOthers { _ in .changes(1) }
    for id in 1...3 { try db.upsert(into: "genre", ["id": id, "name": "x"], key: ["id"]) }
    #expect(script.counts.openStatements == 1)
    try db.upsert(into: "genre", ["id": 1, "name": "x", "size": 2], key: ["id"])
    #expect(script.counts.openStatements == 2)
    try db.close()
    #expect(script.counts.openStatements == 0)
  }

  @Test("An upsert is no part of another statement")
  func embedded() throws {
    let script = database()
    let db = Recorder(try script.open())
    _ = try? db.prepareUpsert(into: "genre", columns: ["id", "name"], key: ["id"])
    let sql = try #require(db.prepared)
    #expect("\(sql)".contains("UPDATE") && "\(sql)".contains("INSERT"))
    #expect(try failure { try db.execute("EXPLAIN \(sql)") }.kind == .misuse)
  }
}

/// An executor of a program's own, which hands on all that it is asked.
private final class Recorder: SQLExecutor {
  private let base: any Governor
  private(set) var prepared: SQL?

  init(_ base: any Governor) { self.base = base }

  var capabilities: Capabilities { base.capabilities }
  func prepare(_ sql: SQL) throws -> any Statement {
    prepared = sql
    return try base.prepare(sql)
  }
  func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws { try base.withExecution(of: sql, parameters, timeout: timeout, body) }
  func openRows(of sql: SQL, _ parameters: Parameters, timeout: Duration?) throws -> Rows {
    try base.openRows(of: sql, parameters, timeout: timeout)
  }
  func executeScript(_ script: SQL, timeout: Duration?) throws -> [any StatementResult] {
    try base.executeScript(script, timeout: timeout)
  }
  func tables(schema: String?) throws -> [TableName] { try base.tables(schema: schema) }
  func describe(_ table: TableName) throws -> TableDescription? { try base.describe(table) }
}
