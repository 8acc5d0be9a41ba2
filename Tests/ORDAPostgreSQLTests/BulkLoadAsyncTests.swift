import Foundation
import ORDA
import ORDAPostgreSQL
import ORDATesting
import PostgreSQLTestServer
import TestSupport
import Testing

@Suite("Awaited bulk loads", .ownThread)
struct BulkLoadAsyncTests {
  struct Broken: Error {}

  /// A table, and a governor with one connection: who waits for that waits until a load has ended.
  private static func table(
    _ name: String, configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    let db = try PostgreSQLServer.open("pool.max=1&pool.acquire-timeout=1h", configuration: configuration)
    try db.blocking.executeScript(
      SQL(text: "DROP TABLE IF EXISTS \(name); CREATE TABLE \(name) (id INT PRIMARY KEY, t TEXT)"))
    return db
  }

  private static func error(_ body: () async throws -> Void) async -> DatabaseError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  @Test("Rows of an asynchronous sequence, and of a plain one")
  func rows() async throws {
    let db = try Self.table("awaited_rows")
    let numbers = AsyncStream<Int> { continuation in
      for number in 0..<200_000 { continuation.yield(number) }
      continuation.finish()
    }
    let count = try await PostgreSQL.bulkLoad(db, into: "awaited_rows", columns: ["id", "t"], rows: numbers) {
      id, row in
      try row.append(id, "row \(id) that has some letters more")
    }
    #expect(count == 200_000)
    let more = try await PostgreSQL.bulkLoad(db, into: "awaited_rows", columns: ["id"], rows: 200_000..<200_010) {
      try $1.append($0)
    }
    #expect(more == 10)
    let none = try await PostgreSQL.bulkLoad(db, into: "awaited_rows", columns: ["id"], rows: [Int]()) {
      try $1.append($0)
    }
    #expect(none == 0)
    #expect(try await db.first(Int.self, "SELECT COUNT(*) FROM awaited_rows") == 200_010)
    try await db.execute("DROP TABLE awaited_rows")
    #expect(db.statistics.active == 0)
    try await db.close(within: .zero)
  }

  @Test("An error of the sequence undoes the load", arguments: [0, 10, 150_000])
  func broken(_ place: Int) async throws {
    let db = try Self.table("awaited_broken_\(place)")
    let numbers = AsyncThrowingStream<Int, any Error> { continuation in
      for number in 0..<place { continuation.yield(number) }
      continuation.finish(throwing: Broken())
    }
    await #expect(throws: Broken.self) {
      try await PostgreSQL.bulkLoad(
        db, into: TableName(name: "awaited_broken_\(place)"), columns: ["id", "t"], rows: numbers
      ) { id, row in try row.append(id, "row \(id) that has some letters more") }
    }
    let table = SQL("SELECT COUNT(*) FROM \(identifier: "awaited_broken_\(place)")")
    #expect(try await db.first(Int.self, table) == 0)
    try await db.execute("DROP TABLE \(identifier: "awaited_broken_\(place)")")
    #expect(db.statistics.active == 0)
    try await db.close(within: .zero)
  }

  @Test("A row that is refused ends the load of a sequence without end, with the server's error")
  func refused() async throws {
    let db = try Self.table("awaited_refused")
    let made = Made()
    let error = await Self.error {
      try await PostgreSQL.bulkLoad(
        db, into: "awaited_refused", columns: ["id", "t"], rows: Endless(made: made)
      ) { id, row in try row.append(id % 1000, "row \(id) that has some letters more") }
    }
    #expect(error?.kind == .constraint(.primaryKey))
    // Also one that is not called for another element.
    let (stalled, continuation) = AsyncStream<Int>.makeStream()
    for number in 0..<100_000 { continuation.yield(number / 2) }
    let begun = Event()
    let later = Task {
      try await begun.wait()
      // The connection is free once the load has ended by itself; the next element only lets the caller see it.
      _ = try await db.query("SELECT 1")
      continuation.yield(7)
    }
    let stalledError = await Self.error {
      try await PostgreSQL.bulkLoad(db, into: "awaited_refused", columns: ["id", "t"], rows: stalled) { id, row in
        if id == 0 { begun.signal() }
        try row.append(id, "row \(id) that has some letters more")
      }
    }
    #expect(stalledError?.kind == .constraint(.primaryKey))
    try await later.value
    let none = await Self.error {
      try await PostgreSQL.bulkLoad(db, into: "awaited_nowhere", columns: ["id"], rows: Endless(made: made)) {
        try $1.append($0)
      }
    }
    #expect(none?.kind == .noSuchTable)
    #expect(try await db.first(Int.self, "SELECT COUNT(*) FROM awaited_refused") == 0)
    try await db.execute("DROP TABLE awaited_refused")
    try await db.close(within: .zero)
  }

  @Test("Notices of a trigger are no refusal, however many there are")
  func notices() async throws {
    let db = try Self.table("awaited_notices")
    try await db.executeScript(
      """
      CREATE OR REPLACE FUNCTION awaited_notice() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE WARNING 'row % %', NEW.id, repeat('x', 300); RETURN NEW; END $$;
      CREATE TRIGGER awaited_notices BEFORE INSERT ON awaited_notices FOR EACH ROW EXECUTE FUNCTION awaited_notice();
      """)
    // The server takes far longer for these than the rest of a notice may take.
    let count = try await PostgreSQL.bulkLoad(db, into: "awaited_notices", columns: ["id", "t"], rows: 0..<20_000) {
      try $1.append($0, String(repeating: "y", count: 500))
    }
    #expect(count == 20_000)
    try await db.executeScript("DROP TABLE awaited_notices; DROP FUNCTION awaited_notice")
    try await db.close(within: .zero)
  }

  @Test("Cancelling undoes the load", arguments: [0, 10, 200_000])
  func cancelled(_ limit: Int) async throws {
    let name = TableName(name: "awaited_cancelled_\(limit)")
    let db = try Self.table(name.name)
    let made = Made()
    let task = Task {
      try await PostgreSQL.bulkLoad(db, into: name, columns: ["id", "t"], rows: Endless(made: made)) { id, row in
        try row.append(id, "row \(id) that has some letters more")
      }
    }
    try await made.wait(for: limit)
    task.cancel()
    let error = await Self.error { _ = try await task.value }
    #expect(error?.kind == .cancelled)
    #expect(try await db.first(Int.self, "SELECT COUNT(*) FROM \(identifier: name.name)") == 0)
    try await db.execute("DROP TABLE \(identifier: name.name)")
    #expect(db.statistics.active == 0)
    try await db.close(within: .zero)
  }

  @Test("A time limit ends a load whose sequence gives nothing", arguments: [0, 3])
  func limit(_ count: Int) async throws {
    let name = TableName(name: "awaited_limit_\(count)")
    let clock = TestClock()
    let db = try Self.table(name.name, configuration: clock.configuration)
    let (made, stands, goesOn) = (Made(), Event(), Event())
    let stalled = AsyncStream<Int>(unfolding: {
      let number = made.next()
      if number == count {
        stands.signal()
        try? await goesOn.wait()
      }
      return number <= count ? number : nil
    })
    let task = Task {
      try await PostgreSQL.bulkLoad(db, into: name, columns: ["id"], rows: stalled, timeout: .milliseconds(500)) {
        try $1.append($0)
      }
    }
    try await stands.wait()
    clock.advance(by: .milliseconds(500))
    // The connection is free at the limit, and the error is known with the next element.
    try await db.execute("DROP TABLE \(identifier: name.name)")
    goesOn.signal()
    let error = await Self.error { _ = try await task.value }
    #expect(error?.kind == .timeout)
    #expect(db.statistics.active == 0)
    try await db.close(within: .zero)
  }

  /// In a process of its own, where nobody else keeps Swift's threads busy.
  @Test("Tasks that make rows slower than the server takes them keep no other one waiting")
  func othersTurn() async {
    await #expect(processExitsWith: .success) {
      let db = try PostgreSQLServer.open("pool.max=\(OthersTurn.count)")
      try await db.executeScript("DROP TABLE IF EXISTS awaited_turns; CREATE TABLE awaited_turns (id INT, t TEXT)")
      let turn = OthersTurn(step: .milliseconds(5))
      let text = String(repeating: "x", count: 50_000)
      let isGiven = await turn.isGiven { number in
        try await PostgreSQL.bulkLoad(db, into: "awaited_turns", columns: ["id", "t"], rows: 0..<1000) {
          try turn.step(of: number)
          try $1.append($0, text)
        }
      }
      #expect(isGiven)
      try await db.execute("DROP TABLE awaited_turns")
      try await db.close(within: .zero)
    }
  }
}

/// Counts elements.
final class Made: Sendable {
  private let made = Shared(0)
  var count: Int { made.current }

  func next() -> Int {
    made.with { made in
      defer { made += 1 }
      return made
    }
  }

  /// Suspends this task until there are so many.
  func wait(for count: Int) async throws { try await made.wait { $0 >= count } }
}

/// Numbers as good as without end: a load that nothing ends must not fill the disk.
struct Endless: AsyncSequence, Sendable {
  let made: Made
  func makeAsyncIterator() -> Iterator { Iterator(made: made) }

  struct Iterator: AsyncIteratorProtocol {
    let made: Made
    mutating func next() async -> Int? {
      let number = made.next()
      return number < 20_000_000 ? number : nil
    }
  }
}
