import Foundation
import Logging
import Testing

@testable import ORDA

@Suite("Readers that hold the log back")
struct LongReaderTests {
  let folder: TemporaryFolder
  let kept = RecordedLog()

  init() throws { folder = try TemporaryFolder() }

  private func open(_ options: String, age: Duration, every: Duration = .zero) throws -> any Governor {
    var configuration = GovernorConfiguration(logger: kept.logger(.warning))
    configuration.fixedLimits.longReader = age
    configuration.fixedLimits.logCheck = every
    return try Opening.file(in: folder, options, configuration: configuration)
  }

  private func write(_ db: any Governor, times: Int = 20) async throws {
    for _ in 0..<times { try await db.execute("INSERT INTO t VALUES (zeroblob(20000))") }
  }

  @Test func `They are named when the log has outgrown its limit`() async throws {
    let db = try open("wal-limit=64KiB", age: .zero)
    try await db.execute("CREATE TABLE t (a)")
    try await db.execute("INSERT INTO t \(TestSQL.numbers(5_000))")
    for try await _ in db.rows("SELECT a FROM t") {
      try await write(db)
      break
    }
    let warning = try #require(kept.entries.first?.line)
    #expect(warning.hasPrefix("long readers hold the database's log back"))
    #expect(warning.contains("held by: the open rows of \"SELECT a FROM t\", for "), "\(warning)")
    #expect(warning.contains("limit: 65536"))
  }

  @Test func `Not before their time, not within the limit, and not too often`() async throws {
    for (limit, age, every, expected) in [
      ("wal-limit=64KiB", Duration.seconds(3_600), Duration.zero, 0), ("wal-limit=64MiB", .zero, .zero, 0),
      ("wal-limit=64KiB", .zero, .seconds(3_600), 1),
    ] {
      let before = kept.entries.count
      let db = try open(limit, age: age, every: every)
      try await db.execute("CREATE TABLE IF NOT EXISTS t (a)")
      try await write(db, times: 1)
      for try await _ in db.rows(TestSQL.numbers(10_000)) {
        try await write(db)
        break
      }
      #expect(kept.entries.count - before <= expected, "\(limit) \(age) \(kept.entries)")
      try await db.close()
    }
  }

  @Test func `The log is cut to its limit once nobody holds it back`() async throws {
    let db = try open("wal-limit=64KiB", age: .seconds(3_600))
    try await db.execute("CREATE TABLE t (a)")
    try await db.execute("CREATE TABLE number (n)")
    try await db.execute("INSERT INTO number \(TestSQL.numbers(10_000))")
    for try await _ in db.rows("SELECT n FROM number") {
      try await write(db, times: 300)
      break
    }
    #expect(try size() > 5_000_000)
    #expect(await eventually { db.statistics.active == 0 })
    try await write(db, times: 3)
    #expect(try size() <= 5_000_000)
  }

  /// The size of the log's file, asked of the file system without opening it.
  private func size() throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("a.db-wal"))
    return attributes[.size] as? Int ?? 0
  }
}
