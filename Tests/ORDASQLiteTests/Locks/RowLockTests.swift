import Foundation
import ORDASQLite
import ORDATesting
import ORDAThreads
import Testing

@testable import ORDA

@Suite("Locks that are rows, for databases that keep none") struct RowLockTests {
  private static let term = Duration.seconds(10)
  /// How often those who wait look, and a bit.
  private static let look = Duration.milliseconds(60)

  private let clock = TestClock()

  private func open(_ folder: TemporaryFolder) throws -> ConnectionGovernor {
    return try #require(
      try Opening.file(in: folder, "busy-timeout=1h", configuration: clock.configuration) as? ConnectionGovernor)
  }

  private func take(_ db: ConnectionGovernor, within limit: Duration = .seconds(3_600)) throws -> RowLock {
    try RowLock.take("l", of: db, within: limit, until: clock.now + limit, term: Self.term)
  }

  /// Waits until somebody who waits for the lock has looked at it, and sleeps.
  private func expectLook() { #expect(eventually { clock.waiterCount(within: Self.look) > 0 }) }

  @Test("One at a time has it, and it is free when it is given back")
  func exclusive() throws {
    let folder = try TemporaryFolder()
    let (db, other) = (try open(folder), try open(folder))
    let lock = try take(db)
    let waiting = Threads.start(1) { _ in
      // Longer than the term: its holder counts.
      #expect(throws: DatabaseError.self) { try take(other, within: Self.term * 3) }
    }
    for beat in 1...15 {
      expectLook()
      clock.advance(by: Self.term / 5)
      #expect(try eventually { try db.first(Int.self, "SELECT beat FROM orda_lock") == beat })
    }
    waiting.wait()
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
    let waiting = Threads.start(1) { _ in
      expectLook()
      clock.advance(by: Self.term)
    }
    let lock = try take(db)
    waiting.wait()
    #expect(try db.first(String.self, "SELECT holder FROM orda_lock") != "somebody")
    try lock.release()
  }

  @Test("A holder whose row is another's is told, and does not delete it")
  func lost() throws {
    let folder = try TemporaryFolder()
    let db = try open(folder)
    let lock = try take(db)
    try db.execute("UPDATE orda_lock SET holder = 'somebody'")
    try lock.check()
    clock.advance(by: Self.term / 5)
    #expect(eventually { (try? lock.check()) == nil })
    #expect(try failure { try lock.check() }.kind == .lockLost)
    #expect(try failure { try lock.release() }.kind == .lockLost)
    #expect(try db.first(String.self, "SELECT holder FROM orda_lock") == "somebody")
  }

  @Test("A holder that can't count for most of the term takes its lock for lost")
  func silent() throws {
    let folder = try TemporaryFolder()
    let (db, other) = (try open(folder), try open(folder))
    let lock = try take(db)
    try other.transaction { tx in
      try tx.execute("UPDATE orda_lock SET beat = beat")
      clock.advance(by: Self.term * 4 / 5)
      try lock.check()
      clock.advance(by: .milliseconds(1))
      #expect(try failure { try lock.check() }.kind == .lockLost)
    }
    // It counts again, and nobody has taken it.
    #expect(eventually { (try? lock.check()) != nil })
    try lock.release()
  }
}
