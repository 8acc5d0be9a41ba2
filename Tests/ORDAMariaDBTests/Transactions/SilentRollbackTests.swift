import ORDA
import Testing

@Suite("A transaction that the server rolled back, and answers as if nothing were", .timeLimit(.minutes(2)))
struct SilentRollbackTests {
  private struct Own: Error {}

  /// How the server is given a SELECT, and how its rows come.
  enum Way: CaseIterable, Sendable {
    case prepared, direct, stored, text

    var options: String { self == .stored ? "&fetch=store" : "" }
    func server(failure: [UInt8]? = nil) throws -> OvertakenServer {
      try OvertakenServer(isDirect: self == .direct, isText: self == .text, failure: failure)
    }
  }

  /// How a program reads.
  enum Reading: CaseIterable, Sendable {
    case all, first, some, rows, prepared

    func run(_ tx: Transaction) throws {
      switch self {
      case .all: #expect(try tx.query("SELECT n FROM lost").count == 2)
      case .first: #expect(try tx.first(Int.self, "SELECT n FROM lost") == 1)
      case .some: do { try tx.forEach("SELECT n FROM lost") { _ in throw Own() } } catch is Own {}
      case .rows:
        var rows = try tx.rows("SELECT n FROM lost")
        let isRow = try rows.next() != nil
        #expect(isRow)
      case .prepared: #expect(try tx.prepare("SELECT n FROM lost").query().count == 2)
      }
    }
  }

  /// Runs something in a transaction that is gone afterwards, and then a statement, which must not reach the server.
  private func check(
    _ server: OvertakenServer, _ options: String = "", work: [String],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (Transaction) throws -> Void
  ) throws {
    let db = try server.open(options)
    // A text is prepared and executed at once only behind another one.
    #expect(try db.first(Int.self, "SELECT 1") == 1)
    server.forget()
    let outer = try failure(sourceLocation: sourceLocation) {
      try db.transaction { tx in
        try tx.execute("UPDATE t SET n = 1")
        try body(tx)
        let next = try failure(sourceLocation: sourceLocation) { try tx.execute("INSERT INTO t VALUES (1)") }
        #expect(next.kind == .transactionEnded(.rolledBack), sourceLocation: sourceLocation)
        #expect(next.isRetryable, sourceLocation: sourceLocation)
      }
    }
    #expect(outer.kind == .transactionEnded(.rolledBack), sourceLocation: sourceLocation)
    #expect(outer.isRetryable, sourceLocation: sourceLocation)
    let before = ["START TRANSACTION", "UPDATE t SET n = 1"]
    #expect(server.work == before + work, sourceLocation: sourceLocation)
    server.forget()
    try db.transaction { try $0.execute("UPDATE t SET n = 1") }
    #expect(server.work == before + ["COMMIT"], sourceLocation: sourceLocation)
    #expect(server.server.connections == 1, sourceLocation: sourceLocation)
    try db.close(within: .zero)
  }

  @Test("with the end of a SELECT's rows", arguments: Way.allCases, Reading.allCases)
  func select(by way: Way, _ reading: Reading) throws {
    try check(try way.server(), way.options, work: ["SELECT n FROM lost"], reading.run)
  }

  @Test("with an error in place of the end of rows that nobody reads", arguments: [Way.prepared, .direct])
  func unread(by way: Way) throws {
    let error = Packet.error(1213, state: "40001", "Deadlock found")
    try check(try way.server(failure: error), work: ["SELECT n FROM lost"], Reading.first.run)
  }

  @Test("with the end of rows that were fetched because another statement was to run: it does not")
  func beside() throws {
    let others: [(Transaction) throws -> Void] = [
      { try $0.execute("INSERT INTO t VALUES (2)") }, { _ = try $0.first(Int.self, "SELECT n FROM t") },
      { try $0.transaction { _ in } }, { _ = try $0.prepare("DELETE FROM t") },
    ]
    for other in others {
      try check(try OvertakenServer(), work: ["SELECT n FROM lost"]) { tx in
        var rows = try tx.rows("SELECT n FROM lost")
        let isRow = try rows.next() != nil
        #expect(isRow)
        let error = try failure { try other(tx) }
        #expect(error.kind == .transactionEnded(.rolledBack))
        #expect(error.isRetryable)
        // What was fetched is there all the same.
        let isSecond = try rows.next() != nil
        let isThird = try rows.next() != nil
        #expect(isSecond && !isThird)
      }
    }
  }

  @Test("with the answer to what gives no rows, whatever that was")
  func noRows() throws {
    for text in ["UPDATE lost SET n = 1", "DELETE FROM lost", "REPLACE INTO lost VALUES (1)"] {
      try check(try OvertakenServer(), work: [text]) { tx in try tx.execute(SQL(text: text)) }
    }
    for (word, work) in [("SAVEPOINT orda_1", 1), ("RELEASE", 2)] {
      let all = ["SAVEPOINT orda_1", "RELEASE SAVEPOINT orda_1"]
      try check(try OvertakenServer(losing: word), work: Array(all.prefix(work))) { tx in
        try? tx.transaction { _ in }
      }
    }
  }

  @Test("while it prepared a SELECT, with the next answer")
  func preparing() throws {
    try check(try OvertakenServer(losesAtPrepare: true), work: []) { tx in _ = try tx.prepare("SELECT n FROM lost") }
    // It is on its way before anything is known, and the next one is not.
    for isDirect in [true, false] {
      try check(
        try OvertakenServer(isDirect: isDirect, losesAtPrepare: true), work: ["outside: SELECT n FROM lost"]
      ) { tx in
        let number = try tx.first(Int.self, "SELECT n FROM lost")
        #expect(number == 1)
      }
    }
  }

  @Test("A procedure may have committed it, or rolled it back")
  func procedure() throws {
    let server = try OvertakenServer()
    let db = try server.open()
    server.forget()
    let error = try failure { try db.transaction { try $0.execute("CALL lost()") } }
    #expect(error.kind == .transactionEnded(.unknown))
    #expect(!error.isRetryable)
    #expect(server.work == ["START TRANSACTION", "CALL lost()"])
  }

  @Test("under an element of a batch, or under an array: the next ones are not run")
  func batches() throws {
    for (isDirect, work) in [(false, "INSERT INTO lost VALUES (?)"), (true, "an array")] {
      let server = try OvertakenServer(isDirect: isDirect)
      let db = try server.open()
      let insert = try db.prepare("INSERT INTO lost VALUES (?)")
      server.forget()
      let error = try failure { try insert.executeMany((1...2500).map { [$0] }) }
      #expect(error.kind == .transactionEnded(.rolledBack))
      #expect(error.isRetryable)
      #expect(server.work == ["START TRANSACTION", work])
    }
  }

  @Test("under a statement of a script: the rest is not run")
  func script() throws {
    let server = try OvertakenServer()
    let db = try server.open()
    server.forget()
    let error = try failure {
      try db.executeScript("BEGIN; SELECT n FROM lost; INSERT INTO t VALUES (1); COMMIT")
    }
    #expect(error.kind == .transactionEnded(.rolledBack))
    #expect(server.work == ["outside: BEGIN", "SELECT n FROM lost", "outside: ROLLBACK"])
  }
}
