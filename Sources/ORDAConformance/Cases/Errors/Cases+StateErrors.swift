import ORDA
internal import ORDAThreads

extension ConformanceSuite {
  static let stateErrorCases: [ConformanceCase] = [
    ConformanceCase("errors.authentication.kind", "A wrong password is refused as such, and is in no message.") { run in
      let url = try run.given(\.wrongPasswordURL, "wrongPasswordURL")
      let error = run.expect(throws: .authentication) { try run.open(url) }
      guard let password = url.split(separator: "@").first?.split(separator: ":").last, let error else { return }
      run.expect(!"\(error)".contains(password), "the password is in the error")
    },
    ConformanceCase("errors.corrupt.kind", "A file that is no database is refused as corrupt, or can't be opened.") {
      run in
      let url = try run.given(\.notADatabaseURL, "notADatabaseURL")
      run.expect(throws: .corrupt, .cannotOpen) { try run.open(url).tables() }
    },
    ConformanceCase("errors.readOnly.kind", "A database that was opened to read only refuses to write, and reads.") {
      run in
      let url = try run.given(\.readOnlyURL, "readOnlyURL")
      let table = try run.numbers(2)
      let db = try run.open(url)
      run.expect(throws: .readOnly, .permission) { try db.execute("DELETE FROM \(table)") }
      run.expect(throws: .readOnly, .permission) {
        try db.transaction { try $0.execute("INSERT INTO \(table) (n) VALUES (3)") }
      }
      try run.expect(run.contents(of: table, on: db), equals: [1, 2])
    },
    ConformanceCase(
      "errors.connectionLost.next", "A connection that broke is an error once; the next call gets a new one."
    ) { run in
      let ending = try run.given(\.connectionEndingSQL, "connectionEndingSQL")
      let table = try run.numbers(1)
      for _ in 1...3 {
        try run.db.withConnection { connection in
          _ = try? connection.execute(ending)
          let error = run.expect(throws: .connectionLost) { try connection.query("SELECT n FROM \(table)") }
          run.expect(error?.isTransient, equals: true, "it is transient")
        }
        try run.expect(run.contents(of: table), equals: [1])
      }
    },
    ConformanceCase(
      "errors.busy.lock", "A lock that another holds is an error that is worth a repetition, once it is waited for."
    ) { run in
      let options = try run.given(\.shortLockWait, "shortLockWait")
      let table = try run.counter()
      let other = try run.another(options)
      try run.db.transaction { tx in
        try tx.execute("UPDATE \(table) SET n = n + 1 WHERE id = 1")
        let error = run.expect(throws: .busy, .timeout) {
          try other.execute("UPDATE \(table) SET n = n + 10 WHERE id = 1")
        }
        run.expect(error?.isTransient, equals: true, "it is transient")
        try tx.execute("UPDATE \(table) SET n = n + 1 WHERE id = 1")
      }
      try run.expect(other.execute("UPDATE \(table) SET n = n + 10 WHERE id = 1").changed, equals: 1)
      try run.expect(run.db.first(Int.self, "SELECT n FROM \(table)"), equals: 12)
    },
    ConformanceCase(
      awaited: "errors.deadlock.oneGoesOn", "Of two transactions that each want what the other holds, one goes on."
    ) {
      run in
      let options = run.profile.shortLockWait ?? ""
      let table = try await run.table(.required("id", .int), .required("n", .int), primaryKey: ["id"])
      for id in 1...2 { try await run.db.execute("INSERT INTO \(table) (id, n) VALUES (?, 0)", id) }
      let governors = [run.db, try await run.another(options)]
      let arrived = Lock(0)
      let outcomes = Lock<[Result<Void, any Error>]>([])
      try await run.onThreads(2) { number in
        let result = Result {
          defer { arrived.withLock { $0 += 1 } }
          try governors[number].transaction { tx in
            try tx.execute("UPDATE \(table) SET n = n + 1 WHERE id = ?", number + 1)
            arrived.withLock { $0 += 1 }
            // Until the other has its row too; if only one can write at a time, that one has to wait for the end of
            // this one.
            for _ in 0..<200 where arrived.withLock({ $0 }) < 2 { pause() }
            try run.updateOrDie(table, id: 2 - number, in: tx)
          }
        }
        outcomes.withLock { $0.append(result) }
      }
      let results = outcomes.withLock { $0 }
      var committed = 0
      for result in results {
        switch result {
        case .success: committed += 1
        case .failure(let error): run.expect(throws: .deadlock, .busy, .timeout, .serialization) { throw error }
        }
      }
      run.expect(committed >= 1, "neither of the two was committed")
      try await run.expect(
        run.db.query(Int.self, "SELECT n FROM \(table) ORDER BY id"), equals: [committed, committed])
    },
  ]
}

extension ConformanceRun {
  /// Increments one row. If the database rolls the transaction back for a deadlock, nothing more runs in it.
  fileprivate func updateOrDie(_ table: ConformanceTable, id: Int, in transaction: Transaction) throws {
    do {
      try transaction.execute("UPDATE \(table) SET n = n + 1 WHERE id = ?", id)
    } catch let error as DatabaseError where error.kind == .deadlock {
      expect(throws: .transactionEnded(.rolledBack)) { try transaction.execute("UPDATE \(table) SET n = 100") }
      throw error
    }
  }
}
