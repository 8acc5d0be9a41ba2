import Foundation
import ORDA
import Synchronization
import Testing

@testable import ORDASQLite

@Suite("Many threads")
struct ThreadsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [true, false]) func `A kept statement on eight threads at once`(inMemory: Bool) async throws {
    let db = try inMemory ? Opening.memory() : Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
    let rows = (0..<100).map { (n: Int) -> Parameters in [n, "name \(n)"] }
    _ = try await db.prepare("INSERT INTO t VALUES (?, ?)").executeMany(rows)
    let statement = try await db.prepare("SELECT name FROM t WHERE id >= ? ORDER BY id LIMIT 2")
    let wrong = Collected<String>()
    await onThreads(8) { thread in
      for round in 0..<400 {
        let id = (thread * 31 + round) % 99
        do {
          let names = try statement.query(id).rows.map { try $0.get(0, as: String.self) }
          if names != ["name \(id)", "name \(id + 1)"] { wrong.add("\(id): \(names)") }
        } catch { wrong.add("\(error)") }
      }
    }
    #expect(wrong.all.isEmpty, "\(wrong.all.prefix(3))")
  }

  @Test(arguments: [true, false]) func `Eight writers of a thousand increments make eight thousand`(
    inMemory: Bool
  ) async throws {
    let db = try inMemory ? Opening.memory() : Opening.file(in: folder)
    try await db.execute("CREATE TABLE counter (n INTEGER)")
    try await db.execute("INSERT INTO counter VALUES (0)")
    let wrong = Collected<String>()
    let isOver = SharedResource(Atomic(false))
    async let readers: Void = onThreads(2) { _ in
      var last = 0
      while !isOver.value.load(ordering: .relaxed) {
        do {
          let seen = try db.first("SELECT n FROM counter")?.get(0, as: Int.self) ?? -1
          if seen < last { wrong.add("\(seen) after \(last)") }
          last = seen
        } catch { wrong.add("\(error)") }
      }
    }
    await onThreads(8) { thread in
      do {
        for round in 0..<1_000 {
          if (thread + round) % 2 == 0 {
            try db.execute("UPDATE counter SET n = n + 1")
          } else {
            try db.transaction { tx in
              let n = try tx.first("SELECT n FROM counter")?.get(0, as: Int.self) ?? 0
              try tx.execute("UPDATE counter SET n = ?", n + 1)
            }
          }
        }
      } catch { wrong.add("\(error)") }
    }
    isOver.value.store(true, ordering: .relaxed)
    await readers
    #expect(wrong.all.isEmpty, "\(wrong.all.prefix(3))")
    #expect(try await db.first("SELECT n FROM counter")?.get(0) == 8_000)
  }

  @Test func `Two governors of one file count together`() async throws {
    let governors = try (0..<2).map { _ in try Opening.file(in: folder, "busy-timeout=1h") }
    try await governors[0].execute("CREATE TABLE counter (n INTEGER)")
    try await governors[0].execute("INSERT INTO counter VALUES (0)")
    let wrong = Collected<String>()
    await onThreads(4) { thread in
      let db = governors[thread % 2]
      do {
        for round in 0..<250 {
          if round % 2 == 0 {
            try db.execute("UPDATE counter SET n = n + 1")
          } else {
            try db.transaction { tx in
              let n = try tx.first("SELECT n FROM counter")?.get(0, as: Int.self) ?? 0
              try tx.execute("UPDATE counter SET n = ?", n + 1)
            }
          }
        }
      } catch { wrong.add("\(error)") }
    }
    #expect(wrong.all.isEmpty, "\(wrong.all.prefix(3))")
    for db in governors { #expect(try await db.first("SELECT n FROM counter")?.get(0) == 1_000) }
  }

  @Test func `A read begun after a write returned sees it`() async throws {
    let db = try Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (thread INTEGER PRIMARY KEY, n INTEGER)")
    let wrong = Collected<String>()
    await onThreads(8) { thread in
      do {
        try db.execute("INSERT INTO t VALUES (?, 0)", thread)
        for n in 1...1_250 {
          try db.execute("UPDATE t SET n = ? WHERE thread = ?", n, thread)
          let seen = try db.first("SELECT n FROM t WHERE thread = ?", thread)?.get(0, as: Int.self)
          if seen != n { wrong.add("\(String(describing: seen)) for \(n)") }
        }
      } catch { wrong.add("\(error)") }
    }
    #expect(wrong.all.isEmpty, "\(wrong.all.prefix(3))")
  }

  @Test func `A thread that waits too long is told who holds the writer`() async throws {
    let db = try Opening.file(in: folder, "pool.acquire-timeout=100ms")
    let (isHeld, isOver) = (Event(), Event())
    let line: UInt = #line + 2
    async let holder: Void = onThreads(1) { _ in
      try? db.withConnection { _ in
        isHeld.signal()
        isOver.wait()
      }
    }
    try await isHeld.wait()
    let errors = Collected<DatabaseError>()
    await onThreads(1) { _ in
      do { try db.execute("CREATE TABLE t (a)") } catch { (error as? DatabaseError).map(errors.add) }
      do {
        try db.withConnection(timeout: .milliseconds(20)) { _ in }
      } catch { (error as? DatabaseError).map(errors.add) }
    }
    if let error = await thrownError({ try await db.execute("CREATE TABLE t (a)") }) { errors.add(error) }
    isOver.signal()
    await holder
    #expect(errors.all.map(\.kind) == [.timeout, .timeout, .timeout])
    for error in errors.all {
      let holder = "the closure at ORDASQLiteTests/ThreadsTests.swift:\(line), for "
      #expect(error.message.contains(holder), "\(error.message)")
    }
    #expect(errors.all.first?.message.contains("no connection came free within 0.1 seconds") == true)
  }
}
