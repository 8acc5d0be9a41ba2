import ORDASQLite
import ORDAThreads
import Testing

@testable import ORDA

@Suite("Locks that are rows, for databases that keep none") struct RowLockTests {
  private static let term = Duration.milliseconds(600)

  private func open(_ folder: TemporaryFolder) throws -> ConnectionGovernor {
    try #require(try Opening.file(in: folder) as? ConnectionGovernor)
  }

  private func take(_ db: ConnectionGovernor, within limit: Duration = .seconds(60)) throws -> RowLock {
    try RowLock.take("l", of: db, within: limit, until: .now + limit, term: Self.term)
  }

  @Test("One at a time has it, and it is free when it is given back")
  func exclusive() throws {
    let folder = try TemporaryFolder()
    let (db, other) = (try open(folder), try open(folder))
    let lock = try take(db)
    // Longer than the term: its holder counts.
    #expect(try failure { try take(other, within: Self.term * 3) }.kind == .timeout)
    try lock.check()
    try lock.release()
    #expect(try db.first(Int.self, "SELECT COUNT(*) FROM orda_lock") == 0)
    try take(other).release()
  }

  @Test("The row of a program that died is taken over")
  func takenOver() throws {
    let folder = try TemporaryFolder()
    let db = try open(folder)
    try db.create(RowLock.table)
    try db.execute("INSERT INTO orda_lock VALUES (x'6c', 'somebody', 41)")
    let lock = try take(db)
    #expect(try db.first(String.self, "SELECT holder FROM orda_lock") != "somebody")
    try lock.release()
  }

  @Test("A holder whose row is another's is told, and does not delete it")
  func lost() throws {
    let folder = try TemporaryFolder()
    let db = try open(folder)
    let lock = try take(db)
    try db.execute("UPDATE orda_lock SET holder = 'somebody'")
    #expect(eventually { (try? lock.check()) == nil })
    #expect(try failure { try lock.check() }.kind == .lockLost)
    #expect(try failure { try lock.release() }.kind == .lockLost)
    #expect(try db.first(String.self, "SELECT holder FROM orda_lock") == "somebody")
  }

  @Test("A holder that can't count for most of the term takes its lock for lost")
  func silent() throws {
    let folder = try TemporaryFolder()
    let (db, other) = (try open(folder), try Opening.file(in: folder))
    let lock = try take(db)
    try other.transaction { tx in
      try tx.execute("UPDATE orda_lock SET beat = beat")
      #expect(eventually { (try? lock.check()) == nil })
    }
    // It counts again, and nobody has taken it.
    #expect(eventually { (try? lock.check()) != nil })
    try lock.release()
  }
}
