import Foundation
import ORDA
import Testing

@Suite("What MariaDB refuses")
struct MariaDBErrorTests {
  /// A statement, and what its error tells.
  struct Case: Sendable, CustomTestStringConvertible {
    var sql: String
    var kind: DatabaseError.Kind
    var code: Int
    var sqlState: String
    var table: String?
    var column: String?
    var constraint: String?
    var testDescription: String { sql }
  }

  static let tables: SQL = """
    CREATE TABLE genre (
      id INT PRIMARY KEY, name VARCHAR(10) NOT NULL, x INT CHECK (x < 9), code INT NOT NULL DEFAULT 0, small TINYINT,
      CONSTRAINT genre_name UNIQUE (name), CONSTRAINT odd CHECK (code <> 5));
    CREATE TABLE track (id INT PRIMARY KEY, g INT NOT NULL, h INT,
      CONSTRAINT track_genre FOREIGN KEY (g) REFERENCES genre (id));
    CREATE TRIGGER no BEFORE DELETE ON track FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'tracks stay';
    INSERT INTO genre (id, name) VALUES (1, 'Jazz');
    INSERT INTO track VALUES (1, 1, NULL);
    """

  static let cases = [
    Case(
      sql: "INSERT INTO genre (id, name) VALUES (2, 'Jazz')", kind: .constraint(.unique), code: 1062, sqlState: "23000",
      constraint: "genre_name"),
    Case(
      sql: "INSERT INTO genre (id, name) VALUES (1, 'Folk')", kind: .constraint(.primaryKey), code: 1062,
      sqlState: "23000", constraint: "PRIMARY"),
    Case(
      sql: "INSERT INTO track VALUES (2, 77, NULL)", kind: .constraint(.foreignKey), code: 1452, sqlState: "23000",
      table: "track", column: "g", constraint: "track_genre"),
    Case(
      sql: "DELETE FROM genre WHERE id = 1", kind: .constraint(.foreignKey), code: 1451, sqlState: "23000",
      table: "track", column: "g", constraint: "track_genre"),
    Case(
      sql: "INSERT INTO genre (id, name) VALUES (2, NULL)", kind: .constraint(.notNull), code: 1048, sqlState: "23000",
      column: "name"),
    Case(
      sql: "INSERT INTO genre (id) VALUES (2)", kind: .constraint(.notNull), code: 1364, sqlState: "HY000",
      column: "name"),
    Case(
      sql: "INSERT INTO genre (id, name, code) VALUES (2, 'b', 5)", kind: .constraint(.check), code: 4025,
      sqlState: "23000", table: "genre", constraint: "odd"),
    Case(
      sql: "INSERT INTO genre (id, name, x) VALUES (2, 'b', 10)", kind: .constraint(.check), code: 4025,
      sqlState: "23000", table: "genre", column: "x", constraint: "genre.x"),
    Case(
      sql: "DELETE FROM track", kind: .constraint(.trigger), code: 1644, sqlState: "45000"),
    Case(
      sql: "INSERT INTO genre (id, name) VALUES (2, 'longer than ten')", kind: .dataTooLong, code: 1406,
      sqlState: "22001", column: "name"),
    Case(
      sql: "INSERT INTO genre (id, name, small) VALUES (2, 'b', 1000)", kind: .outOfRange, code: 1264,
      sqlState: "22003", column: "small"),
    Case(
      sql: "INSERT INTO genre (id, name, small) VALUES (2, 'b', 'abc')", kind: .outOfRange, code: 1366,
      sqlState: "22007", table: "genre", column: "small"),
    Case(sql: "SELEC 1", kind: .syntax, code: 1064, sqlState: "42000"),
    Case(sql: "SELECT * FROM nothing", kind: .noSuchTable, code: 1146, sqlState: "42S02", table: "nothing"),
    Case(sql: "DROP TABLE nothing", kind: .noSuchTable, code: 1051, sqlState: "42S02", table: "nothing"),
    Case(
      sql: "SELECT g.nothing FROM genre AS g", kind: .noSuchColumn, code: 1054, sqlState: "42S22", column: "nothing"),
    Case(
      sql: "CREATE TABLE genre (id INT)", kind: .alreadyExists, code: 1050, sqlState: "42S01", table: "genre"),
    Case(sql: "SELECT nothing(1)", kind: .syntax, code: 1305, sqlState: "42000"),
    Case(sql: "INSERT INTO genre VALUES (1)", kind: .syntax, code: 1136, sqlState: "21S01"),
  ]

  @Test("A statement and its error", arguments: cases)
  func refusal(_ expected: Case) throws {
    let test = try TestDatabase("", Self.tables)
    let error = try failure { try test.db.execute(SQL(text: expected.sql)) }
    #expect(error.kind == expected.kind)
    #expect(error.vendorCode == expected.code)
    #expect(error.sqlState == expected.sqlState)
    #expect(error.table == expected.table)
    #expect(error.column == expected.column)
    #expect(error.constraint == expected.constraint)
    #expect(error.sql == expected.sql)
    #expect(!error.isRetryable)
    #expect(!error.isTransient)
    // The connection is as good as before.
    #expect(try test.db.first(Int.self, "SELECT 1") == 1)
    #expect(test.db.statistics.connections == 1)
  }

  @Test func `A value with quotes does not mislead the reader of the message`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (v VARCHAR(100), UNIQUE KEY k (v))")
    let value = "it's for key 'PRIMARY'"
    try test.db.execute("INSERT INTO t VALUES (?)", value)
    let error = try failure { try test.db.execute("INSERT INTO t VALUES (?)", value) }
    #expect(error.kind == .constraint(.unique))
    #expect(error.constraint == "k")
  }

  @Test func `A message holds no value that was bound, whatever is in it`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (v VARCHAR(100), n INT, d DATETIME, UNIQUE KEY k (v))")
    let value = "secret' for key 'PRIMARY' for column 'x"
    try test.db.execute("INSERT INTO t (v) VALUES (?)", value)
    let statements: [(code: Int, sql: SQL)] = [
      (1062, "INSERT INTO t (v) VALUES (?)"), (1366, "INSERT INTO t (n) VALUES (?)"),
      (1292, "INSERT INTO t (d) VALUES (?)"), (1292, "UPDATE t SET n = CAST(? AS INTEGER)"),
    ]
    for statement in statements {
      let error = try failure { try test.db.execute(statement.sql, value) }
      #expect(error.vendorCode == statement.code)
      #expect(!"\(error)".contains("secret") && !"\(error)".contains("PRIMARY"), "\(error)")
    }
    let number = try failure { try test.db.query("SELECT CAST(? AS UNSIGNED) - 9271828", 314_159) }
    #expect(number.vendorCode == 1690)
    #expect(!"\(number)".contains("314159"), "\(number)")
  }

  @Test func `The wrong password, user and database`() throws {
    let url = try TestServer.url.get()
    let server = try TestServer.open("")
    try server.execute("CREATE USER IF NOT EXISTS orda_locked@'127.0.0.1' IDENTIFIED BY 'right'")
    let address = url.split(separator: "@").last.map(String.init) ?? ""
    let wrong = try failure { try TestServer.registry.open("mariadb://orda_locked:wrong@\(address)") }
    #expect(wrong.kind == .authentication)
    #expect(wrong.vendorCode == 1045)
    #expect(!wrong.description.contains("wrong@"))
    let right = try TestServer.registry.open("mariadb://orda_locked:right@\(address)")
    let denied = try failure { try right.execute("SELECT * FROM mysql.user") }
    #expect(denied.kind == .permission)
    #expect(denied.table == "user")
    try right.close(within: .zero)
    let missing = try failure { try TestServer.open("/no_such_database") }
    #expect(missing.kind == .noSuchDatabase)
    #expect(missing.vendorCode == 1049)
  }

  @Test func `Nobody listens, and no such host`() throws {
    let refused = try failure { try TestServer.registry.open("mariadb://root@127.0.0.1:1/x") }
    #expect(refused.kind == .cannotOpen(.unreachable))
    #expect(refused.message.hasPrefix("127.0.0.1:1: "))
    let unknown = try failure { try TestServer.registry.open("mariadb://root@no-such-host.invalid/x?tls=disable") }
    #expect(unknown.kind == .cannotOpen(.unreachable))
    let socket = try failure { try TestServer.registry.open("mariadb://root@%2Fnowhere%2Fs.sock/x") }
    #expect(socket.kind == .cannotOpen(.unreachable))
  }

  @Test func `A deadlock ends the transaction, and a lock that is waited for too long does not`() throws {
    let test = try TestDatabase(
      "session.innodb_lock_wait_timeout=1",
      "CREATE TABLE t (id INT PRIMARY KEY, n INT); INSERT INTO t VALUES (1, 0), (2, 0)")
    let other = try test.another()
    // The other holds row 2 until it is let go.
    let isLocked = Event()
    let isDone = Event()
    let thread = Threads.start(1) { _ in
      try? other.transaction { tx in
        try tx.execute("UPDATE t SET n = 9 WHERE id = 2")
        isLocked.signal()
        isDone.wait()
      }
    }
    isLocked.wait()
    try test.db.transaction { tx in
      try tx.execute("UPDATE t SET n = 1 WHERE id = 1")
      let error = try failure { try tx.execute("UPDATE t SET n = 1 WHERE id = 2") }
      #expect(error.kind == .busy)
      #expect(error.vendorCode == 1205)
      #expect(error.isRetryable)
      // The transaction still stands, and keeps what it did.
      #expect(try tx.first(Int.self, "SELECT n FROM t WHERE id = 1") == 1)
    }
    isDone.signal()
    thread.wait()
    #expect(try test.db.first(Int.self, "SELECT n FROM t WHERE id = 1") == 1)
  }

  @Test func `The victim of a deadlock is told that its transaction is gone`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY, n INT); INSERT INTO t VALUES (1, 0), (2, 0)")
    let other = try test.another()
    let isLocked = Event()
    let mayGoOn = Event()
    // The other has changed more rows, so that this one is chosen.
    try test.db.execute("INSERT INTO t SELECT seq, 0 FROM seq_10_to_300")
    let thread = Threads.start(1) { _ in
      try? other.transaction { tx in
        try tx.execute("UPDATE t SET n = 5 WHERE id > 1")
        isLocked.signal()
        mayGoOn.wait()
        try tx.execute("UPDATE t SET n = 5 WHERE id = 1")
      }
    }
    isLocked.wait()
    var inner: DatabaseError?
    let outer = try failure {
      try test.db.transaction { tx in
        try tx.execute("UPDATE t SET n = 1 WHERE id = 1")
        mayGoOn.signal()
        inner = try failure { try tx.execute("UPDATE t SET n = 1 WHERE id = 2") }
        // Whoever goes on in spite of it does nothing.
        try tx.execute("UPDATE t SET n = 77 WHERE id = 1")
      }
    }
    thread.wait()
    #expect(inner?.kind == .deadlock)
    #expect(inner?.vendorCode == 1213)
    #expect(inner?.isRetryable == true)
    #expect(outer.kind == .transactionEnded(.rolledBack))
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t WHERE n = 77") == 0)
    #expect(try test.db.first(Int.self, "SELECT n FROM t WHERE id = 1") == 5)
  }

  @Test func `A connection that the server ended while it was lent is replaced`() throws {
    let test = try TestDatabase("pool.max=1")
    let id = try #require(try test.db.first(Int.self, "SELECT connection_id()"))
    let server = try TestServer.open("")
    let error = try failure {
      try test.db.withConnection { db in
        try server.execute(SQL(text: "KILL \(id)"))
        _ = try db.query("SELECT 1")
      }
    }
    #expect(error.kind == .connectionLost)
    #expect(error.isTransient)
    #expect(try test.db.first(Int.self, "SELECT 1") == 1)
    #expect(try test.db.first(Int.self, "SELECT connection_id()") != id)
  }
}
