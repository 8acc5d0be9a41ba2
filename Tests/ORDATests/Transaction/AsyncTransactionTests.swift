import ORDAThreads
import Testing

@testable import ORDA

@Suite("Awaited transactions")
struct AsyncTransactionTests {
  private struct Own: Error, Equatable {}

  private func governor(writers: Int = 1) throws -> (FakeDatabase, any Governor) {
    let fake = FakeDatabase(writers: writers)
    let db = try fake.open()
    fake.forget()
    return (fake, db)
  }

  /// The three functions of the name, told apart by what the body is and how it is called.
  @Test func theThreeOverloads() async throws {
    let (fake, db) = try governor()
    func synchronous() throws -> Bool {
      let thread = ThreadIdentity.current
      return try db.transaction { _ in thread == .current }
    }
    let isOnCallersThread = try synchronous()
    #expect(isOnCallersThread)
    let name = try await db.transaction { @Sendable (tx: Transaction) in "\(type(of: tx))" }
    #expect(name == "Transaction")
    let other = try await db.transaction { tx in
      await Task.yield()
      return "\(type(of: tx))"
    }
    #expect(other == "AsyncTransaction")
    #expect(fake.work == ["begin", "commit", "begin", "commit", "begin", "commit"])
  }

  @Test func aSynchronousBodyRunsWholeOnTheConnectionsThread() async throws {
    let (fake, db) = try governor()
    let threads = try await db.transaction { @Sendable (tx: Transaction) in
      var seen: Set<ThreadIdentity> = [.current]
      try tx.execute("UPDATE a")
      seen.insert(.current)
      try db.execute("UPDATE b")
      return seen
    }
    #expect(threads.count == 1)
    #expect(fake.work == ["begin", "run UPDATE a", "run UPDATE b", "commit"])
    let again = try await db.withConnection { @Sendable (_: Connection) in ThreadIdentity.current }
    #expect(threads == [again])
  }

  @Test func isRolledBackWhenItThrows() async throws {
    let (fake, db) = try governor()
    await #expect(throws: Own()) {
      try await db.transaction { tx in
        try await tx.execute("UPDATE a")
        throw Own()
      }
    }
    await #expect(throws: Own()) {
      try await db.transaction { @Sendable (tx: Transaction) in
        try tx.execute("UPDATE b")
        throw Own()
      }
    }
    #expect(fake.work == ["begin", "run UPDATE a", "rollback", "begin", "run UPDATE b", "rollback"])
    #expect(db.statistics.active == 0)
  }

  @Test func holdsItsConnectionAcrossSuspensions() async throws {
    let (fake, db) = try governor()
    let isInside = Shared(false)
    let other = Task {
      while !isInside.current { await Task.yield() }
      try await db.execute("UPDATE other")
    }
    try await db.transaction { tx in
      try await tx.execute("UPDATE a")
      isInside.current = true
      #expect(await eventually { db.statistics.waiting == 1 })
      try await tx.execute("UPDATE b")
    }
    try await other.value
    #expect(fake.work == ["begin", "run UPDATE a", "run UPDATE b", "commit", "run UPDATE other"])
  }

  @Test func nestsAsSavepoints() async throws {
    let (fake, db) = try governor()
    try await db.transaction { tx in
      try await tx.transaction { try await $0.transaction { _ = try await $0.execute("UPDATE a") } }
      await #expect(throws: Own()) {
        try await tx.transaction { inner in
          try await inner.execute("UPDATE b")
          throw Own()
        }
      }
      try await tx.execute("UPDATE c")
    }
    #expect(
      fake.work == [
        "begin", "savepoint orda_1", "savepoint orda_2", "run UPDATE a", "release orda_2", "release orda_1",
        "savepoint orda_1", "run UPDATE b", "rollback to orda_1", "run UPDATE c", "commit",
      ])
  }

  @Test func itsOptionsArePassedOn() async throws {
    let (fake, db) = try governor()
    try await db.transaction(isolation: .readCommitted) { tx in
      await Task.yield()
      #expect(tx.isolation == .readCommitted)
    }
    try await db.transaction(isolation: .serializable, readOnly: true) { @Sendable (tx: Transaction) in
      #expect(tx.isolation == .serializable)
    }
    #expect(fake.work == ["begin readCommitted", "commit", "begin read only serializable", "commit"])
  }

  @Test func errorsOfBeginAndCommitAreThrown() async throws {
    let (fake, db) = try governor()
    fake.fail(.begin, with: .locked)
    let begin = await asyncDatabaseError { try await db.transaction { tx in _ = try await tx.execute("UPDATE a") } }
    #expect(begin?.kind == .busy)
    fake.fail(.commit, with: DatabaseError(.constraint(.foreignKey), "deferred"))
    let commit = await asyncDatabaseError { try await db.transaction { tx in _ = try await tx.execute("UPDATE b") } }
    #expect(commit?.kind == .constraint(.foreignKey))
    #expect(fake.work == ["begin", "begin", "run UPDATE b", "commit", "rollback"])
    #expect(db.statistics.active == 0)
    #expect(fake.openedCount == 1)
  }

  /// Each use sets its idle limit anew; what is set must not outlive the transaction.
  @Test func leavesNoAlarmsBehind() async throws {
    let (_, db) = try governor()
    for _ in 0..<5 {
      let kept = Shared<Int?>(nil)
      try await db.transaction { tx in
        for _ in 0..<20 { try await tx.execute("UPDATE a") }
        kept.current = tx.pendingAlarm
        #expect(kept.current != nil)
      }
      #expect(kept.current.map(Alarms.shared.isPending) == false)
    }
  }

  @Test func manyTasksShareFewConnections() async throws {
    let (fake, db) = try governor(writers: 2)
    fake.forgetAlways()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          try await db.transaction { tx in
            try await tx.execute("UPDATE a SET b = ?", number)
            await Task.yield()
            try await tx.execute("UPDATE a SET b = ?", number)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(fake.mostOpenCount == 2)
    #expect(db.statistics.statements == 200)
    #expect(db.statistics.active == 0)
  }
}
