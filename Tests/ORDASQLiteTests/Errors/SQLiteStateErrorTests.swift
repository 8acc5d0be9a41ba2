import CSQLite
import Foundation
import ORDA
import Testing

@testable import ORDASQLite

@Suite("What befalls a SQLite database")
struct SQLiteStateErrorTests {
  let folder: TemporaryFolder
  var path: String { folder.file("a.db") }

  init() throws { folder = try TemporaryFolder() }

  func connection(_ statements: String...) throws -> RawSQLite {
    let database = RawSQLite(path)
    for sql in statements { try database.query(sql) }
    return database
  }

  /// The error of the first row that fails.
  func stepError(_ statement: RawStatement) -> DatabaseError? {
    do throws(DatabaseError) {
      while try statement.step() != nil {}
      return nil
    } catch { return error }
  }

  @Test func `Another connection's lock is busy, and may be tried again`() throws {
    let first = try connection("CREATE TABLE t (a)", "BEGIN IMMEDIATE")
    let second = try connection()
    let error = try #require(second.error(of: "INSERT INTO t VALUES (1)"))
    #expect(error.kind == .busy)
    #expect(error.vendorCode == 5)
    #expect(error.message == "database is locked")
    #expect(error.isRetryable && error.isTransient)
    try first.query("COMMIT")
    #expect(second.error(of: "INSERT INTO t VALUES (1)") == nil)
  }

  @Test func `A snapshot that is out of date asks for the transaction anew`() throws {
    let first = try connection("PRAGMA journal_mode = WAL", "CREATE TABLE t (a)", "BEGIN", "SELECT * FROM t")
    let second = try connection("INSERT INTO t VALUES (1)")
    let error = try #require(first.error(of: "INSERT INTO t VALUES (2)"))
    #expect(error.kind == .serialization)
    #expect(error.vendorCode == 517)
    #expect(error.message.hasPrefix("database is locked: another connection has written"))
    #expect(error.isRetryable && error.isTransient)
    try first.query("ROLLBACK")
    #expect(first.error(of: "INSERT INTO t VALUES (2)") == nil)
    try second.query("SELECT 1")
  }

  @Test func `A lock held by one's own statement is not let go by trying again`() throws {
    let database = try connection("CREATE TABLE t (a)", "INSERT INTO t VALUES (1), (2)")
    let reading = try RawStatement(database, "SELECT * FROM t")
    #expect(try reading.step()?.int(0) == 1)
    let error = try #require(database.error(of: "DROP TABLE t"))
    #expect(error.kind == .busy)
    #expect(error.vendorCode == 6)
    #expect(!error.isRetryable)
  }

  @Test func `A lock in a shared cache names the table and may be tried again`() throws {
    let name = "file:shared-\(UUID().uuidString)?mode=memory&cache=shared"
    let first = RawSQLite(name)
    for sql in ["CREATE TABLE t (a)", "BEGIN", "INSERT INTO t VALUES (1)"] { try first.query(sql) }
    let second = RawSQLite(name)
    let error = try #require(second.error(of: "SELECT * FROM t"))
    #expect(error.kind == .busy)
    #expect(error.vendorCode == 262)
    #expect(error.table == "t")
    #expect(error.isRetryable)
    try first.query("ROLLBACK")
  }

  @Test func `A read-only connection can't write`() throws {
    _ = try connection("CREATE TABLE t (a)")
    let error = try #require(RawSQLite(path, flags: SQLITE_OPEN_READONLY).error(of: "INSERT INTO t VALUES (1)"))
    #expect(error.kind == .readOnly)
    #expect(error.vendorCode == 8)
    #expect(error.message == "attempt to write a readonly database")
    #expect(!error.isRetryable && !error.isTransient)
  }

  @Test func `A file that was moved away is told`() throws {
    let database = try connection("CREATE TABLE t (a)")
    try FileManager.default.moveItem(atPath: path, toPath: folder.file("b.db"))
    let error = try #require(database.error(of: "INSERT INTO t VALUES (1)"))
    #expect(error.kind == .readOnly)
    #expect(error.vendorCode == 1032)
    #expect(error.message.hasSuffix(": its file was moved or deleted while it was open"))
  }

  @Test func `A full database is full`() throws {
    let database = try connection("CREATE TABLE t (a)", "PRAGMA max_page_count = 4")
    let error = try #require(database.error(of: "INSERT INTO t VALUES (zeroblob(100000))"))
    #expect(error.kind == .full)
    #expect(error.vendorCode == 13)
    #expect(error.message == "database or disk is full")
  }

  @Test func `A damaged file is corrupt`() throws {
    _ = try connection("CREATE TABLE t (a)", "INSERT INTO t VALUES (zeroblob(100000))")
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 8192))
    try file.close()
    let error = try #require(RawSQLite(path).error(of: "SELECT length(a) FROM t"))
    #expect(error.kind == .corrupt)
    #expect((error.vendorCode ?? 0) & 0xFF == 11)
    #expect(error.message == "database disk image is malformed")
  }

  @Test func `A file of another sort is corrupt, and no SQLite database`() throws {
    try Data(repeating: 0x41, count: 5000).write(to: URL(fileURLWithPath: path))
    let error = try #require(RawSQLite(path).error(of: "SELECT * FROM t"))
    #expect(error.kind == .corrupt)
    #expect(error.vendorCode == 26)
    #expect(error.message == "file is not a database")
  }

  @Test func `An attached file that can't be opened`() throws {
    let error = try #require(RawSQLite().error(of: "ATTACH '\(folder.file("no/such.db"))' AS other"))
    #expect(error.kind == .cannotOpen)
    #expect(error.message.hasPrefix("unable to open database: "))
  }

  @Test func `Interrupting is cancelling`() throws {
    let database = RawSQLite()
    database.withHandle { sqlite3_progress_handler($0, 100, { _ in 1 }, nil) }
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    let error = try #require(database.error(of: endless))
    #expect(error.kind == .cancelled)
    #expect(error.vendorCode == 9)
    #expect(error.message == "interrupted")
  }

  @Test func `An authorizer's no is permission`() throws {
    let database = try connection("CREATE TABLE t (a, b)")
    database.withHandle {
      sqlite3_set_authorizer(
        $0, { _, action, _, _, _, _ in action == SQLITE_READ || action == SQLITE_DELETE ? SQLITE_DENY : SQLITE_OK },
        nil)
    }
    let reading = try #require(database.error(of: "SELECT b FROM t"))
    #expect(reading.kind == .permission)
    #expect(reading.message == "access to t.b is prohibited")
    #expect(reading.table == "t")
    #expect(reading.column == "b")
    #expect(reading.vendorCode == 23)
    let deleting = try #require(database.error(of: "DELETE FROM t"))
    #expect(deleting.kind == .permission)
    #expect(deleting.message == "not authorized")
  }

  @Test func `A parameter that is not there, and one bound too late, are misuse`() throws {
    let database = try connection("CREATE TABLE t (a)", "INSERT INTO t VALUES (1)")
    let range = try #require(database.error(of: "SELECT ?", [.int(1), .int(2)]))
    #expect(range.kind == .misuse)
    #expect(range.vendorCode == 25)
    #expect(range.message == "column index out of range")

    let statement = try RawStatement(database, "SELECT a FROM t WHERE a = ? OR 1")
    #expect(try statement.step() != nil)
    let late = #expect(throws: DatabaseError.self) { try statement.bind(.int(1), at: 1) }
    #expect(late?.kind == .misuse)
    #expect(late?.vendorCode == 21)
  }

  @Test func `Reading on after a rollback took the table away`() throws {
    let database = try connection("BEGIN", "CREATE TABLE t (a)", "INSERT INTO t VALUES (1), (2), (3)")
    let reading = try RawStatement(database, "SELECT * FROM t")
    #expect(try reading.step()?.int(0) == 1)
    try database.query("ROLLBACK")
    let error = try #require(stepError(reading))
    #expect(error.kind == .transactionEnded(.rolledBack))
    #expect(error.vendorCode == 516)
    #expect(error.message == "abort due to ROLLBACK")
  }

  @Test func `A commit hook's no is a constraint`() throws {
    let database = try connection("CREATE TABLE t (a)")
    database.withHandle { _ = sqlite3_commit_hook($0, { _ in 1 }, nil) }
    let error = try #require(database.error(of: "INSERT INTO t VALUES (1)"))
    #expect(error.kind == .constraint)
    #expect(error.vendorCode == 531)
  }

  @Test(
    "Codes that a test can't bring about",
    arguments: [
      (2, .protocolViolation), (3, .permission), (4, .cancelled), (7, .outOfMemory), (261, .busy), (773, .busy),
      (264, .readOnly), (520, .readOnly), (776, .readOnly), (1288, .readOnly), (1544, .readOnly), (10, .io),
      (266, .io), (522, .io), (778, .io), (3082, .outOfMemory), (8202, .corrupt), (8458, .corrupt), (7178, .permission),
      (267, .corrupt), (779, .corrupt), (270, .cannotOpen), (526, .cannotOpen), (782, .cannotOpen), (1550, .cannotOpen),
      (15, .busy), (17, .serialization), (22, .full), (12, .other), (16, .other), (27, .other), (28, .other),
      (99, .other),
    ] as [(Int32, DatabaseError.Kind)])
  func codes(code: Int32, kind: DatabaseError.Kind) {
    let words = String(cString: sqlite3_errstr(code))
    let error = SQLiteErrors.error(code: code, message: words)
    #expect(error.kind == kind)
    #expect(error.message.hasPrefix(words))
    #expect(error.vendorCode == Int(code))
  }

  @Test func `The names of codes are SQLite's`() {
    #expect(SQLiteCode.error == SQLITE_ERROR && SQLiteCode.internal == SQLITE_INTERNAL)
    #expect(SQLiteCode.permission == SQLITE_PERM && SQLiteCode.abort == SQLITE_ABORT)
    #expect(SQLiteCode.busy == SQLITE_BUSY && SQLiteCode.locked == SQLITE_LOCKED)
    #expect(SQLiteCode.noMemory == SQLITE_NOMEM && SQLiteCode.readOnly == SQLITE_READONLY)
    #expect(SQLiteCode.interrupt == SQLITE_INTERRUPT && SQLiteCode.io == SQLITE_IOERR)
    #expect(SQLiteCode.corrupt == SQLITE_CORRUPT && SQLiteCode.full == SQLITE_FULL)
    #expect(SQLiteCode.cannotOpen == SQLITE_CANTOPEN && SQLiteCode.protocol == SQLITE_PROTOCOL)
    #expect(SQLiteCode.schema == SQLITE_SCHEMA && SQLiteCode.tooBig == SQLITE_TOOBIG)
    #expect(SQLiteCode.constraint == SQLITE_CONSTRAINT && SQLiteCode.mismatch == SQLITE_MISMATCH)
    #expect(SQLiteCode.misuse == SQLITE_MISUSE && SQLiteCode.noLargeFiles == SQLITE_NOLFS)
    #expect(SQLiteCode.authorization == SQLITE_AUTH && SQLiteCode.range == SQLITE_RANGE)
    #expect(SQLiteCode.notADatabase == SQLITE_NOTADB)
  }

  @Test func `A write that failed for want of room is full, whatever code it has`() {
    for number in [ENOSPC, EDQUOT, EFBIG] {
      for code: Int32 in [778, 4874, 1034] {
        let error = SQLiteErrors.error(code: code, message: "disk I/O error", systemErrno: number)
        #expect(error.kind == .full)
      }
    }
    let error = SQLiteErrors.error(code: 266, message: "disk I/O error", systemErrno: EIO)
    #expect(error.kind == .io)
    #expect(error.message == "disk I/O error: Input/output error")
  }
}
