import ORDA
import Testing

/// A value that is read or written in parts belongs to its transaction: it ends with it.
@Suite("Values in parts, and their transaction") struct LargeValueTests {
  static let files: SQL = """
    CREATE TABLE file (id INTEGER PRIMARY KEY, note VARCHAR(50), content LONGBLOB);
    INSERT INTO file VALUES (1, 'old', x'4F4C44')
    """
  static let content = ValuePlace("content", in: "file", key: ["id": 1])

  /// Two parts with a pause between them.
  struct Slow: AsyncSequence, Sendable {
    var pause: Duration

    struct AsyncIterator: AsyncIteratorProtocol {
      var rest = [Array("NEW1".utf8), Array("NEW2".utf8)]
      var pause: Duration

      mutating func next() async throws -> [UInt8]? {
        if rest.count < 2 { try await Task.sleep(for: pause) }
        return rest.isEmpty ? nil : rest.removeFirst()
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pause: pause) }
  }

  /// The error of work that pauses for longer than a transaction may do nothing. On a busy machine that may be noticed
  /// late: the pause is made longer then.
  private func idleError(_ work: (Duration) async throws -> Void) async throws -> DatabaseError {
    for pause in [0.5, 2, 8, 30] {
      do { try await work(.seconds(pause)) } catch { return try #require(error as? DatabaseError) }
    }
    throw CancellationError()
  }

  /// Repeats work that paused for too long only because the machine is busy.
  private func unlessIdle(_ work: () async throws -> Void) async throws {
    for _ in 1...20 {
      do { return try await work() } catch DatabaseError.Kind.transactionEnded(.rolledBack) {}
    }
    try await work()
  }

  private func contents(_ db: any Governor) async throws -> [String] {
    let row = try #require(try await db.first((String, [UInt8]).self, "SELECT note, content FROM file"))
    return [row.0, String(decoding: row.1, as: UTF8.self)]
  }

  @Test("Nothing is written when the transaction was rolled back meanwhile", arguments: Database.allCases)
  func writing(_ database: Database) async throws {
    let test = try database.opened(Self.files, options: "pool.idle-transaction=100ms")
    let db = test.db
    let error = try await idleError { pause in
      try await db.transaction { (tx: AsyncTransaction) in
        try await tx.execute("UPDATE file SET note = 'new' WHERE id = 1")
        try await tx.writeValue(at: Self.content, from: Slow(pause: pause))
      }
    }
    #expect(error.kind == .transactionEnded(.rolledBack))
    #expect(try await contents(db) == ["old", "OLD"])
  }

  @Test(
    "Nor in a transaction of its own, whether its size is known or not", arguments: Database.allCases, [nil, 8])
  func writingAlone(_ database: Database, _ count: Int?) async throws {
    let test = try database.opened(Self.files, options: "pool.idle-transaction=100ms")
    let db = test.db
    let error = try await idleError { pause in
      try await db.writeValue(at: Self.content, count: count, from: Slow(pause: pause))
    }
    #expect(error.kind == .transactionEnded(.rolledBack))
    #expect(try await contents(db) == ["old", "OLD"])
    try await unlessIdle { try await db.writeValue(at: Self.content, count: count, from: Slow(pause: .zero)) }
    #expect(try await contents(db) == ["old", "NEW1NEW2"])
  }

  @Test("Nothing more is read", arguments: Database.allCases)
  func reading(_ database: Database) async throws {
    let test = try database.opened(Self.files, options: "pool.idle-transaction=100ms")
    let db = test.db
    try await db.execute("UPDATE file SET content = ?", [UInt8](repeating: 65, count: 3000))
    let error = try await idleError { pause in
      var number = 0
      for try await chunk in db.valueChunks(at: Self.content, chunkSize: 1000) {
        number += 1
        if number == 1 { try await Task.sleep(for: pause) }
        #expect(chunk.count == 1000)
      }
    }
    #expect(error.kind == .transactionEnded(.rolledBack))
    #expect(try await db.first(Int.self, "SELECT length(content) FROM file") == 3000)
  }
}
