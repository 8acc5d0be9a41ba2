import ORDA

extension ConformanceSuite {
  static let chunkWritingCases: [ConformanceCase] = [
    ConformanceCase(
      "chunks.write.sizes", "A value is written in chunks of any size, whether its size is announced or not."
    ) { run in
      let bytes = patternBytes(10_000)
      let table = try run.files(["a": nil, "b": [1, 2, 3]])
      for (announced, size) in [(10_000, 4096), (nil, 4096), (10_000, 10_000), (nil, 1), (10_000, 9_999)] {
        for name in ["a", "b"] {
          try run.db.writeValue(at: table.content(name), count: announced) { writer in
            for start in stride(from: 0, to: bytes.count, by: size) {
              try writer.write(bytes[start..<min(start + size, bytes.count)])
            }
            run.expect(writer.count, equals: 10_000)
          }
          try run.expect(run.content(name, of: table) == bytes, "other bytes in chunks of \(size)")
        }
      }
    },
    ConformanceCase("chunks.write.large", "A value of several MiB is written in chunks, and read again.") { run in
      let part = patternBytes(1 << 20)
      let table = try run.files(["a": [], "b": []])
      for (name, announced) in [("a", 9 << 20), ("b", nil)] {
        try run.db.writeValue(at: table.content(name), count: announced) { writer in
          for _ in 1...9 { try writer.write(part) }
        }
        var all: [UInt8] = []
        try run.expect(run.db.readValue(at: table.content(name)) { all += $0 }, equals: 9 << 20)
        run.expect(all.prefix(1 << 20).elementsEqual(part) && all.suffix(1 << 20).elementsEqual(part), "other bytes")
      }
    },
    ConformanceCase("chunks.write.empty", "No chunks, and empty ones, are an empty value.") { run in
      let table = try run.files(["a": [1], "b": nil])
      try run.db.writeValue(at: table.content("a")) { _ in }
      try run.db.writeValue(at: table.content("b"), count: 0) { try $0.write([]) }
      try run.expect(run.content("a", of: table), equals: [])
      try run.expect(run.content("b", of: table), equals: [])
    },
    ConformanceCase(
      "chunks.write.count", "Another number of bytes than was announced is refused, and nothing is written."
    ) { run in
      let table = try run.files(["a": [1, 2, 3]])
      for bytes in [[], [1], [1, 2, 3, 4, 5, 6]] as [[UInt8]] {
        run.expect(throws: .misuse) { try run.db.writeValue(at: table.content("a"), count: 4) { try $0.write(bytes) } }
        try run.expect(run.content("a", of: table), equals: [1, 2, 3])
      }
      run.expect(throws: .misuse) { try run.db.writeValue(at: table.content("a"), count: -1) { _ in } }
    },
    ConformanceCase("chunks.write.thrown", "Where the closure throws, the old value stays.") { run in
      let table = try run.files(["a": [1, 2, 3]])
      for announced in [10, nil] {
        run.expectSecondThoughts {
          try run.db.writeValue(at: table.content("a"), count: announced) { writer in
            try writer.write([9, 9, 9])
            throw SecondThoughts()
          }
        }
        try run.expect(run.content("a", of: table), equals: [1, 2, 3])
      }
      run.expect(run.db.statistics.active, equals: 0)
    },
    ConformanceCase("chunks.write.missing", "A row that is not there, and a key that several rows have, are refused.") {
      run in
      let table = try run.files(["a": [1], "b": [2]])
      for announced in [1, nil] {
        run.expect(throws: .noSuchRow) {
          try run.db.writeValue(at: table.content("nobody"), count: announced) { try $0.write([3]) }
        }
        run.expect(throws: .misuse) {
          let place = ValuePlace("content", in: table.name, key: ["kind": 1])
          try run.db.writeValue(at: place, count: announced) { try $0.write([3]) }
        }
      }
      run.expect(throws: .noSuchColumn) {
        try run.db.writeValue(at: ValuePlace("nowhere", in: table.name, key: ["name": "a"])) { try $0.write([3]) }
      }
      run.expect(throws: .noSuchTable) {
        try run.db.writeValue(at: run.reserve().content("a")) { try $0.write([3]) }
      }
      try run.expect(run.content("a", of: table), equals: [1])
      try run.expect(run.content("b", of: table), equals: [2])
    },
    ConformanceCase("chunks.write.within", "In a transaction it is undone with it, and kept with it.") { run in
      let table = try run.files(["a": [1]])
      run.expectSecondThoughts {
        try run.db.transaction { tx in
          try tx.writeValue(at: table.content("a"), count: 2) { try $0.write([2, 3]) }
          try run.expect(run.content("a", of: table), equals: [2, 3], "within")
          throw SecondThoughts()
        }
      }
      try run.expect(run.content("a", of: table), equals: [1])
      try run.db.transaction { try $0.writeValue(at: table.content("a")) { try $0.write([4, 5]) } }
      try run.expect(run.content("a", of: table), equals: [4, 5])
    },
    ConformanceCase(
      "chunks.write.nested", "One that fails in a transaction undoes itself alone.", needs: [.savepoints]
    ) { run in
      let table = try run.files(["a": [1], "b": [1]])
      try run.db.transaction { tx in
        try tx.writeValue(at: table.content("a")) { try $0.write([2]) }
        run.expect(throws: .misuse) { try tx.writeValue(at: table.content("b"), count: 9) { try $0.write([2]) } }
      }
      try run.expect(run.content("a", of: table), equals: [2])
      try run.expect(run.content("b", of: table), equals: [1])
    },
    ConformanceCase("chunks.write.unique", "A value that an index holds is written as well.") { run in
      let table = try run.table(
        .required("n", .int), .column("b", .bytes(maximum: 20)), primaryKey: ["n"], unique: [["b"]])
      try run.db.execute("INSERT INTO \(table) (n, b) VALUES (1, ?)", [9] as [UInt8])
      try run.db.execute("INSERT INTO \(table) (n, b) VALUES (2, ?)", [8] as [UInt8])
      let place = ValuePlace("b", in: table.name, key: ["n": 1])
      for announced in [3, nil] {
        try run.db.writeValue(at: place, count: announced) { try $0.write([1, 2, 3]) }
        try run.expect(run.db.first([UInt8].self, "SELECT b FROM \(table) WHERE n = 1"), equals: [1, 2, 3])
        run.expect(throws: .constraint(.unique)) {
          try run.db.writeValue(at: place, count: announced.map { _ in 1 }) { try $0.write([8]) }
        }
      }
      try run.expect(run.db.first(Int.self, "SELECT n FROM \(table) WHERE b = ?", [1, 2, 3] as [UInt8]), equals: 1)
    },
    ConformanceCase(awaited: "chunks.write.awaited", "It writes also where it is awaited.") { run in
      let table = try await onThread { try run.files(["a": nil]) }
      try await run.db.writeValue(at: table.content("a"), count: 4) { writer in
        try writer.write([1, 2])
        try writer.write([3, 4])
      }
      try await run.expect(run.awaitedContent("a", of: table), equals: [1, 2, 3, 4])
      try await run.db.transaction { tx in
        await Task.yield()
        try await tx.writeValue(at: table.content("a")) { try $0.write([5]) }
      }
      try await run.expect(run.awaitedContent("a", of: table), equals: [5])
    },
    ConformanceCase(awaited: "chunks.write.sequence", "A value is written from an asynchronous sequence of chunks.") {
      run in
      let table = try await onThread { try run.files(["a": nil, "b": [7]]) }
      let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
      let writing = Task { try await run.db.writeValue(at: table.content("a"), from: chunks) }
      for number in 1...9 {
        continuation.yield([UInt8](repeating: UInt8(number), count: 100))
        await Task.yield()
      }
      continuation.finish()
      try await writing.value
      let content = try await run.awaitedContent("a", of: table)
      run.expect(content == (1...9).flatMap { [UInt8](repeating: UInt8($0), count: 100) }, "other bytes")
      // One value is copied into another with neither in memory.
      try await run.db.transaction { tx in
        try await tx.writeValue(
          at: table.content("b"), count: 3,
          from: AsyncStream<[UInt8]> { stream in
            stream.yield([1])
            stream.yield([2, 3])
            stream.finish()
          })
      }
      try await run.expect(run.awaitedContent("b", of: table), equals: [1, 2, 3])
    },
    ConformanceCase(
      awaited: "chunks.write.broken", "Where the sequence throws, or the task is cancelled, the old value stays."
    ) { run in
      let table = try await onThread { try run.files(["a": [1, 2, 3]]) }
      for announced in [10, nil] {
        await run.expectSecondThoughts {
          let chunks = AsyncThrowingStream<[UInt8], any Error> { stream in
            stream.yield([9, 9])
            stream.finish(throwing: SecondThoughts())
          }
          try await run.db.writeValue(at: table.content("a"), count: announced, from: chunks)
        }
        try await run.untilIdle(run.db)
        try await run.expect(run.awaitedContent("a", of: table), equals: [1, 2, 3])
      }
      let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
      continuation.yield([9])
      let writing = Task { try await run.db.writeValue(at: table.content("a"), count: 10, from: chunks) }
      try await run.until { run.db.statistics.active == 1 }
      writing.cancel()
      await run.expect(throws: .cancelled, .misuse) { try await writing.value }
      try await run.untilIdle(run.db)
      try await run.expect(run.awaitedContent("a", of: table), equals: [1, 2, 3])
    },
  ]
}

extension ConformanceRun {
  fileprivate func content(_ name: String, of table: ConformanceTable) throws -> [UInt8]? {
    try db.first([UInt8]?.self, "SELECT content FROM \(table) WHERE name = ?", name) ?? nil
  }

  fileprivate func awaitedContent(_ name: String, of table: ConformanceTable) async throws -> [UInt8]? {
    try await onThread { try self.content(name, of: table) }
  }
}
