import ORDA
import Testing

@Suite("Rows as an asynchronous sequence")
struct AsyncRowsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ inMemory: Bool) throws -> any Governor {
    try inMemory ? Opening.memory() : Opening.file(in: folder)
  }

  /// A table of so many numbers from 1 on.
  private func table(_ db: any Governor, _ count: Int) async throws {
    try await db.execute("CREATE TABLE number (n INTEGER PRIMARY KEY)")
    try await db.execute(
      "INSERT INTO number \(TestSQL.numbers(count))")
  }

  @Test(arguments: [true, false]) func `Every row comes once, in order`(inMemory: Bool) async throws {
    let db = try open(inMemory)
    for count in [0, 1, 63, 64, 65, 320, 1_344, 5_000] {
      var expected = 0
      for try await row in db.rows("SELECT n FROM (\(TestSQL.numbers(6_000))) LIMIT ?", count) {
        expected += 1
        #expect(try row.get(0) == expected)
      }
      #expect(expected == count)
    }
    #expect(await eventually { db.statistics.active == 0 })
  }

  @Test(arguments: [true, false]) func `Leaving the loop gives the connection back`(inMemory: Bool) async throws {
    let db = try inMemory ? Opening.memory() : Opening.file(in: folder, "readers=1")
    try await table(db, 10_000)
    for round in 0..<100 {
      for try await row in db.rows("SELECT n FROM number") {
        if try row.get(0) == round + 1 { break }
      }
      // The next call of the same task is served, though the connection may be on its way back yet.
      #expect(try await db.first("SELECT min(n) FROM number")?.get(0) == 1)
      try await db.execute("UPDATE number SET n = n WHERE n = 1")
    }
    #expect(try await db.first("SELECT count(*) FROM number")?.get(0) == 10_000)
  }

  @Test(arguments: [true, false]) func `Cancelling stops a stream that waits for a row`(inMemory: Bool) async throws {
    let db = try open(inMemory)
    let endless = try await EndlessQuery(on: db)
    let task = Task { for try await _ in db.rows(endless.sql) {} }
    try await endless.hasBegun()
    task.cancel()
    #expect(await errorKind { try await task.value } == .cancelled)
    #expect(await eventually { db.statistics.active == 0 })
    #expect(try await db.first("SELECT 1")?.get(0) == 1)
  }

  @Test(arguments: [true, false]) func `Cancelling stops a stream between its rows`(inMemory: Bool) async throws {
    let db = try open(inMemory)
    let read = Collected<Int>()
    let task = Task {
      for try await row in db.rows(TestSQL.numbers(100_000)) {
        read.add(try row.get(0))
        if read.all.count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    #expect(await errorKind { try await task.value } == .cancelled)
    // Rows that were fetched together come still; those after them don't.
    #expect(read.all.count <= 64)
    #expect(await eventually { db.statistics.active == 0 })
  }

  @Test(arguments: [true, false]) func `An error ends the stream and leaves the connection`(
    inMemory: Bool
  ) async throws {
    let db = try open(inMemory)
    #expect(await errorKind { for try await _ in db.rows("SELECT * FROM nowhere") {} } == .noSuchTable)
    #expect(await errorKind { for try await _ in db.rows("SELECT ?") {} } == .misuse)
    var iterator = db.rows("SELECT abs(-9223372036854775807 - column1) FROM (VALUES (0), (1))").makeAsyncIterator()
    #expect(await errorKind { while try await iterator.next() != nil {} } != nil)
    #expect(try await iterator.next() == nil)
    #expect(await eventually { db.statistics.active == 0 })
  }

  @Test(arguments: [true, false]) func `The body's own error gives the connection back`(inMemory: Bool) async throws {
    let db = try open(inMemory)
    try await table(db, 5_000)
    struct Own: Error {}
    await #expect(throws: Own.self) {
      for try await _ in db.rows("SELECT n FROM number") { throw Own() }
    }
    try await db.execute("DELETE FROM number")
  }

  @Test func `A reader that pauses does not make the rows pile up`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let db = try Opening.file(in: folder, "readers=0")
      try await db.execute("CREATE TABLE number (n INTEGER PRIMARY KEY)")
      try await db.execute("INSERT INTO number \(TestSQL.numbers(100_000))")
      let fetched = Shared(0)
      try await db.addFunction("content", arguments: 0, isDeterministic: false) { _ in
        fetched.with { $0 += 1 }
        return .bytes([UInt8](repeating: 0, count: 2_000))
      }
      var count = 0
      var sum = 0
      let before = residentBytes()
      for try await row in db.rows("SELECT n, content() FROM number") {
        count += 1
        sum += try row.get(0, as: Int.self)
        if count == 1_000 {
          // It runs on the thread that fetches, after everything that is fetched ahead: 200 MB, if that were all.
          #expect(try await db.first("SELECT 1")?.get(0) == 1)
          #expect(fetched.current < 5_000)
          #expect(residentBytes() - before < 50_000_000)
        }
      }
      #expect(count == 100_000)
      #expect(sum == 100_000 * 100_001 / 2)
    }
  }

  @Test(arguments: [true, false]) func `Two streams at once`(inMemory: Bool) async throws {
    let db = try open(inMemory)
    try await table(db, 3_000)
    var pairs = 0
    var other = db.rows("SELECT n FROM number ORDER BY n DESC").makeAsyncIterator()
    for try await row in db.rows("SELECT n FROM number ORDER BY n") {
      let down = try #require(try await other.next())
      #expect(try row.get(0, as: Int.self) + down.get(0, as: Int.self) == 3_001)
      pairs += 1
    }
    #expect(try await other.next() == nil)
    #expect(pairs == 3_000)
    #expect(await eventually { db.statistics.active == 0 })
  }

  @Test(arguments: [true, false]) func `Streams within streams, left early`(inMemory: Bool) async throws {
    let db = try open(inMemory)
    try await table(db, 2_000)
    var outer = 0
    for try await row in db.rows("SELECT n FROM number LIMIT 300") {
      outer += 1
      var inner = 0
      for try await _ in db.rows("SELECT n FROM number WHERE n >= ?", try row.get(0, as: Int.self)) {
        inner += 1
        if inner == 3 { break }
      }
      #expect(inner == 3)
    }
    #expect(outer == 300)
    #expect(await eventually { db.statistics.active == 0 })
  }

  @Test(arguments: [true, false]) func `A write between two rows`(inMemory: Bool) async throws {
    let db = try open(inMemory)
    try await table(db, 2_000)
    try await db.execute("CREATE TABLE copy (n)")
    for try await row in db.rows("SELECT n FROM number") {
      let n = try row.get(0, as: Int.self)
      if n % 20 == 0 { try await db.execute("INSERT INTO copy VALUES (?)", n) }
      if n == 500 {
        try await db.transaction { tx in try tx.execute("INSERT INTO copy VALUES (-1)") }
        _ = try? await db.transaction { tx in
          try tx.execute("INSERT INTO copy VALUES (-2)")
          throw DatabaseError(.other, "undone")
        }
        try await db.transaction { tx in _ = try await tx.execute("INSERT INTO copy VALUES (-3)") }
        #expect(await errorKind { try await db.execute("INSERT INTO nowhere VALUES (1)") } == .noSuchTable)
        #expect(try await db.tables().count == 2)
      }
    }
    #expect(try await db.first("SELECT count(*), min(n) FROM copy")?.tuple((Int, Int).self) ?? (0, 0) == (102, -3))
    #expect(try await db.first("SELECT count(*) FROM copy WHERE n = -2")?.get(0) == 0)
    #expect(await eventually { db.statistics.active == 0 })
  }

  @Test func `A limit that stops a statement beside the rows ends it with a timeout`() async throws {
    let db = try open(true)
    try await table(db, 5_000)
    var kinds: [DatabaseError.Kind?] = []
    _ = await errorKind {
      for try await _ in db.rows("SELECT n FROM number") where kinds.isEmpty {
        kinds.append(await errorKind { _ = try await db.query(TestSQL.endless, timeout: .milliseconds(30)) })
      }
    }
    #expect(kinds == [.timeout])
    #expect(try await db.first("SELECT count(*) FROM number")?.get(0) == 5_000)
  }

  @Test func `Another task waits for the only connection until the rows end`() async throws {
    let db = try open(true)
    try await table(db, 5_000)
    var task: Task<Int?, any Error>?
    for try await row in db.rows("SELECT n FROM number") {
      if try row.get(0) == 1 { task = Task.detached { try await db.first("SELECT 8")?.get(0) } }
    }
    #expect(try await task?.value == 8)
  }

  @Test func `Blocking for what one's own rows hold fails at once`() async throws {
    // Else it would be a timeout.
    let db = try Opening.memory("pool.acquire-timeout=1h")
    try await table(db, 5_000)
    for try await _ in db.rows("SELECT n FROM number") {
      let error = await thrownError { try db.blocking.execute("DELETE FROM number") }
      #expect(error?.kind == .misuse)
      #expect(error?.message.contains("the open rows of \"SELECT n FROM number\"") == true)
      break
    }
  }
}
