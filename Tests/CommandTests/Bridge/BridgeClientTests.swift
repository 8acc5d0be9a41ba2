import ORDA
import Testing

@testable import Command

/// What clients in other languages are used to: batches, autocommit, and the like.
@Suite("What clients of the bridge are used to") struct BridgeClientTests {
  private static let databases = CommandDatabase.allCases

  /// Sends requests to a database of their own, and gives the answers without their ids.
  private func answers(_ requests: [String], on database: CommandDatabase) throws -> [String] {
    let made = try database.made()
    let url = database == .sqlite ? "sqlite:" + made.folder.file("a.db") : made.url
    return try BridgeTests.answers(requests, url: url).map { String($0.trimmingPrefix("{\"id\":null")) }
  }

  private func run(_ sql: String, _ params: String = "[]") -> String {
    #"{"op":"execute","sql":"\#(sql)","params":\#(params)}"#
  }

  private let table = #"{"op":"execute","sql":"CREATE TABLE t (a INTEGER PRIMARY KEY, b VARCHAR(9))"}"#
  private let count = #"{"op":"execute","sql":"SELECT COUNT(*) FROM t"}"#

  private func kind(_ answer: String) -> String? { answer.firstMatch(of: /"kind":"([^"]+)"/).map { String($0.1) } }
  private func row(_ answer: String) -> String? {
    answer.firstMatch(of: /"rows":\[\[([^\]]*)\]\]/).map { String($0.1) }
  }

  // MARK: Batches

  @Test("A batch stops at its first error, and the answers tell where", arguments: databases)
  func batch(_ database: CommandDatabase) throws {
    let requests = [
      #"{"id":7,"op":"execute","sql":"INSERT INTO t VALUES (1, 'x')"}"#,
      #"{"op":"execute","sql":"INSERT INTO t VALUES (1, 'y')"}"#,
      #"{"op":"execute","sql":"INSERT INTO t VALUES (2, 'z')"}"#,
    ].joined(separator: ",")
    let result = try answers(
      [table, #"{"id":1,"op":"batch","requests":[\#(requests)]}"#, count, #"{"id":2,"op":"batch","requests":[]}"#],
      on: database)
    #expect(result[1].hasPrefix(#"{"id":1,"answers":[{"id":7,"columns":[],"rows":[],"changed":1,"#), "\(result[1])")
    #expect(result[1].contains(#"},{"id":null,"error":{"kind":"constraint.unique"#))
    #expect(result[1].hasSuffix(#"}}],"failed":1}"#))
    #expect(row(result[2]) == "1")
    #expect(result[3] == #"{"id":2,"answers":[],"failed":null}"#)
  }

  @Test("A batch may begin and end transactions, and leave one open", arguments: databases)
  func batchWithTransaction(_ database: CommandDatabase) throws {
    func batch(_ requests: String...) -> String { #"{"op":"batch","requests":[\#(requests.joined(separator: ","))]}"# }
    let (begin, commit) = (#"{"op":"begin"}"#, #"{"op":"commit"}"#)
    let result = try answers(
      [
        table, batch(begin, run("INSERT INTO t VALUES (1, 'x')"), commit, count),
        batch(begin, run("INSERT INTO t VALUES (2, 'x')"), run("INSERT INTO t VALUES (2, 'x')"), commit), count,
        #"{"op":"rollback"}"#, count,
      ], on: database)
    #expect(result[1].hasSuffix(#""rows":[[1]],"changed":null,"lastID":null}],"failed":null}"#), "\(result[1])")
    #expect(result[2].hasSuffix(#""failed":2}"#))
    #expect(row(result[3]) == "2")
    #expect(row(result[5]) == "1")
  }

  @Test("What a batch can't run is told before any of it is run", arguments: databases)
  func checkedBatch(_ database: CommandDatabase) throws {
    let insert = run("INSERT INTO t VALUES (1, 'x')")
    let bad = [
      run("INSERT INTO t VALUES (?, ?)", "[2]"), run("INSERT INTO t VALUES (:a, :b)", #"{"a":1,"c":2}"#), "7",
      #"{"op":"exceute"}"#, #"{"op":"batch","requests":[]}"#, #"{"op":"close"}"#, #"{"op":"reset"}"#,
    ]
    let result = try answers(
      [table] + bad.map { #"{"op":"batch","requests":[\#(insert),\#($0)]}"# } + [count], on: database)
    for answer in result.dropFirst().dropLast() {
      #expect(
        answer.contains("\"message\":\"requests[1]: ") && answer.contains("; nothing of the batch was done\""),
        "\(answer)")
    }
    #expect(kind(result[1]) == "misuse" && kind(result[3]) == "badRequest")
    #expect(row(result.last ?? "") == "0")
  }

  @Test("A statement is run for many rows, all or none, and their values are counted before", arguments: databases)
  func rows(_ database: CommandDatabase) throws {
    func batch(_ rows: String, _ sql: String = "INSERT INTO t VALUES (?, ?)") -> String {
      #"{"op":"batch","sql":"\#(sql)","rows":\#(rows)}"#
    }
    let result = try answers(
      [
        table, batch(#"[[1,"x"],[2,null]]"#), batch(#"[[3,"x"],[4]]"#), batch(#"[[3,"x"],[1,"x"],[5,"x"]]"#),
        batch(#"[{"a":6,"b":"x"},{"a":7,"b":"y"}]"#, "INSERT INTO t VALUES (:a, :b)"), batch("[]"), batch("[7]"),
        #"{"op":"batch","sql":"SELECT 1"}"#, count, #"{"op":"prepare","sql":"DELETE FROM t WHERE a = ?"}"#,
        #"{"op":"batch","statement":1,"rows":[[1],[2],[99]]}"#,
      ], on: database)
    #expect(result[1] == #","changed":2}"#)
    #expect(result[2].contains("rows[1] has 1 value, and the statement 2 parameters; nothing was run"))
    #expect(kind(result[3])?.hasPrefix("constraint.unique") == true)
    #expect(result[3].contains("rows[1]: ") && result[3].contains("; nothing of the batch is kept"), "\(result[3])")
    #expect(result[4] == #","changed":2}"#)
    #expect(result[5] == #","changed":0}"#)
    #expect(kind(result[6]) == "badRequest" && kind(result[7]) == "badRequest")
    #expect(row(result[8]) == "4")
    #expect(result[10] == #","changed":2}"#)
  }

  // MARK: Transactions

  @Test("Without autocommit a statement begins a transaction, which commit or rollback ends", arguments: databases)
  func autocommit(_ database: CommandDatabase) throws {
    let result = try answers(
      [
        #"{"op":"autocommit"}"#, #"{"op":"autocommit","on":false}"#, table, #"{"op":"commit"}"#,
        run("INSERT INTO t VALUES (1, 'x')"), #"{"op":"autocommit","on":true}"#, #"{"op":"begin"}"#,
        #"{"op":"savepoint","name":"s"}"#, #"{"op":"rollback"}"#, count, #"{"op":"commit"}"#,
        run("INSERT INTO t VALUES (2, 'x')"), #"{"op":"commit"}"#, #"{"op":"rollback"}"#, count, #"{"op":"commit"}"#,
        #"{"op":"autocommit","on":true}"#, #"{"op":"commit"}"#, count,
      ], on: database)
    #expect(result[0] == #","autocommit":true}"#)
    #expect(result[1] == #","autocommit":false}"#)
    #expect(kind(result[2]) == nil && kind(result[3]) == nil && kind(result[4]) == nil, "\(result)")
    #expect(result[5].contains("a transaction is open; send commit or rollback first"))
    #expect(result[6].contains("a transaction is open already"))
    #expect(row(result[9]) == "0")
    #expect(kind(result[13]) == nil)
    #expect(row(result[14]) == "1")
    #expect(result[16] == #","autocommit":true}"#)
    #expect(kind(result[17]) == "misuse")
    #expect(row(result[18]) == "1")
  }

  @Test("The isolation of transactions is told, and said for all that name none", arguments: databases)
  func isolation(_ database: CommandDatabase) throws {
    let begin = #"{"op":"begin"}"#
    let result = try answers(
      [
        #"{"op":"isolation"}"#, #"{"op":"isolation","level":"serializable"}"#, begin, #"{"op":"commit"}"#,
        #"{"op":"isolation","level":"none"}"#, #"{"op":"reset"}"#, #"{"op":"isolation"}"#,
      ], on: database)
    #expect(
      result.prefix(4) == [
        #","isolation":null}"#, #","isolation":"serializable"}"#, #","isolation":"serializable"}"#, "}",
      ])
    #expect(kind(result[4]) == "badRequest")
    #expect(result[6] == #","isolation":null}"#)
  }

  @Test("A deferred transaction takes no lock before it writes")
  func deferred() throws {
    let folder = try TemporaryFolder()
    let url = "sqlite:" + folder.file("a.db")
    let db = try openedByCommand(url + "?busy-timeout=0ms")
    try db.execute("CREATE TABLE t (a INTEGER)")
    func kinds(_ mode: String, _ sql: String) throws -> [String?] {
      try BridgeTests.answers(
        [#"{"op":"begin"\#(mode)}"#, #"{"op":"execute","sql":"\#(sql)"}"#, #"{"op":"rollback"}"#],
        url: url + "?busy-timeout=0ms"
      ).map(kind)
    }
    try db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (1)")
      #expect(try kinds("", "SELECT a FROM t") == ["busy", nil, "misuse"])
      #expect(try kinds(#","mode":"immediate""#, "SELECT a FROM t").first == "busy")
      #expect(try kinds(#","mode":"deferred""#, "SELECT a FROM t") == [nil, nil, nil])
      #expect(try kinds(#","mode":"deferred""#, "INSERT INTO t VALUES (2)") == [nil, "busy", nil])
    }
    #expect(try kinds(#","mode":"exclusive""#, "SELECT 1").first == "badRequest")
    #expect(try kinds(#","mode":"deferred""#, "INSERT INTO t VALUES (2)") == [nil, nil, nil])
    try db.close(within: .zero)
  }

  @Test("Thousands of savepoints lie in each other", arguments: databases)
  func savepoints(_ database: CommandDatabase) throws {
    let set = (1...3000).map { #"{"op":"savepoint","name":"s\#($0)"}"# }
    let result = try answers(
      [table, #"{"op":"begin"}"#, run("INSERT INTO t VALUES (1, 'x')")] + set
        + [
          run("INSERT INTO t VALUES (2, 'x')"), #"{"op":"rollbackTo","name":"s2"}"#, count,
          #"{"op":"release","name":"s3"}"#, #"{"op":"release","name":"s1"}"#, #"{"op":"commit"}"#, count,
        ], on: database)
    #expect(result[2..<3003].allSatisfy { kind($0) == nil })
    #expect(row(result[3005]) == "1")
    #expect(kind(result[3006]) == "misuse" && kind(result[3007]) == nil)
    #expect(row(result[3009]) == "1")
  }

  // MARK: The session

  @Test("Reset rolls back, closes what is open and undoes what was changed", arguments: databases)
  func reset(_ database: CommandDatabase) throws {
    let result = try answers(
      [
        table, run("CREATE TEMPORARY TABLE mine (a INTEGER)"), run("INSERT INTO mine VALUES (1)"),
        #"{"op":"prepare","sql":"SELECT 1"}"#, #"{"op":"autocommit","on":false}"#, run("INSERT INTO t VALUES (1, 'x')"),
        #"{"op":"savepoint","name":"s"}"#, #"{"id":7,"op":"reset"}"#, run("SELECT * FROM mine"),
        #"{"op":"execute","statement":1}"#, #"{"op":"autocommit"}"#, count, #"{"op":"reset"}"#, count,
      ], on: database)
    #expect(result[2...7].allSatisfy { kind($0) == nil }, "\(result)")
    #expect(result[7] == #"{"id":7}"#)
    #expect(kind(result[8]) == "noSuchTable")
    #expect(result[9].contains("no statement 1 is open"))
    #expect(result[10] == #","autocommit":true}"#)
    #expect(row(result[11]) == "0" && row(result[13]) == "0")
  }

  @Test("An expression has the server's type, and on SQLite the type of its value", arguments: databases)
  func types(_ database: CommandDatabase) throws {
    let result = try answers(
      [run("SELECT 1 + 1 AS a, 'x' AS b, NULL AS c, x'00' AS d"), run("SELECT 1 AS a WHERE 1 = 0")], on: database)
    let types = result.map { $0.matches(of: /"type":("[A-Za-z]+"|null)/).map { String($0.1) } }
    let expected =
      switch database {
      case .sqlite: [["\"INTEGER\"", "\"TEXT\"", "null"], ["null"]]
      case .mariadb: [["\"INT\"", "\"VARCHAR\"", "\"BLOB\""], ["\"INT\""]]
      default: [["\"integer\"", "\"text\"", "\"text\""], ["\"integer\""]]
      }
    #expect(types[0].prefix(3) == expected[0][...])
    #expect(types[1] == expected[1])
  }

  @Test("All results of a procedure are told by results")
  func results() throws {
    let result = try answers(
      [
        #"{"op":"execute","script":true,"sql":"CREATE PROCEDURE p() BEGIN SELECT 1 AS a; SELECT 2 AS b UNION SELECT 3; END"}"#,
        #"{"op":"results","sql":"CALL p()"}"#, #"{"op":"results","sql":"SELECT ? AS x","params":[7]}"#,
        #"{"op":"results"}"#, #"{"op":"results","sql":"COMMIT"}"#, run("CALL p()"),
      ], on: .mariadb)
    #expect(
      result[1].matches(of: /"rows":(\[[^}]*\]),"changed"/).map { String($0.1) }.prefix(2) == ["[[1]]", "[[2],[3]]"])
    #expect(result[2].contains(#""rows":[[7]]"#))
    #expect(kind(result[3]) == "badRequest")
    #expect(result[4].contains("send {\\\"op\\\":\\\"commit\\\"} instead"))
    // The answer to execute is the first, and has the others with it.
    #expect(result[5].contains(#""rows":[[1]],"changed":"#) && result[5].contains(#","further":[{"columns":["#))
    #expect(result[5].matches(of: /"rows":\[\[2\],\[3\]\]/).count == 1)
  }

  @Test("Errors speak of the bridge's requests", arguments: databases)
  func words(_ database: CommandDatabase) throws {
    let set = database == .sqlite ? "PRAGMA foreign_keys = ON" : "SET @a = 1"
    let result = try answers(
      [
        run(set), run("SELECT 1; SELECT 2"), #"{"op":"prepare","sql":"\#(set)"}"#, run("COMMIT"),
        run("LOCK TABLES t READ"),
      ],
      on: database)
    for answer in result {
      for word in ["{ }", "onConnect", "executeScript", "withConnection", "closure", "governor"] {
        #expect(!answer.contains(word), "\(answer)")
      }
    }
    #expect(result[4].contains(#"is executed with \"script\":true"#), "\(result[4])")
  }
}
