import ORDAThreads
import Testing

@testable import ORDA

@Suite("A transaction that is begun by hand")
struct BegunTransactionTests {
  private func open(writers: Int = 1) throws -> (FakeDatabase, any Governor) {
    let fake = FakeDatabase(writers: writers)
    let db = try fake.open()
    fake.forget()
    return (fake, db)
  }

  private let warning = "a transaction was neither committed nor rolled back; it is rolled back now"

  @Test func `belongs to its thread`() throws {
    let (fake, db) = try open(writers: 2)
    let tx = try db.begin()
    nonisolated(unsafe) let smuggled = tx
    let kinds = try onOtherThread {
      [
        databaseError { try smuggled.execute("UPDATE a") }?.kind, databaseError { try smuggled.commit() }?.kind,
        databaseError { try smuggled.rollback() }?.kind,
      ]
    }
    #expect(kinds == [.misuse, .misuse, .misuse])
    // What another thread runs on the governor is no part of it.
    try onOtherThread { _ = try db.execute("UPDATE b") }
    try db.execute("UPDATE c")
    try tx.commit()
    #expect(fake.calls(of: 1).filter { $0.hasPrefix("run") } == ["run UPDATE c"])
    #expect(fake.work.filter { $0 != "open" } == ["begin", "run UPDATE b", "run UPDATE c", "commit"])
  }

  @Test func `is rolled back where it is let go of, and the log says so`() throws {
    let (fake, db) = try open()
    do { _ = try db.begin().execute("UPDATE a") }
    #expect(fake.warnings.take() == [warning])
    #expect(fake.work == ["begin", "run UPDATE a", "rollback"])
    #expect(db.statistics.active == 0)
  }

  @Test func `is rolled back by its own thread where another one lets it go`() throws {
    let (fake, db) = try open()
    var tx: Transaction? = try db.begin()
    let handed = Shared<Unmanaged<Transaction>?>(tx.map { Unmanaged.passRetained($0) })
    tx = nil
    _ = tx
    try onOtherThread { handed.current?.release() }
    #expect(fake.work == ["begin"])
    try db.execute("UPDATE a")
    #expect(fake.warnings.take() == [warning])
    #expect(fake.work == ["begin", "rollback", "run UPDATE a"])
  }

  @Test func `is rolled back where its thread ends`() throws {
    let (fake, db) = try open()
    let kept = Shared<Unmanaged<Transaction>?>(nil)
    try onOtherThread { kept.current = Unmanaged.passRetained(try db.begin()) }
    #expect(eventually { db.statistics.active == 0 })
    #expect(fake.warnings.take() == [warning])
    #expect(fake.work == ["begin", "rollback"])
    kept.current?.release()
  }

  @Test func `takes those with it that were begun inside`() throws {
    let (fake, db) = try open()
    let tx = try db.begin()
    let inner = try db.begin()
    let innermost = try db.begin()
    try tx.commit()
    #expect(databaseError { try inner.commit() }?.kind == .misuse)
    #expect(databaseError { try innermost.execute("UPDATE a") }?.kind == .misuse)
    #expect(fake.warnings.take() == [warning, warning])
    #expect(
      fake.work == [
        "begin", "savepoint orda_1", "savepoint orda_2", "rollback to orda_2", "rollback to orda_1", "commit",
      ])
  }

  @Test func `is left to the closure where one lends it`() throws {
    let (_, db) = try open()
    let errors = try db.transaction { tx in
      [databaseError { try tx.commit() }?.kind, databaseError { try tx.rollback() }?.kind]
    }
    #expect(errors == [.misuse, .misuse])
  }

  @Test func `ends with the closure that it was begun in`() throws {
    let (fake, db) = try open()
    let left = try db.withConnection { _ in
      let left = try db.begin()
      try left.execute("UPDATE a")
      return left
    }
    #expect(fake.warnings.take() == [warning])
    #expect(databaseError { try left.commit() }?.kind == .misuse)
    #expect(fake.work == ["begin", "run UPDATE a", "rollback"])
    #expect(db.statistics.active == 0)
  }

  @Test func `gives its connection back where the commit fails`() throws {
    let (fake, db) = try open()
    fake.fail(.commit, with: DatabaseError(.constraint(.foreignKey), "deferred"))
    let tx = try db.begin()
    #expect(databaseError { try tx.commit() }?.kind == .constraint(.foreignKey))
    #expect(db.statistics.active == 0)
    try db.execute("UPDATE a")
  }

  @Test func `is a savepoint in what an awaited transaction lends`() async throws {
    let (fake, db) = try open()
    try await db.transaction { tx in
      await Task.yield()
      try await tx.lease { _ in
        let inner = try db.begin()
        try inner.execute("UPDATE a")
        try inner.commit()
      }
    }
    #expect(fake.work == ["begin", "savepoint orda_1", "run UPDATE a", "release orda_1", "commit"])
  }

  @Test func `closes nothing that a governor is closed in`() throws {
    let (_, db) = try open()
    let tx = try db.begin()
    #expect(databaseError { try db.close() }?.kind == .misuse)
    try tx.rollback()
    try db.close()
  }
}
