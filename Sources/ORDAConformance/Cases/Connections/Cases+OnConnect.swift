import ORDA
internal import ORDAThreads

extension ConformanceSuite {
  static let onConnectCases: [ConformanceCase] = [
    ConformanceCase(
      "connections.onConnect.present", "What is set up on connecting runs at once on the connection that is there."
    ) {
      run in
      let runs = Lock(0)
      try run.db.onConnect { _ in runs.withLock { $0 += 1 } }
      run.expect(runs.withLock { $0 } >= 1, "it has not run")
      let table = try run.numbers(3)
      for _ in 1...3 { try run.expect(run.count(table), equals: 3) }
      run.expect(runs.withLock { $0 } <= run.db.statistics.connections, "it ran more than once for a connection")
    },
    ConformanceCase(
      awaited: "connections.onConnect.every", "It runs once on every connection, those included that come later."
    ) { run in
      let runs = Lock(0)
      let db = try await run.alone()
      try await onThread { try db.onConnect { _ in runs.withLock { $0 += 1 } } }
      let table = try await run.emptyNumbers(on: db)
      try await withThrowingTaskGroup { group in
        for _ in 0..<40 {
          group.addTask { _ = try await db.first(Int.self, "SELECT COUNT(*) FROM \(table)") }
          group.addTask { try await db.transaction(readOnly: true) { tx in await Task.yield() } }
        }
        try await group.waitForAll()
      }
      // A connection may have been opened that nobody needed any more. While all are held at once, each is in use.
      let count = db.statistics.connections
      var held = [try await db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))]
      let reading = LeaseRequest(role: .reader, transaction: TransactionOptions(isReadOnly: true))
      while held.count < count { held.append(try await db.begin(reading)) }
      run.expect(runs.withLock { $0 }, equals: db.statistics.connections, "how often it ran")
      for transaction in held { await transaction.rollback() }
    },
    ConformanceCase("connections.onConnect.order", "Several are run in the order in which they were given.") { run in
      let order = Lock<[Int]>([])
      let setUps = (1...3).map { number in { @Sendable (_: Connection) in order.withLock { $0.append(number) } } }
      let db = try run.open(run.subject.url, onConnect: setUps)
      run.expect(Array(order.withLock { $0 }.prefix(3)), equals: [1, 2, 3], "when opening")
      try db.onConnect { _ in order.withLock { $0.append(4) } }
      run.expect(order.withLock { $0 }.last, equals: 4)
      try run.expect(db.first(Int.self, "SELECT COUNT(*) FROM \(run.emptyNumbers(on: db))"), equals: 0)
    },
    ConformanceCase("connections.onConnect.statements", "Statements can be run in it, before anything else runs there.")
    { run in
      let db = try run.alone("pool.max=1")
      let table = try run.emptyNumbers(on: db)
      try db.onConnect { try $0.execute("INSERT INTO \(table) (n) VALUES (7)") }
      try run.expect(db.query(Int.self, "SELECT n FROM \(table)"), equals: [7])
      try db.transaction { _ in }
      try run.expect(db.query(Int.self, "SELECT n FROM \(table)"), equals: [7])
    },
    ConformanceCase("connections.onConnect.failing", "Its error reaches the one who gave it, and it is not run again.")
    { run in
      let runs = Lock(0)
      let error = run.expect(throws: .misuse) {
        try run.db.onConnect { _ in
          runs.withLock { $0 += 1 }
          throw DatabaseError(.misuse, "not on this connection")
        }
      }
      run.expect(error?.message ?? "", contains: "not on this connection")
      let before = runs.withLock { $0 }
      let table = try run.numbers(2)
      try run.expect(run.count(table), equals: 2)
      try run.db.withConnection { _ in }
      run.expect(runs.withLock { $0 }, equals: before, "how often it ran")
      run.expect(throws: .other) { try run.db.onConnect { _ in throw SecondThoughts() } }
      run.expect(run.db.statistics.active, equals: 0, "the connections in use")
    },
    ConformanceCase(
      "connections.onConnect.replaced", "A connection that takes the place of a broken one is set up too."
    ) { run in
      let ending = try run.given(\.connectionEndingSQL, "connectionEndingSQL")
      let runs = Lock(0)
      let db = try run.alone("pool.max=1")
      try db.onConnect { _ in runs.withLock { $0 += 1 } }
      run.expect(runs.withLock { $0 }, equals: 1, "how often it ran at first")
      _ = try? db.execute(ending)
      _ = try? db.ping()
      try db.ping()
      run.expect(runs.withLock { $0 }, equals: 2, "how often it ran in all")
    },
  ]
}
