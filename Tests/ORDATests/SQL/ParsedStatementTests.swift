import Testing

@testable import ORDA

@Suite struct ParsedStatementTests {
  func parse(_ text: String, _ dialect: Dialect = .standard, interpolations: Int = 0) throws -> ParsedStatement {
    try ParsedStatement.parse(text, interpolations: interpolations, dialect: dialect)
  }

  func error(_ text: String, _ dialect: Dialect = .standard, interpolations: Int = 0) -> DatabaseError? {
    databaseError { _ = try parse(text, dialect, interpolations: interpolations) }
  }

  @Test(arguments: [
    "SELECT 1", " SELECT ':a' -- ?\n", "\u{FEFF}SELECT \"?\" /* :b */;", "SELECT 1; -- done\n", "SELECT ?, ?",
    "(SELECT 1);",
  ])
  func textWithPlainParametersIsUnchanged(_ text: String) throws {
    for dialect in Dialect.all {
      #expect(Array(try parse(text, dialect).text.utf8) == Array(text.utf8))
    }
  }

  @Test func parametersBecomePlain() throws {
    for dialect in Dialect.all {
      let parsed = try parse("UPDATE t SET a=:a,b=?2 WHERE c IN (:a,\u{1},?)--\n;", dialect, interpolations: 1)
      #expect(parsed.text == "UPDATE t SET a=?,b=? WHERE c IN (?,?,?)--\n;")
      #expect(
        parsed.parameters.sources
          == [.parameter(0), .parameter(1), .parameter(0), .interpolated(0), .parameter(2)])
      #expect(parsed.parameters.names == ["a", nil, nil])
      #expect(parsed.parameters.interpolations == 1)
      #expect(!parsed.parameters.isIdentity)
      #expect(parsed.parameters.indexes(ofName: "a") == [0, 2])
      #expect(parsed.parameters.index(ofName: "a") == 0)
      #expect(parsed.parameters.indexes(ofName: "z") == [])
    }
  }

  /// What a program writes, the text for a database that numbers parameters, and the source of each number.
  @Test(
    arguments: [
      ("SELECT ?, ?", "SELECT $1, $2", [.parameter(0), .parameter(1)]),
      ("SELECT :a, :b, :a", "SELECT $1, $2, $1", [.parameter(0), .parameter(1)]),
      ("SELECT ?2, ?1, ?2", "SELECT $1, $2, $1", [.parameter(1), .parameter(0)]),
      ("SELECT $1, $2, $1, ?", "SELECT $1, $2, $1, $3", [.parameter(0), .parameter(1), .parameter(2)]),
      ("SELECT ?5", "SELECT $1", [.parameter(4)]),
      (
        "SELECT :a, \u{1}, :a IN (\u{1}, :b)", "SELECT $1, $2, $1 IN ($3, $4)",
        [.parameter(0), .interpolated(0), .interpolated(1), .parameter(1)]
      ),
      // A name before it or behind it would make one of both.
      ("LIMIT?OFFSET?", "LIMIT $1 OFFSET $2", [.parameter(0), .parameter(1)]),
      ("SELECT ?a ?? :b ??| ?::text", "SELECT $1 a ? $2 ?| $3::text", [.parameter(0), .parameter(1), .parameter(2)]),
      ("SELECT $$ ?, $1 $$, a[1:2], E'\\'?'", "SELECT $$ ?, $1 $$, a[1:2], E'\\'?'", []),
    ] as [(String, String, [ParameterLayout.Source])])
  func parametersBecomeNumbers(_ text: String, _ numbered: String, _ sources: [ParameterLayout.Source]) throws {
    let parsed = try parse(text, .likePostgreSQL, interpolations: text.utf8.count { $0 == 1 })
    #expect(parsed.text == numbered)
    #expect(parsed.parameters.sources == sources)
    let isPlain = sources.enumerated().allSatisfy { $0.element == .parameter($0.offset) }
    #expect(parsed.parameters.isIdentity == isPlain)
  }

  @Test func numbersBehindAColon() throws {
    let parsed = try parse("SELECT ?::int, x:::b, :2, :1", Dialect(parameterStyle: .colonNumbers))
    #expect(parsed.text == "SELECT :1::int, x:: :2, :2, :1")
    #expect(parsed.parameters.sources == [.parameter(0), .parameter(1)])
  }

  @Test func anUnknownNumberIsToldAsItIsWritten() {
    #expect(
      error("SELECT $0", .likePostgreSQL)?.message
        == "parameter $0 at line 1, column 8: the number must be from 1 to 32766")
  }

  /// 10,000 names that stand twice: each is found at once.
  @Test(.timeLimit(.minutes(1))) func manyNamesThatStandTwice() throws {
    let names = (0..<10_000).map { ":n\($0)" }
    let parsed = try parse("SELECT " + (names + names.reversed()).joined(separator: ","), .likePostgreSQL)
    #expect(parsed.parameters.nativeCount == 10_000)
    #expect(parsed.parameters.isIdentity)
    #expect(parsed.text.hasSuffix(",$2,$1"))
  }

  @Test func digitBehindAValueIsKeptApart() throws {
    let parsed = try parse("SELECT \u{1}2, \u{1}", interpolations: 2)
    #expect(parsed.text == "SELECT ? 2, ?")
    #expect(parsed.parameters.sources == [.interpolated(0), .interpolated(1)])
  }

  /// Numbers as SQLite gives them: the text, the source of each native parameter, the names.
  @Test(
    arguments: [
      ("?, ?", [0, 1], [nil, nil], true),
      ("?3, ?", [2, 3], [nil, nil, nil, nil], false),
      ("?2, ?1", [1, 0], [nil, nil], false),
      ("?1, ?1", [0, 0], [nil], false),
      ("?1, ?2", [0, 1], [nil, nil], true),
      ("?007", [6], [nil, nil, nil, nil, nil, nil, nil], false),
      (":a, :b, :a", [0, 1, 0], ["a", "b"], false),
      (":a, ?, :b, ?2", [0, 1, 2, 1], ["a", nil, "b"], false),
      (":a, ?1, ?", [0, 0, 1], ["a", nil], false),
      (":a, @a, $a", [0, 0, 0], ["a"], false),
      (":A, :a", [0, 1], ["A", "a"], true),
      ("':a' :b -- :c\n/* :d */ \":e\"", [0], ["b"], true),
    ] as [(String, [Int], [String?], Bool)])
  func numbers(_ text: String, _ sources: [Int], _ names: [String?], _ isIdentity: Bool) throws {
    let layout = try parse("SELECT " + text, .likeSQLite).parameters
    #expect(layout.sources == sources.map { .parameter($0) })
    #expect(layout.names == names)
    #expect(layout.count == names.count)
    #expect(layout.isIdentity == isIdentity)
  }

  @Test(arguments: ["?0", "?32767", "?99999999999999999999999999"]) func numbersOutOfRange(_ text: String) {
    let error = error("SELECT \(text)")
    #expect(error?.kind == .misuse)
    #expect(error?.message.hasSuffix("at line 1, column 8: the number must be from 1 to 32766") == true)
  }

  @Test func largestNumberIsAccepted() throws {
    #expect(try parse("SELECT ?32766").parameters.count == 32_766)
  }

  @Test(arguments: ["", " ", ";", " ;; -- c\n", "/* c */"]) func emptyTextIsRefused(_ text: String) {
    for dialect in Dialect.all {
      let error = error(text, dialect)
      #expect(error?.kind == .misuse)
      #expect(error?.code == .nilStatementSQL)
    }
  }

  @Test func secondStatementIsRefused() {
    let error = error("SELECT 1;\n  DELETE FROM t")
    #expect(error?.kind == .misuse)
    #expect(
      error?.message == "more than one statement: the second begins at line 2, column 3; use executeScript for several")
    #expect(error?.sql == "SELECT 1;\n  DELETE FROM t")
  }

  @Test func superfluousSemicolonsAreCutOff() throws {
    #expect(try parse("; SELECT 1").text == "SELECT 1")
    #expect(try parse("SELECT :a ; ; -- x").text == "SELECT ?")
  }

  @Test(arguments: [
    ("SELECT '\u{1}'", 1, "quotes", "value 1 of 1, at line 1, column 9"),
    ("SELECT \u{1},\n \"\u{1}\"", 2, "quotes", "value 2 of 2, at line 2, column 3"),
    ("SELECT 1 -- \u{1}", 1, "a comment", "value 1 of 1, at line 1, column 13"),
    ("/* \u{1} */", 1, "a comment", "value 1 of 1, at line 1, column 4"),
  ])
  func valueInQuotesIsRefused(_ text: String, _ count: Int, _ place: String, _ which: String) {
    for dialect in Dialect.all {
      let error = error(text, dialect, interpolations: count)
      #expect(error?.kind == .misuse)
      #expect(
        error?.message
          == "a value interpolated inside \(place) is not bound; write name = \\(name) without quotes (\(which))")
      #expect(error?.sql?.contains("\u{1}") == false)
    }
  }

  @Test func escapedMarkerIsSeenInQuotes() {
    #expect(error("SELECT '\\\u{1}'", .likeMariaDB, interpolations: 1)?.message.contains("inside quotes") == true)
  }

  @Test func markersWrittenByHandAreRefusedWhereTheyCouldBeTaken() throws {
    #expect(try parse("SELECT '\u{1}'").text == "SELECT '\u{1}'")
    for (text, count) in [("SELECT \u{1}", 0), ("SELECT '\u{1}', \u{1}", 1), ("SELECT 1", 1)] {
      let error = error(text, interpolations: count)
      #expect(error?.kind == .misuse)
      #expect(error?.message.contains("U+0001") == true)
    }
  }

  @Test func syntaxErrorsCarryTheText() {
    let error = error("SELECT\n 'abc")
    #expect(error?.kind == .syntax)
    #expect(error?.sql == "SELECT\n 'abc")
    #expect(error?.message == "a string is not closed; it begins at line 2, column 2")
  }

  @Test func executableCommentsAreCode() throws {
    let parsed = try parse("/*!50000 INSERT */ INTO t VALUES (:a /*! , :b */)", .likeMariaDB)
    #expect(parsed.text == "/*!50000 INSERT */ INTO t VALUES (? /*! , ? */)")
    #expect(parsed.keyword == .insert)
    #expect(error("SELECT 1 /*! ; DROP TABLE t */", .likeMariaDB)?.kind == .syntax)
  }

  @Test func routineOfMariaDBIsOneStatement() throws {
    let text = "CREATE PROCEDURE p() IF a THEN SELECT 1; ELSE SELECT 2; END IF;"
    #expect(try parse(text, .likeMariaDB).text == text)
    #expect(error(text, .likeSQLite)?.kind == .misuse)
  }

  @Test func randomTextWithoutParametersPassesThrough() throws {
    var soup = Soup(seed: 3)
    var parsed = 0
    for _ in 0..<4_000 {
      let text = soup.text(pieces: 6, parameters: false)
      for dialect in Dialect.all {
        guard let statement = try? parse(text, dialect) else { continue }
        parsed += 1
        #expect(statement.parameters.nativeCount == 0)
        #expect(text.contains(statement.text))
        if !text.contains(";") { #expect(Array(statement.text.utf8) == Array(text.utf8)) }
      }
    }
    #expect(parsed > 1_000)
  }

  @Test("A label is no parameter in a routine or a block of MariaDB, wherever its colon stands")
  func labels() throws {
    for (text, count) in [
      ("BEGIN NOT ATOMIC l:LOOP LEAVE l; END LOOP; END", 0),
      ("BEGIN NOT ATOMIC l : WHILE 0 DO SELECT 1; END WHILE; END", 0),
      ("CREATE PROCEDURE p() `a b`:BEGIN l:REPEAT SET @a = 1; UNTIL 1 END REPEAT; END", 0),
      ("BEGIN NOT ATOMIC SELECT :loop; END", 1), ("SELECT 1 LIMIT:loop", 1), ("SELECT :begin, :for", 2),
    ] {
      let parsed = try ParsedStatement.parse(text, interpolations: 0, dialect: .likeMariaDB)
      #expect(parsed.parameters.count == count, "\(text)")
    }
    let script = try ParsedStatement.script(
      "BEGIN NOT ATOMIC l:BEGIN SELECT 1; END; SELECT 2; END; SELECT 3", dialect: .likeMariaDB)
    #expect(script.map(\.keyword) == [.block, .select])
  }
}
