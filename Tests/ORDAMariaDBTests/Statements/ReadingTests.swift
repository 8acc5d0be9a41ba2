import Foundation
import ORDA
import Testing

@Suite("Reading rows on MariaDB")
struct ReadingTests {
  static let table: SQL = """
    CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(40));
    INSERT INTO t SELECT seq, concat('name ', seq) FROM seq_1_to_5000;
    """

  @Test("Beside rows of every size another statement runs", arguments: [0, 1, 2, 300, 5000])
  func interleaving(count: Int) throws {
    let test = try TestDatabase("pool.max=1", Self.table)
    try test.db.withConnection { connection in
      for _ in 1...2 {
        var seen = 0
        try connection.forEach("SELECT id, name FROM t WHERE id <= ? ORDER BY id", count) { row in
          let before: String = try row.get(1)
          #expect(try connection.first(Int.self, "SELECT n FROM (SELECT 7 AS n) AS x WHERE n > ?", 1) == 7)
          // The row is still there, and so are those to come.
          let after: String = try row.get(1)
          let id: Int = try row.get(0)
          seen += 1
          if before != "name \(seen)" || after != before || id != seen {
            Issue.record("row \(seen): \(before) \(after)")
          }
        }
        #expect(seen == count)
      }
    }
  }

  @Test func `Two readings in turn, and one within itself`() throws {
    let test = try TestDatabase("pool.max=1", Self.table)
    try test.db.withConnection { connection in
      var first = try connection.rows("SELECT id FROM t ORDER BY id")
      var second = try connection.rows("SELECT id FROM t ORDER BY id DESC")
      for index in 1...100 {
        #expect(try first.next()?.get(0) == index)
        #expect(try second.next()?.get(0) == 5001 - index)
      }
      // The same text within its own rows has a handle of its own.
      var sum = 0
      try connection.forEach("SELECT id FROM t WHERE id < ?", 4) { outer in
        try connection.forEach("SELECT id FROM t WHERE id < ?", 4) { inner in
          sum += try outer.get(0, as: Int.self) * inner.get(0, as: Int.self)
        }
      }
      #expect(sum == 36)
      #expect(try first.next()?.get(0) == 101)
      #expect(try second.next()?.get(0) == 4900)
    }
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 5000)
  }

  @Test func `Rows that nobody reads on leave a connection that is as good as new`() throws {
    let test = try TestDatabase("pool.max=1", Self.table)
    let id = try test.db.first(Int.self, "SELECT connection_id()")
    struct Enough: Error {}
    for _ in 1...3 {
      // A few rows, many rows, and so many that they would take minutes.
      for limit in [1, 5000, 1_000_000_000] {
        #expect(throws: Enough.self) {
          try test.db.forEach("SELECT seq, repeat('x', 100) FROM seq_1_to_1000000000 LIMIT ?", limit) { _ in
            throw Enough()
          }
        }
        #expect(try test.db.first(Int.self, "SELECT seq FROM seq_1_to_1000000000") == 1)
      }
      try test.db.withConnection { connection in
        // Rows that were put aside, and are then not read.
        try? connection.forEach("SELECT id FROM t") { _ in
          _ = try connection.query("SELECT 1")
          throw Enough()
        }
        try? connection.forEach("SELECT id FROM t WHERE id = 1") { _ in
          _ = try connection.query("SELECT 1")
          throw Enough()
        }
      }
    }
    #expect(try test.db.first(Int.self, "SELECT connection_id()") == id)
  }

  @Test func `A loop over awaited rows that is left early`() async throws {
    let test = try TestDatabase("pool.max=1")
    for try await row in test.db.rows("SELECT seq FROM seq_1_to_1000000000") where try row.get(0, as: Int.self) == 100 {
      break
    }
    #expect(try await test.db.first(Int.self, "SELECT 5") == 5)
  }

  @Test func `fetch=stream keeps nothing, and says what stands in the way`() throws {
    let test = try TestDatabase("fetch=stream&pool.max=1", Self.table)
    try test.db.withConnection { connection in
      let error = try failure {
        try connection.forEach("SELECT id FROM t") { _ in try connection.execute("SELECT 1") }
      }
      #expect(error.kind == .misuse)
      #expect(error.message.contains("SELECT id FROM t"))
      #expect(try connection.first(Int.self, "SELECT count(*) FROM t") == 5000)
    }
  }

  @Test func `fetch=store has all rows at once`() throws {
    let test = try TestDatabase("fetch=store&pool.max=1", Self.table)
    try test.db.withConnection { connection in
      #expect(try connection.query(Int.self, "SELECT id FROM t ORDER BY id").count == 5000)
      var sum = 0
      try connection.forEach("SELECT id FROM t") { row in sum += try row.get(0, as: Int.self) }
      #expect(sum == 12_502_500)
      #expect(try connection.first(Int.self, "SELECT id FROM t ORDER BY id") == 1)
    }
  }

  @Test func `A million rows take no memory`() throws {
    let test = try TestDatabase()
    func resident() -> Int {
      let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }
    var count = 0
    let sql: SQL = "SELECT seq, repeat('x', 200) FROM seq_1_to_1000000"
    try test.db.forEach(sql) { _ in count += 1 }
    let before = resident()
    try test.db.forEach(sql) { row in count += try row.get(1, as: String.self).utf8.count / 200 }
    #expect(count == 2_000_000)
    // Kept, they would take 200 MB and more; other tests run beside this one.
    #expect(resident() - before < 100 << 20)
  }

  @Test func `Text and bytes of many megabytes`() throws {
    let test = try TestDatabase("", "CREATE TABLE big (id INT, t LONGTEXT, b LONGBLOB)")
    let text = String(repeating: "0123456789abcdef", count: 300_000)
    let bytes = [UInt8](repeating: 7, count: 5_000_000)
    try test.db.execute("INSERT INTO big VALUES (?, ?, ?)", 1, text, bytes)
    let row = try #require(try test.db.first((Int, String, [UInt8]).self, "SELECT * FROM big"))
    #expect(row.1 == text)
    #expect(row.2 == bytes)
    let error = try failure {
      try test.db.execute("INSERT INTO big (b) VALUES (?)", [UInt8](repeating: 1, count: 17 << 20))
    }
    #expect(error.kind == .dataTooLong)
    #expect(error.message.contains("max_allowed_packet"))
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM big") == 1)
  }
}
