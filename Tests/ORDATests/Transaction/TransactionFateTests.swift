import ORDAThreads
import Testing

@testable import ORDA

@Suite("What becomes of a transaction is told")
struct TransactionFateTests {
  private struct Own: Error {}

  private let told = Shared<[String]>([])

  private func open(_ fake: FakeDatabase = FakeDatabase()) throws -> (FakeDatabase, any Governor) {
    let db = try fake.open()
    fake.forget()
    return (fake, db)
  }

  private func tell(_ name: String) -> @Sendable (TransactionOutcome) -> Void {
    { [told] outcome in told.with { $0.append("\(name) \(outcome)") } }
  }

  @Test func `A commit whose answer never came is of unknown outcome`() throws {
    let (fake, db) = try open()
    fake.fail(.commit, with: DatabaseError(.connectionLost, "gone"))
    let error = databaseError {
      try db.transaction { tx in
        try tx.transaction { try $0.atEnd(tell("kept")) }
        _ = try? tx.transaction { inner in
          try inner.atEnd(tell("undone"))
          throw Own()
        }
        try tx.atEnd(tell("whole"))
      }
    }
    #expect(error?.kind == .commitUnknown)
    #expect(told.current == ["kept unknown", "undone undoneWithSavepoint", "whole unknown"])
  }

  @Test func `A commit that was refused is a rollback`() throws {
    let (fake, db) = try open()
    fake.fail(.commit, with: DatabaseError(.constraint(.foreignKey), "deferred"))
    _ = databaseError { try db.transaction { try $0.atEnd(tell("it")) } }
    #expect(told.current == ["it rolledBack"])
  }

  @Test func `What a statement committed implicitly is committed, also what a savepoint could not undo`() throws {
    let (fake, db) = try open()
    var analysis = FakeReply.changes(0)
    analysis.endsTransaction = true
    fake["ANALYZE genre"] = analysis
    let error = databaseError {
      try db.transaction { tx in
        try tx.atEnd(tell("whole"))
        _ = try? tx.transaction { inner in
          try inner.atEnd(tell("inner"))
          try inner.execute("ANALYZE genre")
          try inner.execute("UPDATE a")
        }
      }
    }
    #expect(error?.kind == .transactionEnded(.implicitlyCommitted))
    #expect(told.current == ["whole committed", "inner committed"])
  }

  @Test func `Nobody is told twice, or of a transaction that is over`() throws {
    let (_, db) = try open()
    let kept = Shared<Int>(0)
    try db.withConnection { connection in
      try connection.transaction { tx in try tx.atEnd(tell("first")) }
      // The connection is not given back.
      #expect(told.current == [])
      try connection.transaction { tx in try tx.atEnd(tell("second")) }
      kept.current = told.current.count
    }
    #expect(kept.current == 0)
    #expect(told.current == ["first committed", "second committed"])
    try db.execute("UPDATE a")
    #expect(told.current.count == 2)
  }

  @Test func `What is thrown there goes to the log, and the next is told`() throws {
    let (fake, db) = try open()
    try db.transaction { tx in
      try tx.atEnd { _ in throw Own() }
      try tx.atEnd(tell("next"))
    }
    #expect(told.current == ["next committed"])
    #expect(fake.warnings.take() == ["what was to be done at a transaction's end has failed"])
  }

  @Test func `An awaited transaction that is let go of was rolled back`() async throws {
    let (_, db) = try open()
    do {
      let tx = try await db.begin()
      try await tx.atEnd(tell("it"))
    }
    // The connection comes back after that.
    try await db.execute("UPDATE a")
    let isTold = await eventually { told.current == ["it rolledBack"] }
    #expect(isTold)
  }

  @Test func `It may wait for another task that needs the only connection`() async throws {
    let (fake, db) = try open()
    try await db.transaction { @Sendable (tx: Transaction) in
      try tx.atEnd { _ in try onOtherThread { _ = try db.execute("UPDATE other") } }
    }
    #expect(fake.work == ["begin", "commit", "run UPDATE other"])
  }
}
