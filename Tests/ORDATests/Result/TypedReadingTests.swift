import Testing

@testable import ORDA

@Suite("Typed reading")
struct TypedReadingTests {
  private struct Coded: Codable, Equatable, Sendable {
    var id: Int
    var name: String
    var noteText: String?
  }
  private static let sql: SQL = "SELECT id, name FROM genre WHERE id > ?"
  private static let all = [Genre(id: 1, name: "Jazz"), Genre(id: 2, name: "Rock")]
  private static let coded = [
    Coded(id: 1, name: "Jazz", noteText: nil), Coded(id: 2, name: "Rock", noteText: "loud"),
  ]

  private func open() throws -> (FakeDatabase, any Governor) {
    let fake = FakeDatabase(writers: 2)
    fake["SELECT id, name FROM genre WHERE id > ?"] = .rows(
      ["id", "name", "note_text"], [[1, "Jazz", .null], [2, "Rock", "loud"]])
    return (fake, try fake.open())
  }

  @Test func onExecutors() throws {
    func check(_ db: some SQLExecutor) throws {
      let list: Parameters = [0]
      #expect(try db.query(Genre.self, Self.sql, 0) == Self.all)
      #expect(try db.query(Genre.self, Self.sql, list) == Self.all)
      #expect(try db.first(Genre.self, Self.sql, 0) == Self.all[0])
      #expect(try db.first(Genre.self, Self.sql, list) == Self.all[0])
      #expect(try db.query(Int.self, Self.sql, 0) == [1, 2])
      #expect(try db.query(Int.self, Self.sql, list) == [1, 2])
      #expect(try db.first(Int.self, Self.sql, 0) == 1)
      #expect(try db.first(Int.self, Self.sql, list) == 1)
      let pairs = try db.query((Int, String).self, Self.sql, 0)
      #expect(pairs.map(\.0) == [1, 2] && pairs.map(\.1) == ["Jazz", "Rock"])
      #expect(try db.query((Int, String).self, Self.sql, list).count == 2)
      let triple = try db.first((Int, String, String?).self, Self.sql, 0)
      #expect(triple?.0 == 1 && triple?.1 == "Jazz" && triple?.2 == nil)
      #expect(try db.query(Coded.self, Self.sql, 0, strategy: .snakeCase) == Self.coded)
      #expect(try db.query(Coded.self, Self.sql, list, strategy: .snakeCase) == Self.coded)
      #expect(try db.first(Coded.self, Self.sql, 0, strategy: .snakeCase) == Self.coded[0])
      #expect(try db.first(Coded.self, Self.sql, list, strategy: .snakeCase) == Self.coded[0])
    }
    let (_, db) = try open()
    try check(OpaqueExecutor(db))
    try db.transaction { try check($0) }
    try db.withConnection { try check($0) }
  }

  @Test func onStatements() throws {
    let (fake, db) = try open()
    func check(_ statement: any Statement) throws {
      let list: Parameters = [0]
      #expect(try statement.query(Genre.self, 0) == Self.all)
      #expect(try statement.first(Genre.self, list) == Self.all[0])
      #expect(try statement.query(Int.self, 0) == [1, 2])
      #expect(try statement.first(Int.self, list) == 1)
      let pairs = try statement.query((Int, String).self, 0)
      #expect(pairs.map(\.0) == [1, 2] && pairs.map(\.1) == ["Jazz", "Rock"])
      let pair = try statement.first((Int, String).self, list)
      #expect(pair?.0 == 1 && pair?.1 == "Jazz")
      #expect(try statement.query(Coded.self, 0, strategy: .snakeCase) == Self.coded)
      #expect(try statement.first(Coded.self, list, strategy: .snakeCase) == Self.coded[0])
      #expect(try statement.first(0)?["name"] == .text("Jazz"))
      #expect(try statement.query(0).count == 2)
      #expect(try statement.columns().map(\.name) == ["id", "name", "note_text"])
    }
    try check(try db.prepare(Self.sql))
    try db.transaction { try check(try $0.prepare(Self.sql)) }
    #expect(fake.handleCount == 1)
  }

  @Test func onAsyncExecutors() async throws {
    func check(_ db: some AsyncSQLExecutor) async throws {
      let list: Parameters = [0]
      #expect(try await db.query(Int.self, Self.sql, 0) == [1, 2])
      #expect(try await db.first(Int.self, Self.sql, list) == 1)
      let pairs = try await db.query((Int, String).self, Self.sql, 0)
      #expect(pairs.map(\.0) == [1, 2] && pairs.map(\.1) == ["Jazz", "Rock"])
      let pair = try await db.first((Int, String).self, Self.sql, list)
      #expect(pair?.0 == 1 && pair?.1 == "Jazz")
      #expect(try await db.query(Genre.self, Self.sql, 0) == Self.all)
      #expect(try await db.first(Genre.self, Self.sql, list) == Self.all[0])
      #expect(try await db.query(Coded.self, Self.sql, 0, strategy: .snakeCase) == Self.coded)
      #expect(try await db.first(Coded.self, Self.sql, list, strategy: .snakeCase) == Self.coded[0])
      #expect(try await db.first(Self.sql, 0)?["name"] == .text("Jazz"))
      #expect(try await db.query(Self.sql, list).count == 2)
    }
    let (_, db) = try open()
    try await check(OpaqueAsyncExecutor(db))
    try await db.transaction { tx in
      try await check(tx)
      try await tx.execute("UPDATE a")
    }
  }

  @Test func onAwaitedStatements() async throws {
    let (_, db) = try open()
    let statement = try await db.prepare(Self.sql)
    let list: Parameters = [0]
    #expect(try await statement.query(Int.self, 0) == [1, 2])
    #expect(try await statement.first(Int.self, list) == 1)
    #expect(try await statement.query(Genre.self, list) == Self.all)
    #expect(try await statement.first(Genre.self, 0) == Self.all[0])
    let pairs = try await statement.query((Int, String).self, 0)
    #expect(pairs.map(\.0) == [1, 2] && pairs.map(\.1) == ["Jazz", "Rock"])
    let pair = try await statement.first((Int, String).self, list)
    #expect(pair?.0 == 1 && pair?.1 == "Jazz")
    #expect(try await statement.query(Coded.self, 0, strategy: .snakeCase) == Self.coded)
    #expect(try await statement.first(Coded.self, list, strategy: .snakeCase) == Self.coded[0])
    #expect(try await statement.execute(0).count == 2)
    #expect(try await statement.first(0)?["id"] == .int(1))
    var read = 0
    for try await row in statement.rows(0) {
      read += 1
      #expect(try row.get(0, as: Int.self) == read)
    }
    #expect(read == 2)
  }

  @Test func aMissingColumnIsNotANull() throws {
    struct Named: Decodable { var title: String }
    struct Strict: Decodable { var note_text: String }
    let (_, db) = try open()
    let missing = databaseError { _ = try db.query(Named.self, Self.sql, 0) }
    #expect(missing?.kind == .noSuchColumn)
    #expect(missing?.column == "title")
    let null = databaseError { _ = try db.query(Strict.self, Self.sql, 0) }
    #expect(null?.kind == .unexpectedNull)
    #expect(null?.column == "note_text")
  }

  @Test func moreElementsThanColumns() throws {
    let (_, db) = try open()
    let error = databaseError { _ = try db.query((Int, String, String?, Int).self, Self.sql, 0) }
    #expect(error?.kind == .noSuchColumn)
    #expect(databaseError { _ = try db.query((Int, Int).self, Self.sql, 0) }?.column == "name")
  }

  @Test func fetchedRowsDecodeToo() throws {
    let (_, db) = try open()
    let result = try db.query(Self.sql, 0)
    #expect(try result.rows.map { try $0.decode(Genre.self) } == Self.all)
    #expect(try result.rows.map { try $0.decode(Coded.self, strategy: .snakeCase) } == Self.coded)
    #expect(try result[1].tuple((Int, String).self).1 == "Rock")
  }

  @Test func parametersAreChecked() throws {
    let (_, db) = try open()
    for error in [
      databaseError { _ = try db.query(Self.sql) }, databaseError { _ = try db.query(Self.sql, 1, 2) },
      databaseError { _ = try db.query(Self.sql, ["id": 1]) },
    ] { #expect(error?.kind == .misuse) }
    #expect(db.statistics.active == 0)
  }
}

/// Hides what a governor is besides an executor.
private struct OpaqueExecutor: SQLExecutor {
  let db: any Governor
  init(_ db: any Governor) { self.db = db }
  var capabilities: Capabilities { db.capabilities }
  func prepare(_ sql: SQL) throws -> any Statement { try db.prepare(sql) }
  func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws { try db.withExecution(of: sql, parameters, timeout: timeout, body) }
  func openRows(of sql: SQL, _ parameters: Parameters, timeout: Duration?) throws -> Rows {
    try db.openRows(of: sql, parameters, timeout: timeout)
  }
  func executeScript(_ script: SQL, timeout: Duration?) throws -> [any StatementResult] {
    try db.executeScript(script, timeout: timeout)
  }
  func tables(schema: String?) throws -> [TableName] { try db.tables(schema: schema) }
  func describe(_ table: TableName) throws -> TableDescription? { try db.describe(table) }
}

private struct OpaqueAsyncExecutor: AsyncSQLExecutor {
  let db: any Governor
  init(_ db: any Governor) { self.db = db }
  func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?,
    _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws { try await db.withExecution(of: sql, parameters, timeout: timeout, body) }
}
