import ORDA
import Testing

@testable import ORDAMariaDB

/// What a server may be told of its log. One test at a time: the settings are the server's.
@Suite("The log, however the server writes it", .serialized)
struct LogSettingsTests {
  /// Sets a variable of the server while the body runs.
  private func with<R>(_ setting: String, _ value: String, _ body: () throws -> R) throws -> R {
    let db = try LogServer.database("settings")
    defer { try? db.close(within: .zero) }
    let before = try #require(try db.first(String.self, SQL(text: "SELECT CAST(@@global.\(setting) AS CHAR)")))
    try db.execute(SQL(text: "SET GLOBAL \(setting) = \(value)"))
    defer {
      let isNumber = before.utf8.allSatisfy { (0x30...0x39).contains($0) }
      _ = try? db.execute(SQL(text: "SET GLOBAL \(setting) = " + (isNumber ? before : "'\(before)'")))
    }
    return try body()
  }

  @Test("With less about the columns, or nothing", arguments: ["'NO_LOG'", "'MINIMAL'", "'FULL'"])
  func metadata(value: String) throws {
    try with("binlog_row_metadata", value) {
      let db = try LogServer.database("metadata", "session.sql_mode=&zero-dates=null")
      defer { try? db.close(within: .zero) }
      let follower = try Follower(try LogServer.url(), options: "zero-dates=null")
      // All of them in one table, but those that would make its rows too long.
      let examples = LoggedTypes.all.filter { !$0.type.hasPrefix("VARCHAR(5000)") && !$0.type.contains("AS (id") }
      let columns = examples.indices.map { "c\($0) \(examples[$0].type)" }
      try db.execute(SQL(text: "CREATE TABLE t (\(columns.joined(separator: ", ")))"))
      let names = examples.indices.map { "c\($0)" }.joined(separator: ", ")
      let rounds = examples.map(\.literals.count).max() ?? 0
      for round in 0..<rounds {
        let literals = examples.map { $0.literals[round % $0.literals.count] }
        try db.execute(SQL(text: "INSERT INTO t (\(names)) VALUES (\(literals.joined(separator: ", ")))"))
      }
      let rows = try db.query(SQL(text: "SELECT \(names) FROM t")).rows.map(\.values)
      let changes = try follower.changes(in: "metadata", until: try Follower.end(of: db))
      try #require(changes.count == rounds)
      for round in 0..<rounds {
        for (index, example) in examples.enumerated() {
          let place = round % example.literals.count
          let cell = try #require(changes[round].after?[index])
          if example.unknown.contains(place) {
            #expect(cell == .unknown)
          } else {
            #expect(cell == .value(rows[round][index]), "\(example.type): \(example.literals[place])")
          }
        }
      }
    }
  }

  @Test("Columns that are computed, hidden, or the server's own", arguments: ["'NO_LOG'", "'FULL'"])
  func hidden(value: String) throws {
    try with("binlog_row_metadata", value) {
      let db = try LogServer.database("hidden")
      defer { try? db.close(within: .zero) }
      let follower = try Follower(try LogServer.url())
      try db.execute(
        """
        CREATE TABLE t (id INT PRIMARY KEY, v INT AS (id + 1) VIRTUAL, p INT AS (id + 2) PERSISTENT, i INT INVISIBLE,
          last VARCHAR(5)) WITH SYSTEM VERSIONING
        """)
      try db.execute("INSERT INTO t (id, i, last) VALUES (1, 4, 'end')")
      let end = try Follower.end(of: db)
      if value == "'FULL'" {
        let change = try #require(try follower.changes(in: "hidden", until: end).first)
        #expect(change.names.prefix(5) == ["id", "v", "p", "i", "last"])
        #expect(change.after?.prefix(5) == [.value(1), .value(2), .value(3), .value(4), .value("end")])
        #expect(change.after?.dropFirst(5).allSatisfy { $0 == .unknown } == true)
      } else {
        // Without names nobody knows which columns those are of which nothing is described.
        #expect(try failure { try follower.changes(in: "hidden", until: end) }.kind == .protocolViolation)
      }
    }
  }

  @Test("Without what did not change")
  func minimalImage() throws {
    let db = try LogServer.database("images", "session.binlog_row_image=MINIMAL")
    defer { try? db.close(within: .zero) }
    let follower = try Follower(try LogServer.url())
    try db.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(10), c TEXT)")
    try db.execute("INSERT INTO t VALUES (1, 2, 'three', 'four')")
    try db.execute("UPDATE t SET b = 'five', id = 7")
    try db.execute("DELETE FROM t")
    let changes = try follower.changes(in: "images", until: try Follower.end(of: db))
    #expect(
      changes.map(\.after) == [
        [.value(1), .value(2), .value("three"), .value("four")], [.value(7), .absent, .value("five"), .absent], nil,
      ])
    #expect(
      changes.map(\.before) == [
        nil, [.value(1), .absent, .absent, .absent], [.value(7), .absent, .absent, .absent],
      ])
  }

  @Test("Without blobs that did not change")
  func noBlobs() throws {
    let db = try LogServer.database("images", "session.binlog_row_image=NOBLOB")
    defer { try? db.close(within: .zero) }
    let follower = try Follower(try LogServer.url())
    try db.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT, c TEXT)")
    try db.execute("INSERT INTO t VALUES (1, 2, 'four')")
    try db.execute("UPDATE t SET a = 5")
    let changes = try follower.changes(in: "images", until: try Follower.end(of: db))
    #expect(changes.map(\.before) == [nil, [.value(1), .value(2), .absent]])
    #expect(changes.map(\.after) == [[.value(1), .value(2), .value("four")], [.value(1), .value(5), .absent]])
  }

  @Test("Compressed")
  func compressed() throws {
    try with("log_bin_compress", "1") {
      let db = try LogServer.database("compressed")
      defer { try? db.close(within: .zero) }
      let follower = try Follower(try LogServer.url())
      try db.execute("CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(3000))")
      let text = String(repeating: "compress me ", count: 200)
      try db.execute("INSERT INTO t VALUES (1, ?), (2, 'short')", text)
      try db.execute("UPDATE t SET a = reverse(a)")
      try db.execute("DELETE FROM t")
      let comment = String(repeating: "long ", count: 100)
      try db.execute(SQL(text: "ALTER TABLE t COMMENT '\(comment)'"))
      let end = try Follower.end(of: db)
      let events = try LogServer.rawEvents(of: db)
      // Rows and the statement: the server has compressed them indeed.
      #expect(Set([165, 166, 167, 168]).isSubset(of: events.map { $0[4] }))
      let changes = try follower.changes(in: "compressed", until: end)
      #expect(changes.map(\.kind) == [.insert, .insert, .update, .update, .delete, .delete])
      #expect(changes[0].after == [.value(1), .value(.text(text))])
      #expect(changes[2].after == [.value(1), .value(.text(String(text.reversed())))])
      #expect(changes[5].before == [.value(2), .value("trohs")])
      var parser = LogEventParser(hasChecksums: true)
      // The first one of a file that is still written to has another sum.
      let texts = try events.dropFirst().compactMap { bytes in
        if case .query(let query) = try parser.event(bytes) { query.text } else { nil }
      }
      #expect(texts.contains { $0.hasSuffix("COMMENT '\(comment)'") })
    }
  }

  @Test("Without checksums, also from the middle on")
  func checksums() throws {
    let follower = try Follower(try LogServer.url())
    let db = try LogServer.database("checksums")
    defer { try? db.close(within: .zero) }
    try db.execute("CREATE TABLE t (id INT)")
    try db.execute("INSERT INTO t VALUES (1)")
    try with("binlog_checksum", "'NONE'") {
      try db.execute("INSERT INTO t VALUES (2)")
      let late = try Follower(try LogServer.url())
      try db.execute("INSERT INTO t VALUES (3)")
      let changes = try late.changes(in: "checksums", until: try Follower.end(of: db))
      #expect(changes.map(\.after) == [[.value(3)]])
    }
    try db.execute("INSERT INTO t VALUES (4)")
    let changes = try follower.changes(in: "checksums", until: try Follower.end(of: db))
    #expect(changes.map(\.after) == (1...4).map { [.value(.int($0))] })
  }

  @Test("Times in the format of old")
  func oldTimes() throws {
    try with("mysql56_temporal_format", "0") {
      let db = try LogServer.database("times")
      defer { try? db.close(within: .zero) }
      let follower = try Follower(try LogServer.url())
      try db.execute(
        """
        CREATE TABLE t (a TIME, b TIME(1), c TIME(3), d TIME(6), e DATETIME, f DATETIME(2), g DATETIME(4), h DATETIME(6),
          i TIMESTAMP NULL, j TIMESTAMP(2) NULL, k TIMESTAMP(3) NULL, l TIMESTAMP(6) NULL, last INT)
        """)
      try db.execute(
        """
        INSERT INTO t VALUES ('1:2:3', '1:2:3.4', '1:2:3.4', '1:2:3.4', '2026-01-31 1:2:3', '2026-01-31 1:2:3',
          '2026-01-31 1:2:3', '2026-01-31 1:2:3', '2026-01-31 1:2:3', '2026-01-31 1:2:3', '2026-01-31 1:2:3',
          '2026-01-31 1:2:3', 77)
        """)
      let changes = try follower.changes(in: "times", until: try Follower.end(of: db))
      #expect(changes.map(\.after) == [Array(repeating: .unknown, count: 12) + [.value(77)]])
    }
  }
}
