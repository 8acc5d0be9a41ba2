import Foundation
import ORDA
import TestSupport
import Testing

@Suite("Locks by name on MariaDB")
struct LockTests {
  /// The session that holds the only lock of the current database's.
  private func holder(_ db: any Governor, _ name: String) throws -> Int? {
    try db.first(
      Int.self, "SELECT IS_USED_LOCK(CONCAT('orda_', MD5(CONCAT(DATABASE(), '/', ?))))", Array(name.utf8))
  }

  private func isFree(_ name: String, _ db: any Governor) throws -> Bool {
    do {
      try db.withLock(named: name, timeout: .zero) { _ in }
      return true
    } catch .timeout {
      return false
    }
  }

  @Test func `A lock is a session's, and where that is killed its holder is told and others get it`() throws {
    let test = try TestDatabase()
    let other = try test.another()
    let error = try failure {
      try test.db.withLock(named: "l") { lock in
        let session = try #require(try holder(test.db, "l"))
        try test.db.execute("KILL \(raw: "\(session)")")
        #expect(try eventually { try holder(test.db, "l") == nil })
        let lost = try failure { try lock.check() }
        #expect(lost.kind == .lockLost)
        #expect(lost.underlying?.kind == .connectionLost)
        #expect(try isFree("l", other))
      }
    }
    #expect(error.kind == .lockLost)
    #expect(try holder(test.db, "l") == nil)
    #expect(try isFree("l", test.db))
    try other.close()
  }

  @Test func `A pool of one connection has room for work under a lock`() throws {
    let test = try TestDatabase("pool.max=1", "CREATE TABLE t (id INT PRIMARY KEY)")
    try test.db.withLock(named: "l") { lock in
      try test.db.transaction { try $0.execute("INSERT INTO t VALUES (1)") }
      try lock.check()
      #expect(try isFree("l2", test.db))
    }
    #expect(try test.db.first(Int.self, "SELECT id FROM t") == 1)
    #expect(try holder(test.db, "l") == nil)
  }

  /// How far the taking of a lock has come.
  private enum Progress: CaseIterable { case begun, connecting, asked, held, released }

  @Test func `A governor that closes leaves no lock, and takes none afterwards`() async throws {
    let test = try TestDatabase()
    let arrivals = Shared(0)
    let port = try #require(try await test.db.first(Int.self, "SELECT @@port"))
    let proxy = try Proxy { _ in
      arrivals.with { $0 += 1 }
      return port
    }
    // Its pool for locks is made by the first of them, which has come so far when the closing begins.
    for round in 0..<12 * Progress.allCases.count {
      let progress = Progress.allCases[round % Progress.allCases.count]
      let db = try await TestServer.registry.open("mariadb://root@127.0.0.1:\(proxy.port)/\(test.name)?tls=disable")
      let before = arrivals.current
      let (asked, released) = (proxy.arrival(of: "SELECT GET_LOCK"), proxy.arrival(of: "SELECT RELEASE_LOCK"))
      let (begun, held) = (Event(), Event())
      try await Threads.offload {
        try Threads.inParallel(2) { thread in
          guard thread == 0 else {
            switch progress {
            case .begun: begun.wait()
            case .connecting: arrivals.wait { $0 > before }
            case .asked: asked.wait()
            case .held: held.wait()
            case .released: released.wait()
            }
            return try db.close(within: .zero)
          }
          begun.signal()
          do {
            try db.withLock(named: "l") { _ in held.signal() }
          } catch let error as DatabaseError {
            #expect([.misuse, .lockLost, .cancelled, .connectionLost].contains(error.kind), "\(error)")
          }
        }
        #expect(try failure { try db.withLock(named: "l") { _ in } }.kind == .misuse)
        #expect(try eventually { try holder(test.db, "l") == nil })
      }
    }
  }

  @Test func `Databases of one server have locks of their own, of any name`() throws {
    let (test, other) = (try TestDatabase(), try TestDatabase())
    let long = String(repeating: "é'\\\0", count: 200)
    for name in ["l", "", long] {
      try test.db.withLock(named: name) { (_) throws in
        #expect(try isFree(name, other.db))
        #expect(try isFree(name + "L", test.db))
        #expect(try failure { try test.db.withLock(named: name) { _ in } }.kind == .misuse)
      }
    }
  }

  @Test func `OPTIMIZE tells of a table that is not there, and takes all where none is named`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY); CREATE VIEW v AS SELECT * FROM t")
    try test.db.execute("INSERT INTO t VALUES (1), (2)")
    try test.db.compact()
    try test.db.compact(["t"])
    let error = try failure { try test.db.compact(["t", "none"]) }
    #expect(error.kind == .noSuchTable)
    #expect(error.message.contains("none"))
    #expect(try test.db.first(Int.self, "SELECT COUNT(*) FROM t") == 2)
  }
}
