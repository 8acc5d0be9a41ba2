import ORDA
import Testing

/// What a program keeps longer than what it came from says so; it is never read or written any more.
@Suite("Kept too long") struct KeptTooLongTests {
  private static let query: SQL = """
    SELECT 1 AS first_name, 'a text that is long enough for the heap' AS second_name
    UNION ALL SELECT 2, 'another text that is long enough for the heap'
    """
  private static let names = ["first_name", "second_name"]

  private func next(_ rows: inout Rows) throws -> Row {
    guard let row = try rows.next() else { throw CancellationError() }
    return row
  }

  /// The first column of the next row.
  private func nextNumber(_ rows: inout Rows) throws -> Int { try next(&rows).get(0) }

  private func isOver(_ rows: inout Rows) throws -> Bool {
    if let row = try rows.next() { return row.count < 0 }
    return true
  }

  private func drain(_ rows: inout Rows) throws {
    while let row = try rows.next() { _ = row.count }
  }

  @Test("Rows know their columns' names when they are over", arguments: Database.allCases)
  func namesOfRows(_ database: Database) throws {
    let test = try database.opened()
    var rows = try test.db.rows(Self.query)
    try drain(&rows)
    #expect(rows.columnNames == Self.names)
    #expect(try failure { try rows.columns() }.kind == .misuse)
    try test.db.close()
    #expect(rows.columnNames == Self.names)
    #expect(try failure { try rows.columns() }.kind == .misuse)
    #expect(try isOver(&rows))
  }

  @Test("Rows that were asked for their columns know them later", arguments: Database.allCases)
  func columnsOfRows(_ database: Database) throws {
    let test = try database.opened()
    var rows = try test.db.rows(Self.query)
    _ = try next(&rows).count
    #expect(try rows.columns().map(\.name) == Self.names)
    try drain(&rows)
    try test.db.close()
    #expect(try rows.columns().map(\.name) == Self.names)
  }

  @Test("Rows without a row know their columns' names", arguments: Database.allCases)
  func namesOfNoRows(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    var rows = try test.db.rows("SELECT id FROM t")
    #expect(try isOver(&rows))
    #expect(rows.columnNames == ["id"])
    var failing = try test.db.rows("SELECT id FROM t")
    try test.db.withConnection { _ in }
    try drain(&failing)
    #expect(failing.columnNames == ["id"])
  }

  @Test("A second handle of a statement, which is closed at its end", arguments: Database.allCases)
  func secondHandle(_ database: Database) throws {
    let test = try database.opened()
    try test.db.withConnection { connection in
      var one = try connection.rows(Self.query)
      var two = try connection.rows(Self.query)
      _ = try next(&one).count
      let row = try next(&two)
      try drain(&two)
      #expect(two.columnNames == Self.names)
      #expect(try failure { try two.columns() }.kind == .misuse)
      #expect(try failure { try row.fetched() }.kind == .misuse)
      #expect(try nextNumber(&one) == 2)
    }
  }

  @Test("Rows that end with their closure", arguments: Database.allCases)
  func rowsOfClosure(_ database: Database) throws {
    let test = try database.opened()
    var kept = try test.db.rows("SELECT 1")
    try test.db.transaction { tx in
      kept = try tx.rows(Self.query)
      _ = try next(&kept).count
    }
    #expect(kept.columnNames == Self.names)
    #expect(try failure { try kept.columns() }.kind == .misuse)
    #expect(try isOver(&kept))
  }

  @Test("A row that is no longer the current one", arguments: Database.allCases, Ending.allCases)
  func row(_ database: Database, _ ending: Ending) throws {
    let test = try database.opened()
    var rows = try test.db.rows(Self.query)
    let row = try next(&rows)
    #expect(try row.fetched()[0] == 1)
    switch ending {
    case .next: _ = try next(&rows).count
    case .end: try drain(&rows)
    case .close:
      try drain(&rows)
      try test.db.close()
    }
    try expectMisuse(of: row)
    #expect(row.columnNames == Self.names)
  }

  enum Ending: CaseIterable { case next, end, close }

  struct Pair: Decodable { var first_name: Int }

  private func expectMisuse(of row: borrowing Row) throws {
    #expect(databaseError { _ = try row.fetched() }?.kind == .misuse)
    #expect(databaseError { _ = try row.get(0, as: Int.self) }?.kind == .misuse)
    #expect(databaseError { _ = try row.get(unchecked: 0, as: Int.self) }?.kind == .misuse)
    #expect(databaseError { _ = try row.get("second_name", as: String.self) }?.kind == .misuse)
    #expect(databaseError { _ = try row[0] as Value }?.kind == .misuse)
    #expect(databaseError { _ = try row["first_name"] as Value }?.kind == .misuse)
    #expect(databaseError { _ = try row.isNull(0) }?.kind == .misuse)
    #expect(databaseError { _ = try row.tuple((Int, String).self) }?.kind == .misuse)
    #expect(databaseError { _ = try row.decode(Pair.self) }?.kind == .misuse)
    #expect(databaseError { _ = try row.withUTF8(1) { $0.count } }?.kind == .misuse)
    #expect(databaseError { _ = try row.withBytes(1) { $0.count } }?.kind == .misuse)
    #expect(databaseError { try row.withValue(0) { _ in } }?.kind == .misuse)
  }

  // MARK: Executions

  @Test("A statement that was lent", arguments: Database.allCases)
  func execution(_ database: Database) throws {
    let test = try database.opened()
    var kept: StatementExecution?
    try test.db.withExecution(of: Self.query, Parameters.none, timeout: nil) {
      kept = $0
      if try !$0.step() { Issue.record("there is no row") }
      #expect($0.columnNames == Self.names)
    }
    let execution = try #require(kept)
    try expectMisuse(of: execution)
    #expect(execution.columnNames == Self.names)
    // Whoever is lent the same statement later does not bring it back.
    try test.db.withExecution(of: Self.query, Parameters.none, timeout: nil) {
      #expect(try $0.step())
      try expectMisuse(of: execution)
      #expect(try $0.row().get(0, as: Int.self) == 1)
      #expect(try $0.step())
      #expect(try $0.row().get(0, as: Int.self) == 2)
    }
    try test.db.close()
    try expectMisuse(of: execution)
    #expect(execution.columnNames == Self.names)
  }

  private func expectMisuse(of execution: StatementExecution) throws {
    #expect(databaseError { _ = try execution.step() }?.kind == .misuse)
    #expect(databaseError { _ = try execution.columns() }?.kind == .misuse)
    #expect(databaseError { _ = try execution.run() }?.kind == .misuse)
    #expect(databaseError { try execution.forEachRow { _ in } }?.kind == .misuse)
    #expect(databaseError { _ = try execution.row().fetched() }?.kind == .misuse)
    #expect(databaseError { _ = try execution.row().get(0, as: Int.self) }?.kind == .misuse)
    #expect(databaseError { _ = try execution.row().get("first_name", as: Int.self) }?.kind == .misuse)
    #expect(execution.outcome() == StatementOutcome(changed: nil, lastID: nil))
    #expect(execution.warnings().isEmpty)
  }

  @Test("A row of a statement that was lent", arguments: Database.allCases)
  func rowOfExecution(_ database: Database) throws {
    let test = try database.opened()
    try test.db.withExecution(of: Self.query, Parameters.none, timeout: nil) { execution in
      // Before the first step and after the last there is none.
      #expect(databaseError { _ = try execution.row()[0] as Value }?.kind == .misuse)
      #expect(try execution.step())
      let row = execution.row()
      #expect(try row.get(0, as: Int.self) == 1)
      #expect(try execution.step())
      #expect(databaseError { _ = try row.get(0, as: Int.self) }?.kind == .misuse)
      let second = execution.row()
      #expect(try execution.step() == false)
      try expectMisuse(of: second)
      #expect(databaseError { _ = try execution.row()[0] as Value }?.kind == .misuse)
    }
  }

  @Test("A statement that came to its end does not run again by itself", arguments: Database.allCases)
  func end(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE t (id INTEGER)")
    try test.db.withExecution(of: "INSERT INTO t VALUES (1)", Parameters.none, timeout: nil) { execution in
      for _ in 0..<3 { #expect(try execution.step() == false) }
      _ = try execution.run()
      try execution.forEachRow { _ in }
    }
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 1)
  }

  // MARK: Writers and coders

  @Test("What a value was written with", arguments: Database.allCases)
  func writer(_ database: Database) throws {
    let test = try database.opened(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, content LONGBLOB); INSERT INTO t VALUES (1, 'old')")
    var kept: ValueWriter?
    try test.db.writeValue(at: ValuePlace("content", in: "t", key: ["id": 1])) { writer in
      try writer.write(Array("new".utf8))
      kept = writer
    }
    let writer = try #require(kept)
    #expect(try failure { try writer.write(Array("late".utf8)) }.kind == .misuse)
    #expect(writer.count == 3)
    #expect(try test.db.first([UInt8].self, "SELECT content FROM t") == Array("new".utf8))
    try test.db.close()
    #expect(try failure { try writer.write(Array("late".utf8)) }.kind == .misuse)
  }

  /// A type that keeps what it was decoded from.
  struct Keeper: Decodable {
    enum Key: String, CodingKey { case first_name, second_name }
    var decoder: any Decoder
    var container: KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      container = try decoder.container(keyedBy: Key.self)
    }

    func expectMisuse() {
      #expect(databaseError { _ = try container.decode(String.self, forKey: .second_name) }?.kind == .misuse)
      #expect(databaseError { _ = try container.decodeIfPresent(Int.self, forKey: .first_name) }?.kind == .misuse)
      let again = try? decoder.container(keyedBy: Key.self)
      #expect(databaseError { _ = try again?.decode(Int.self, forKey: .first_name) }?.kind == .misuse)
    }
  }

  @Test("The decoder of a row", arguments: Database.allCases)
  func decoder(_ database: Database) throws {
    let test = try database.opened()
    let all = try test.db.query(Keeper.self, Self.query)
    let first = try test.db.first(Keeper.self, Self.query)
    var lent: [Keeper] = []
    try test.db.forEach(Self.query) { lent.append(try $0.decode(Keeper.self)) }
    try test.db.close()
    for keeper in all + [try #require(first)] + lent { keeper.expectMisuse() }
  }

  /// A type that keeps what it was encoded to, and fails.
  final class Sender: Encodable {
    enum Key: String, CodingKey { case id }
    var container: KeyedEncodingContainer<Key>?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      self.container = container
      try container.encode(1, forKey: .id)
      throw CancellationError()
    }
  }

  @Test("The encoder of a batch", arguments: Database.allCases)
  func encoder(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE t (id INTEGER)")
    let sender = Sender()
    let insert = try test.db.prepare("INSERT INTO t VALUES (:id)")
    #expect(throws: CancellationError.self) { try insert.executeMany([sender]) }
    try test.db.close()
    // It goes nowhere.
    try sender.container?.encode(String(repeating: "late ", count: 100), forKey: .id)
  }
}
