import ORDA
import Testing

/// A value that is read or written in parts belongs to its transaction: it ends with it.
@Suite("Values in parts, and their transaction") struct LargeValueTests {
  static let files: SQL = """
    CREATE TABLE file (id INTEGER PRIMARY KEY, note VARCHAR(50), content LONGBLOB);
    INSERT INTO file VALUES (1, 'old', x'4F4C44')
    """
  static let content = ValuePlace("content", in: "file", key: ["id": 1])

  /// Two parts, and what happens between them.
  struct Parts: AsyncSequence, Sendable {
    var pause: @Sendable () async throws -> Void = {}

    struct AsyncIterator: AsyncIteratorProtocol {
      var rest = [Array("NEW1".utf8), Array("NEW2".utf8)]
      var pause: @Sendable () async throws -> Void

      mutating func next() async throws -> [UInt8]? {
        if rest.count == 1 { try await pause() }
        return rest.isEmpty ? nil : rest.removeFirst()
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pause: pause) }
  }

  private func contents(_ db: any Governor) async throws -> [String] {
    let row = try #require(try await db.first((String, [UInt8]).self, "SELECT note, content FROM file"))
    return [row.0, String(decoding: row.1, as: UTF8.self)]
  }

  @Test("Nothing is written when the transaction was rolled back meanwhile", arguments: Database.allCases)
  func writing(_ database: Database) async throws {
    let test = try IdleDatabase(database, Self.files)
    let db = test.db
    let error = try await asyncFailure {
      try await db.transaction { (tx: AsyncTransaction) in
        try await tx.execute("UPDATE file SET note = 'new' WHERE id = 1")
        try await tx.writeValue(at: Self.content, from: Parts { try await test.letTransactionIdle() })
      }
    }
    #expect(error.kind == .transactionEnded(.rolledBack))
    #expect(try await contents(db) == ["old", "OLD"])
  }

  @Test(
    "Nor in a transaction of its own, whether its size is known or not", arguments: Database.allCases, [nil, 8])
  func writingAlone(_ database: Database, _ count: Int?) async throws {
    let test = try IdleDatabase(database, Self.files)
    let db = test.db
    let error = try await asyncFailure {
      try await db.writeValue(at: Self.content, count: count, from: Parts { try await test.letTransactionIdle() })
    }
    #expect(error.kind == .transactionEnded(.rolledBack))
    #expect(try await contents(db) == ["old", "OLD"])
    try await db.writeValue(at: Self.content, count: count, from: Parts())
    #expect(try await contents(db) == ["old", "NEW1NEW2"])
  }

  @Test("Nothing more is read", arguments: Database.allCases)
  func reading(_ database: Database) async throws {
    let test = try IdleDatabase(database, Self.files)
    let db = test.db
    try await db.execute("UPDATE file SET content = ?", [UInt8](repeating: 65, count: 3000))
    var count = 0
    let error = try await asyncFailure {
      for try await chunk in db.valueChunks(at: Self.content, chunkSize: 10) {
        #expect(chunk.count == 10)
        count += 1
        try await test.letTransactionIdle()
      }
    }
    #expect(count < 300)
    #expect(error.kind == .transactionEnded(.rolledBack))
    #expect(try await db.first(Int.self, "SELECT length(content) FROM file") == 3000)
  }
}
