import Logging
import ORDA
import Synchronization
import TestSupport
import Testing

/// Each governor here has one connection, which is the same for one closure after the other.
@Suite("A session after its user") struct SessionTests {
  let test: TestDatabase
  var db: any Governor { test.db }

  init() throws {
    test = try TestDatabase(
      "pool.max=1", "CREATE TABLE t (id INT PRIMARY KEY, n INT); INSERT INTO t VALUES (1, 10), (2, 20)")
  }

  private func first(_ sql: SQL) throws -> Value { try db.withConnection { try $0.query(sql)[0][0] } }

  @Test(
    "is as it was before",
    arguments: [
      ("SET @x = 1", "SELECT @x"),
      ("SELECT @x := 1", "SELECT @x"),
      ("SELECT n INTO @x FROM t WHERE id = 1", "SELECT @x"),
      ("SET SESSION sort_buffer_size = 100000", "SELECT @@sort_buffer_size"),
      ("SET sql_mode = ''", "SELECT @@sql_mode"),
      ("SET NAMES latin1", "SELECT @@character_set_client"),
      ("SET time_zone = '-03:00'", "SELECT @@time_zone"),
      ("SET tx_isolation = 'SERIALIZABLE'", "SELECT @@tx_isolation"),
      ("SET STATEMENT max_statement_time = 5 FOR SET @x = 1", "SELECT @x"),
      ("DO GET_LOCK('orda_session_done', 0)", "SELECT IS_USED_LOCK('orda_session_done')"),
      ("SELECT GET_LOCK('orda_session_selected', 0)", "SELECT IS_USED_LOCK('orda_session_selected')"),
      ("SET session_track_state_change = OFF", "SELECT @@session_track_state_change"),
      (
        "CREATE TEMPORARY TABLE u AS SELECT 1 AS a",
        "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'u'"
      ),
      (
        "CREATE TEMPORARY TABLE u (a INT)",
        "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'u'"
      ),
    ] as [(SQL, SQL)])
  func restored(_ change: SQL, _ question: SQL) throws {
    let before = try first(question)
    let within = try db.withConnection { connection in
      try connection.execute(change)
      return try connection.query(question)[0][0]
    }
    #expect(try first(question) == before)
    if !change.description.contains("TEMPORARY") { #expect(within != before) }
    #expect(db.statistics.connections == 1)
  }

  @Test(
    "is as before after a statement alone, and a warning names the call to use",
    arguments: [
      ("SET @x = 1", "SELECT @x"),
      ("SELECT @x := 1", "SELECT @x"),
      ("SET SESSION sort_buffer_size = 100000", "SELECT @@sort_buffer_size"),
      ("DO GET_LOCK('orda_session_lone', 0)", "SELECT IS_USED_LOCK('orda_session_lone')"),
    ] as [(SQL, SQL)])
  func alone(_ change: SQL, _ question: SQL) throws {
    let log = RecordedLog()
    let db = try test.another("pool.max=2", configuration: GovernorConfiguration(logger: log.logger(.warning)))
    let before = try db.withConnection { try $0.query(question)[0][0] }
    try db.execute(change)
    #expect(
      log.take().map(\.line) == [
        "what a statement changed in the session of one connection was undone; run it in onConnect { }, or in "
          + "withConnection { } with what depends on it sql: \(change)"
      ])
    #expect(try db.withConnection { try $0.query(question)[0][0] } == before)
    #expect(db.statistics.connections == 1)
    #expect(log.take().map(\.message) == [])
  }

  @Test(
    "whatever a script did to it",
    arguments: [
      ("USE information_schema", "EXECUTE IMMEDIATE 'SELECT DATABASE()'"),
      ("SET autocommit = 0; INSERT INTO t VALUES (3, 30); COMMIT", "SELECT @@autocommit"),
      ("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE", "SELECT @@tx_isolation"),
    ] as [(SQL, SQL)])
  func scripts(_ script: SQL, _ question: SQL) throws {
    let before = try first(question)
    try db.executeScript(script)
    #expect(try first(question) == before)
    #expect(db.statistics.connections == 1)
  }

  @Test("A routine's variables and temporary tables go, too")
  func routines() throws {
    try db.execute("CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW SET @from_trigger = 1")
    try db.execute("CREATE FUNCTION f() RETURNS INT BEGIN SET @from_function = 1; RETURN 7; END")
    try db.execute("CREATE PROCEDURE p() BEGIN CREATE TEMPORARY TABLE made (a INT); SELECT 1; END")
    try db.execute("CREATE PROCEDURE q() BEGIN SET @from_failed = 1; SIGNAL SQLSTATE '45000'; END")
    try db.withConnection { try $0.execute("INSERT INTO t VALUES (4, 40)") }
    #expect(try db.withConnection { try $0.first(Int.self, "SELECT f()") } == 7)
    try db.withConnection { try $0.execute("CALL p()") }
    try db.withConnection { connection in
      #expect(try failure { try connection.execute("CALL q()") }.kind == .constraint(.trigger))
      let failed = try connection.first(Int.self, "SELECT @from_failed")
      #expect(failed == 1)
    }
    let variables = try db.withConnection {
      try $0.query("SELECT @from_trigger, @from_function, @from_failed")[0].values
    }
    #expect(variables == [nil, nil, nil])
    #expect(try failure { try db.withConnection { try $0.execute("SELECT * FROM made") } }.kind == .noSuchTable)
  }

  @Test(
    "What a trigger sets while an INSERT in a transaction returns rows is undone, and nothing else is",
    arguments: ["auto", "store"])
  func returning(fetch: String) throws {
    let db = try test.another("pool.max=1&fetch=\(fetch)")
    func first(_ sql: SQL) throws -> Value { try db.withConnection { try $0.query(sql)[0][0] } }
    try db.execute("CREATE TABLE u (id INT PRIMARY KEY)")
    try db.execute("CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW SET @from_trigger = 1")
    let runs = Mutex(0)
    try db.onConnect { _ in runs.withLock { $0 += 1 } }
    struct Undo: Error {}
    func insert(_ sql: SQL, isCommitted: Bool) throws {
      do {
        try db.transaction { tx in
          #expect(try tx.first(Int.self, sql) == 5)
          if !isCommitted { throw Undo() }
        }
      } catch is Undo {}
    }
    // What the end of rows does not tell comes with the answer to COMMIT, and not with that to ROLLBACK.
    for (isCommitted, count) in [(false, 2), (true, 3)] {
      try insert("INSERT INTO t VALUES (5, 1) RETURNING id", isCommitted: isCommitted)
      #expect(try first("SELECT @from_trigger") == nil)
      #expect(runs.withLock { $0 } == count)
    }
    for isCommitted in [false, true] {
      try insert("INSERT INTO u VALUES (5) RETURNING id", isCommitted: isCommitted)
      #expect(try first("SELECT @from_trigger") == nil)
      #expect(runs.withLock { $0 } == 3)
    }
  }

  @Test("Outside a transaction, too, where the server keeps no log")
  func withoutLog() throws {
    let server = try ThrowawayServer("--skip-log-bin")
    let db = try server.open("root", "?tls=disable&pool.max=1")
    try db.executeScript(
      """
      CREATE DATABASE d; CREATE TABLE d.t (id INT PRIMARY KEY); CREATE TABLE d.u (id INT PRIMARY KEY);
      CREATE TRIGGER d.tr BEFORE INSERT ON d.t FOR EACH ROW SET @from_trigger = 1
      """)
    let runs = Mutex(0)
    try db.onConnect { _ in runs.withLock { $0 += 1 } }
    for (table, count) in [("u", 1), ("t", 2)] {
      let id = try db.withConnection { connection in
        try connection.first(Int.self, SQL(text: "INSERT INTO d.\(table) VALUES (5) RETURNING id"))
      }
      #expect(id == 5)
      #expect(try db.withConnection { try $0.first(Int?.self, "SELECT @from_trigger") } == .some(nil))
      #expect(runs.withLock { $0 } == count)
    }
  }

  @Test("What a routine leaves of which the server does not tell goes, too")
  func untold() throws {
    try db.executeScript(
      """
      CREATE FUNCTION takes_lock() RETURNS INT RETURN GET_LOCK('orda_untold', 0);
      CREATE PROCEDURE locks() BEGIN DO GET_LOCK('orda_untold', 0); END;
      CREATE PROCEDURE makes() BEGIN CREATE TEMPORARY TABLE made AS SELECT 1 AS a; END
      """)
    let runs = Mutex(0)
    try db.onConnect { _ in runs.withLock { $0 += 1 } }
    for change: SQL in [
      "SELECT takes_lock()", "SELECT 1 FROM t WHERE takes_lock () = 1", "INSERT INTO t VALUES (7, takes_lock())",
      "REPLACE INTO t SET id = 7, n = `takes_lock`()", "CALL locks()", "BEGIN NOT ATOMIC DO takes_lock(); END",
      "WITH a AS (SELECT takes_lock() AS b) SELECT * FROM a",
    ] {
      try db.withConnection { connection in
        try connection.execute(change)
        let holder = try connection.first(Int?.self, "SELECT IS_USED_LOCK('orda_untold')")
        #expect(holder != .some(nil), "\(change)")
      }
      #expect(try first("SELECT IS_USED_LOCK('orda_untold')") == nil, "\(change)")
    }
    #expect(runs.withLock { $0 } == 8)
    try db.withConnection { try $0.execute("CALL makes()") }
    #expect(try failure { try db.withConnection { try $0.execute("SELECT * FROM made") } }.kind == .noSuchTable)
    // With several connections, of statements alone as well.
    let several = try test.another("pool.max=2")
    _ = try several.query("SELECT takes_lock()")
    #expect(try first("SELECT IS_USED_LOCK('orda_untold')") == nil)
  }

  @Test("The role is that of before, also by way of a procedure")
  func role() throws {
    let name = "r\(UInt32.random(in: 0 ... .max))"
    try db.execute(SQL(text: "CREATE ROLE \(name)"))
    defer { _ = try? db.execute(SQL(text: "DROP ROLE \(name)")) }
    try db.execute(SQL(text: "CREATE PROCEDURE takes_role() SET ROLE \(name)"))
    for change in ["SET ROLE \(name)", "CALL takes_role()"] {
      let within = try db.withConnection { connection in
        try connection.execute(SQL(text: change))
        return try connection.first(String?.self, "SELECT CURRENT_ROLE()")
      }
      #expect(within == name)
      #expect(try first("SELECT CURRENT_ROLE()") == nil)
    }
    #expect(db.statistics.connections == 1)
    // One that was taken on connecting stays.
    try db.onConnect { try $0.execute(SQL(text: "SET ROLE \(name)")) }
    try db.withConnection { try $0.execute("SET ROLE NONE") }
    #expect(try first("SELECT CURRENT_ROLE()") == .text(name))
  }

  @Test("The only connection's, which a program has changed, is told of where the server ended it")
  func ended() throws {
    let other = try test.another("pool.max=1")
    func end() throws {
      let number = try db.first(Int.self, "SELECT CONNECTION_ID()") ?? 0
      try other.execute(SQL(text: "KILL \(number)"))
      while try other.first(Int.self, "SELECT COUNT(*) FROM information_schema.processlist WHERE id = ?", number) != 0 {
      }
    }
    try end()
    #expect(try db.first(Int.self, "SELECT 1") == 1)
    for change: SQL in [
      "SET @x = 1", "CREATE TEMPORARY TABLE u (a INT)", "DO GET_LOCK('orda_ended', 0)", "SELECT @y := 1",
    ] {
      try db.execute(change)
      try end()
      let error = try failure { try db.first(Int.self, "SELECT 1") }
      #expect(error.kind == .connectionLost && error.message.contains("session"), "\(change)")
      #expect(try db.first(Int.self, "SELECT 1") == 1)
    }
    // Within a closure, the call that finds out says so, and so do all after it.
    try db.withConnection { connection in
      try connection.execute("SET @x = 1")
      let number = try connection.first(Int.self, "SELECT CONNECTION_ID()") ?? 0
      try other.execute(SQL(text: "KILL \(number)"))
      for _ in 1...3 { #expect(try failure { try connection.query("SELECT @x") }.kind == .connectionLost) }
    }
  }

  @Test("The isolation that a transaction tells is the one in force")
  func isolation() throws {
    try db.execute("CREATE PROCEDURE isolates() SET SESSION tx_isolation = 'READ-UNCOMMITTED'")
    try db.execute("CREATE FUNCTION committed() RETURNS INT BEGIN SET tx_isolation = 'READ-COMMITTED'; RETURN 1; END")
    for (change, isolation): (SQL, Isolation) in [
      ("SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE", .serializable),
      ("SET tx_isolation = 'READ-COMMITTED'", .readCommitted), ("CALL isolates()", .readUncommitted),
      ("SELECT committed()", .readCommitted),
      ("EXECUTE IMMEDIATE 'SET tx_isolation = \"SERIALIZABLE\"'", .serializable),
      // Of the next transaction alone, and not of one that asks for none.
      ("SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED", .repeatableRead),
    ] {
      try db.withConnection { connection in
        try connection.executeScript(change)
        for _ in 1...2 {
          try connection.transaction { tx in #expect(tx.isolation == isolation, "\(change)") }
        }
      }
      try db.transaction { tx in #expect(tx.isolation == .repeatableRead) }
    }
  }

  @Test("Texts are read as the session reads them")
  func modes() throws {
    let text: SQL = "SELECT 'a\\', ?"
    #expect(try failure { try db.query(text, "b") }.kind == .syntax)
    for _ in 1...2 {
      try db.withConnection { connection in
        try connection.execute("SET sql_mode = CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES')")
        #expect(try connection.query(text, "b")[0].values == ["a\\", "b"])
        #expect(try db.query(text, "b")[0].values == ["a\\", "b"])
        #expect(try connection.executeScript("SELECT 'a\\'; SELECT 1").count == 2)
        let inside = try connection.transaction { try $0.query(text, "c")[0].values }
        #expect(inside == ["a\\", "c"])
        try connection.execute("SET STATEMENT sql_mode = '' FOR DO 1")
        #expect(try connection.query(text, "b")[0].values == ["a\\", "b"])
      }
      #expect(try failure { try db.query(text, "b") }.kind == .syntax)
    }
    // One that every connection is in is the governor's.
    try db.onConnect { try $0.execute("SET sql_mode = CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES,ANSI_QUOTES')") }
    #expect(try db.query(text, "b")[0].values == ["a\\", "b"])
    #expect(try db.query("SELECT \"n\" FROM t WHERE id = ?", 1)[0].values == [10])
    #expect(!db.dialect.backslashEscapes && db.dialect.doubleQuotesIdentifiers)
  }

  @Test("Locked tables, open handlers and statements that a text prepared are let go")
  func handles() throws {
    try db.executeScript("LOCK TABLES t WRITE")
    let other = try test.another("pool.max=1&session.lock_wait_timeout=5")
    #expect(try other.execute("UPDATE t SET n = 11 WHERE id = 1").changed == 1)
    try db.withConnection { connection in
      try connection.execute("HANDLER t OPEN")
      #expect(try connection.query("HANDLER t READ FIRST").count == 1)
      try connection.execute("PREPARE kept FROM 'SELECT 5'")
      #expect(try connection.first(Int.self, "EXECUTE kept") == 5)
    }
    #expect(try failure { try db.withConnection { try $0.query("HANDLER t READ FIRST") } }.kind == .noSuchTable)
    #expect(try failure { try db.withConnection { try $0.execute("EXECUTE kept") } }.vendorCode == 1243)
  }

  @Test("A connection without a database that took one is replaced")
  func noDatabase() throws {
    let db = try TestServer.open("?pool.max=1")
    let number = try db.first(Int.self, "SELECT CONNECTION_ID()")
    #expect(try db.first(String?.self, "SELECT DATABASE()") == .some(nil))
    try db.executeScript("USE information_schema")
    #expect(try db.first(String?.self, "SELECT DATABASE()") == .some(nil))
    #expect(try db.first(Int.self, "SELECT CONNECTION_ID()") != number)
  }

  @Test("What is set on connecting is set again, in its order")
  func setUps() throws {
    let runs = Mutex(0)
    try db.onConnect { connection in
      try connection.execute("SET @who = 'set-up'")
      runs.withLock { $0 += 1 }
    }
    try db.onConnect { try $0.execute("SET @who = CONCAT(@who, ' twice')") }
    for _ in 1...3 {
      try db.withConnection { connection in
        #expect(try connection.first(String.self, "SELECT @who") == "set-up twice")
        try connection.execute("SET @who = 'a user'")
      }
    }
    #expect(try first("SELECT @who") == "set-up twice")
    #expect(runs.withLock { $0 } == 4)
    // Nobody changed anything since.
    #expect(try first("SELECT @who") == "set-up twice")
    #expect(runs.withLock { $0 } == 4)
  }

  @Test("Who changes nothing costs nothing: not one message more")
  func nothingToDo() throws {
    func questions() throws -> Int {
      let text = try db.withConnection { try $0.query("SHOW SESSION STATUS LIKE 'Questions'")[0]["Value"] }
      return Int(try text.get(as: String.self)) ?? -1
    }
    // What the question itself costs, once it is prepared.
    _ = try questions()
    let cost = try questions()
    let own = try questions() - cost
    let work: [(messages: Int, run: @Sendable (any Governor) throws -> Void)] = [
      (0, { try $0.withConnection { _ in } }),
      (1, { try $0.withConnection { _ = try $0.query("SELECT * FROM t WHERE n > ?", 1) } }),
      (1, { try $0.withConnection { _ = try $0.execute("UPDATE t SET n = n + 1 WHERE id = 1") } }),
      (1, { try $0.withConnection { _ = try $0.first(String.self, "SELECT 'ann@example.org'") } }),
      (1, { try $0.execute("INSERT INTO t VALUES (9, 9) ON DUPLICATE KEY UPDATE n = 9") }),
      (3, { try $0.transaction(readOnly: true) { _ = try $0.query("SELECT * FROM t") } }),
      (4, { try $0.transaction(isolation: .serializable) { _ = try $0.query("SELECT * FROM t") } }),
      (1, { db in _ = try? db.execute("INSERT INTO t VALUES (1, 1)") }),
    ]
    for (messages, run) in work {
      // Prepared now, so that what follows is its plain cost.
      try run(db)
      let before = try questions()
      try run(db)
      try run(db)
      #expect(try questions() - before == own + 2 * messages)
    }
    // A limit is a change to the server, which it takes back by itself.
    let before = try questions()
    for _ in 1...3 { _ = try db.query("SELECT * FROM t", timeout: .seconds(9)) }
    #expect(try questions() > before)
  }

  @Test("Prepared statements go on after it, in arrays too")
  func statements() throws {
    let insert = try db.prepare("INSERT INTO t VALUES (?, ?)")
    let select = try db.prepare("SELECT n FROM t WHERE id = ?")
    try insert.execute(5, 50)
    for number in 6...9 {
      try db.withConnection { try $0.execute("SET @x = 1") }
      try insert.executeMany([[number * 10, number], [number * 10 + 1, number]])
      #expect(try select.first(Int.self, number * 10) == number)
      #expect(try db.prepare("SELECT n FROM t WHERE id = ?").columns().map(\.name) == ["n"])
    }
    #expect(try db.first(Int.self, "SELECT COUNT(*) FROM t") == 11)
  }

  @Test("Through compression, too")
  func compressed() throws {
    let db = try test.another("pool.max=1&compression=true")
    try db.withConnection { try $0.execute("SET @x = 1") }
    #expect(try db.first(Int?.self, "SELECT @x") == .some(nil))
    #expect(try db.first(Int.self, "SELECT n FROM t WHERE id = ?", 2) == 20)
  }

  @Test("A server that ends the connection instead gets no further user")
  func lost() throws {
    let number = try db.withConnection { connection in
      try connection.execute("SET @x = 1")
      let number = try connection.first(Int.self, "SELECT CONNECTION_ID()") ?? 0
      let other = try test.another("pool.max=1")
      try other.execute(SQL(text: "KILL \(number)"))
      return number
    }
    #expect(try db.first(Int?.self, "SELECT @x") == .some(nil))
    #expect(try db.first(Int.self, "SELECT CONNECTION_ID()") != number)
  }
}
