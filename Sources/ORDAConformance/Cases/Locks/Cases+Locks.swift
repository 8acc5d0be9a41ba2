import ORDA
internal import ORDAThreads

extension ConformanceSuite {
  static let lockCases: [ConformanceCase] = [
    ConformanceCase(
      awaited: "locks.threads.exclusive",
      "Of the threads that ask for a lock of one name, one at a time is in its closure."
    ) { run in
      let table = try await run.counter()
      let inside = Shared(0)
      try await run.onThreads(4) { _ in
        for _ in 1...5 {
          try run.db.withLock(named: run.lockName) { _ in
            run.expect(inside.add(1) == 1, "two are inside")
            let n = try run.db.first(Int.self, "SELECT n FROM \(table)") ?? 0
            try run.db.execute("UPDATE \(table) SET n = ?", n + 1)
            _ = inside.add(-1)
          }
        }
      }
      try await run.expect(run.contents(of: table), equals: [20])
    },
    ConformanceCase(
      "locks.governors.exclusive", "A lock that one governor holds another governor of the same database waits for."
    ) {
      run in
      let other = try run.another()
      try run.db.withLock(named: run.lockName) { lock in
        try lock.check()
        let error = run.expect(throws: .timeout) {
          try other.withLock(named: run.lockName, timeout: .milliseconds(100)) { _ in run.fail("it was given twice") }
        }
        run.expect(error?.message ?? "", contains: run.lockName)
        // Another name, which differs in case.
        try other.withLock(named: run.lockName.uppercased(), timeout: .seconds(10)) { _ in }
      }
      try other.withLock(named: run.lockName, timeout: .seconds(10)) { try $0.check() }
    },
    ConformanceCase("locks.free.after", "A lock is free again when its closure has returned, and when it has thrown.") {
      run in
      _ = try run.numbers(1)
      for _ in 1...2 {
        run.expect(throws: .constraint(.check)) {
          try run.db.withLock(named: run.lockName, timeout: .seconds(10)) { _ in
            throw DatabaseError(.constraint(.check), "no")
          }
        }
      }
      let kept = try run.db.withLock(named: run.lockName, timeout: .seconds(10)) { $0 }
      run.expect(throws: .misuse) { try kept.check() }
      try run.expect(run.db.withLock(named: run.lockName, timeout: .seconds(10)) { _ in 7 }, equals: 7)
    },
    ConformanceCase(
      "locks.self.refused", "Who holds a lock and asks for it again is refused, and not left to wait for itself."
    ) { run in
      _ = try run.numbers(1)
      try run.db.withLock(named: run.lockName) { _ in
        let error = run.expect(throws: .misuse) { try run.db.withLock(named: run.lockName) { _ in } }
        run.expect(error?.message ?? "", contains: run.lockName)
        // Another name is another lock.
        try run.db.withLock(named: run.lockName + "2") { _ in }
      }
      run.expect(throws: .misuse) { try run.db.transaction { _ in try run.db.withLock(named: run.lockName) { _ in } } }
    },
    ConformanceCase(
      "locks.work.free", "Whoever holds a lock uses the database as ever, in transactions too, and so do others."
    ) { run in
      let table = try run.emptyNumbers()
      try run.db.withLock(named: run.lockName) { lock in
        try run.db.transaction { try $0.execute("INSERT INTO \(table) (n) VALUES (1)") }
        let other = try run.alone()
        run.expect(throws: .timeout, .noSuchTable) {
          _ = try other.first(Int.self, "SELECT n FROM \(table)")
          throw DatabaseError(.timeout, "it was read")
        }
        try run.db.execute("INSERT INTO \(table) (n) VALUES (2)")
        try lock.check()
      }
      try run.expect(run.contents(of: table), equals: [1, 2])
    },
    ConformanceCase(
      awaited: "locks.tasks.exclusive", "Locks are awaited too, and are held while their closures suspend."
    ) { run in
      let table = try await run.counter()
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 1...3 {
              try await run.db.withLock(named: run.lockName) { lock in
                let n = try await run.db.first(Int.self, "SELECT n FROM \(table)") ?? 0
                await Task.yield()
                try await run.db.execute("UPDATE \(table) SET n = ?", n + 1)
                try await lock.check()
              }
            }
          }
        }
        try await group.waitForAll()
      }
      try await run.expect(run.contents(of: table), equals: [12])
      try await run.db.withLock(named: run.lockName) { _ in
        await run.expect(throws: .misuse) { try await run.db.withLock(named: run.lockName) { _ in } }
      }
    },
    ConformanceCase(
      awaited: "locks.cancelled",
      "A task that is cancelled while it waits for a lock waits no longer, and holds nothing."
    ) {
      run in
      _ = try await run.numbers(1)
      let error = try await run.db.withLock(named: run.lockName) { _ -> (any Error)? in
        let task = Task { try await run.db.withLock(named: run.lockName, timeout: .seconds(60)) { _ in } }
        task.cancel()
        do {
          try await task.value
          return nil
        } catch { return error }
      }
      run.expect((error as? DatabaseError)?.kind, equals: .cancelled)
      try await run.db.withLock(named: run.lockName, timeout: .seconds(30)) { _ in }
    },
  ]
}

/// A number that several threads add to.
private struct Shared: Sendable {
  private let number: Lock<Int>
  init(_ number: Int) { self.number = Lock(number) }

  func add(_ step: Int) -> Int {
    number.withLock { number in
      number += step
      return number
    }
  }
}

extension ConformanceRun {
  /// A lock's name that no other run has.
  fileprivate var lockName: String { "orda kit lock of \(prefix)é" }
}
