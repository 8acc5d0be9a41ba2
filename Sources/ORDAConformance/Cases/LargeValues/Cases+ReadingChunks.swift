import ORDA
internal import ORDAThreads

extension ConformanceSuite {
  static let chunkReadingCases: [ConformanceCase] = [
    ConformanceCase("chunks.read.sizes", "A value of bytes is read in chunks of any size, in order and whole.") { run in
      let bytes = patternBytes(10_000)
      let table = try run.files(["a": bytes])
      for size in [1 << 20, 10_000, 9_999, 4096, 1000, 7] {
        var chunks: [Int] = []
        var all: [UInt8] = []
        let count = try run.db.readValue(at: table.content("a"), chunkSize: size) { chunk in
          chunks.append(chunk.count)
          all += chunk
        }
        run.expect(count, equals: 10_000)
        run.expect(all == bytes, "other bytes in chunks of \(size)")
        run.expect(chunks.allSatisfy { (1...size).contains($0) }, "chunks of \(size) have \(chunks) bytes")
      }
    },
    ConformanceCase("chunks.read.large", "A value of several MiB is read in chunks.") { run in
      let bytes = patternBytes(9 << 20)
      let table = try run.files(["a": bytes])
      var all: [UInt8] = []
      try run.expect(run.db.readValue(at: table.content("a")) { all += $0 }, equals: 9 << 20)
      run.expect(all == bytes, "other bytes")
    },
    ConformanceCase("chunks.read.empty", "An empty value has no chunks, and NULL has none and no size.") { run in
      let table = try run.files(["empty": [], "null": nil])
      try run.expect(run.db.readValue(at: table.content("empty")) { _ in run.fail("a chunk") }, equals: 0)
      try run.expect(run.db.readValue(at: table.content("null")) { _ in run.fail("a chunk") }, equals: nil)
    },
    ConformanceCase("chunks.read.text", "A text is read as its UTF-8.") { run in
      let text = String(repeating: "grüße, 世界 🎷; ", count: 100)
      let table = try run.table(.required("n", .int), .column("t", .text(maximum: nil)), primaryKey: ["n"])
      try run.db.execute("INSERT INTO \(table) (n, t) VALUES (1, ?)", text)
      var all: [UInt8] = []
      try run.db.readValue(at: ValuePlace("t", in: table.name, key: ["n": 1]), chunkSize: 10) { all += $0 }
      run.expect(String(decoding: all, as: UTF8.self), equals: text)
    },
    ConformanceCase("chunks.read.missing", "A row, a column, a table or a key that is not there is told of.") { run in
      let table = try run.files(["a": [1]])
      run.expect(throws: .noSuchRow) { try run.db.readValue(at: table.content("b")) { _ in } }
      run.expect(throws: .noSuchColumn) {
        try run.db.readValue(at: ValuePlace("nowhere", in: table.name, key: ["name": "a"])) { _ in }
      }
      run.expect(throws: .noSuchColumn) {
        try run.db.readValue(at: ValuePlace("content", in: table.name, key: ["nowhere": "a"])) { _ in }
      }
      run.expect(throws: .noSuchTable) {
        try run.db.readValue(at: ValuePlace("content", in: run.reserve().name, key: ["name": "a"])) { _ in }
      }
      run.expect(throws: .misuse) { try run.db.readValue(at: ValuePlace("content", in: table.name, key: [:])) { _ in } }
      run.expect(throws: .misuse) { try run.db.readValue(at: table.content("a"), chunkSize: 0) { _ in } }
    },
    ConformanceCase("chunks.read.several", "A key that several rows have is refused.") { run in
      let table = try run.files(["a": [1], "b": [2]])
      run.expect(throws: .misuse) {
        try run.db.readValue(at: ValuePlace("content", in: table.name, key: ["kind": 1])) { _ in }
      }
    },
    ConformanceCase("chunks.read.type", "A number is no value to be read in chunks.") { run in
      let table = try run.numbers(1)
      run.expect(throws: .typeMismatch) {
        try run.db.readValue(at: ValuePlace("n", in: table.name, key: ["n": 1])) { _ in }
      }
    },
    ConformanceCase("chunks.read.thrown", "What the closure throws comes back, and the connection is free.") { run in
      let table = try run.files(["a": patternBytes(5000)])
      var chunks = 0
      run.expectSecondThoughts {
        try run.db.readValue(at: table.content("a"), chunkSize: 1000) { _ in
          chunks += 1
          if chunks == 2 { throw SecondThoughts() }
        }
      }
      run.expect(chunks, equals: 2)
      run.expect(run.db.statistics.active, equals: 0)
      try run.expect(run.db.execute("DELETE FROM \(table)").changed, equals: 1)
    },
    ConformanceCase("chunks.read.within", "In a transaction it reads what that wrote.") { run in
      let table = try run.files(["a": [1]])
      try run.db.transaction { tx in
        try tx.execute("UPDATE \(table) SET content = ? WHERE name = 'a'", [2, 3] as [UInt8])
        var all: [UInt8] = []
        try tx.readValue(at: table.content("a"), chunkSize: 1) { all += $0 }
        run.expect(all, equals: [2, 3])
        try run.db.readValue(at: table.content("a")) { run.expect(Array($0), equals: [2, 3]) }
        try run.expect(run.count(table, on: tx), equals: 1)
      }
    },
    ConformanceCase(awaited: "chunks.read.awaited", "It reads also where it is awaited.") { run in
      let bytes = patternBytes(3000)
      let table = try await onThread { try run.files(["a": bytes]) }
      let all = Lock<[UInt8]>([])
      let count = try await run.db.readValue(at: table.content("a"), chunkSize: 999) { chunk in
        let part = Array(chunk)
        all.withLock { $0 += part }
      }
      run.expect(count, equals: 3000)
      run.expect(all.withLock { $0 } == bytes, "other bytes")
      try await run.db.transaction { tx in
        let count = try await tx.readValue(at: table.content("a")) { _ in }
        run.expect(count, equals: 3000, "in a transaction")
      }
    },
    ConformanceCase(awaited: "chunks.read.sequence", "A value is an asynchronous sequence of chunks, each time anew.") {
      run in
      let bytes = patternBytes(3000)
      let table = try await onThread { try run.files(["a": bytes, "empty": [], "null": nil]) }
      let chunks = run.db.valueChunks(at: table.content("a"), chunkSize: 1000)
      for _ in 1...2 {
        var all: [UInt8] = []
        for try await chunk in chunks {
          run.expect(chunk.count, equals: 1000)
          all += chunk
        }
        run.expect(all == bytes, "other bytes")
      }
      for name in ["empty", "null"] {
        for try await _ in run.db.valueChunks(at: table.content(name)) { run.fail("a chunk of \(name)") }
      }
      try await run.untilIdle(run.db)
      await run.expect(throws: .noSuchRow) {
        for try await _ in run.db.valueChunks(at: table.content("nobody")) { run.fail("a chunk") }
      }
      try await run.untilIdle(run.db)
    },
    ConformanceCase(
      awaited: "chunks.read.left", "A loop that is left gives the connection back, and so does a cancelled one."
    ) { run in
      let table = try await onThread { try run.files(["a": patternBytes(3000)]) }
      let db = run.db
      for try await _ in db.valueChunks(at: table.content("a"), chunkSize: 10) { break }
      try await run.untilIdle(db)
      let task = Task {
        var count = 0
        for try await _ in db.valueChunks(at: table.content("a"), chunkSize: 10) {
          count += 1
          if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
        }
        return count
      }
      await run.expect(throws: .cancelled) { try await task.value }
      try await run.untilIdle(db)
      try await run.expect(db.execute("DELETE FROM \(table)").changed, equals: 1)
    },
  ]
}

/// Bytes in which no two places look alike.
func patternBytes(_ count: Int) -> [UInt8] {
  var state: UInt32 = 1
  return (0..<count).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(truncatingIfNeeded: state >> 24)
  }
}

extension ConformanceRun {
  /// A table of named contents, all of kind 1.
  func files(_ contents: KeyValuePairs<String, [UInt8]?>) throws -> ConformanceTable {
    let table = try table(
      .required("name", .text(maximum: 20)), .required("kind", .int), .column("content", .bytes(maximum: 1 << 30)),
      primaryKey: ["name"])
    for (name, content) in contents {
      try db.execute("INSERT INTO \(table) (name, kind, content) VALUES (?, 1, ?)", name, content)
    }
    return table
  }
}

extension ConformanceTable {
  /// The place of a name's content, in a table of ``ConformanceRun/files(_:)``.
  func content(_ name: String) -> ValuePlace { ValuePlace("content", in: self.name, key: ["name": name]) }
}
