import Testing

@testable import ORDA

@Suite struct StatementSplitterTests {
  /// What the splitter makes of a text that comes in pieces.
  func split(_ pieces: [String], _ dialect: Dialect = .likeSQLite) throws -> [StatementSplitter.Statement] {
    var splitter = StatementSplitter(dialect: dialect)
    var statements: [StatementSplitter.Statement] = []
    for piece in pieces {
      splitter.append(piece)
      while let statement = try splitter.next() { statements.append(statement) }
    }
    while let statement = try splitter.finish() { statements.append(statement) }
    return statements
  }

  /// The same text whole, line by line, byte by byte.
  func pieces(_ text: String) -> [[String]] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)\n" }
    return [[text], lines, text.unicodeScalars.map { String($0) }]
  }

  @Test func statementsComeAsSoonAsTheyAreComplete() throws {
    var splitter = StatementSplitter(dialect: .likeSQLite)
    #expect(!splitter.isInsideStatement)
    splitter.append("-- c;\nSELECT 1; SELECT\n")
    #expect(try splitter.next()?.text == "SELECT 1")
    #expect(try splitter.next() == nil)
    #expect(splitter.isInsideStatement)
    splitter.append("';\n")
    #expect(try splitter.next() == nil)
    #expect(splitter.isInsideStatement)
    splitter.append("' /* ; */; -- rest\n")
    let second = try splitter.next()
    #expect(second?.text == "SELECT\n';\n'")
    #expect(second?.line == 2)
    #expect(try splitter.next() == nil)
    #expect(!splitter.isInsideStatement)
    #expect(try splitter.finish() == nil)
  }

  @Test func linesAndWordsAreTold() throws {
    let text = "\n;;\nBEGIN IMMEDIATE;\nStart Transaction\n Isolation Level SERIALIZABLE, Read Only; (SELECT 1)\n"
    for pieces in pieces(text) {
      let statements = try split(pieces)
      #expect(statements.map(\.line) == [3, 4, 5])
      #expect(statements.map(\.keyword) == [.begin, .begin, .select])
      #expect(
        statements.map(\.words) == [
          ["begin", "immediate"], ["start", "transaction", "isolation", "level", "serializable", "read", "only"],
          ["select"],
        ])
    }
  }

  @Test(arguments: [
    "CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE b SET c = 1; DELETE FROM d; END",
    "INSERT INTO a VALUES ('it''s;', \"q;\", `b;`, x'0f') -- ;\n, 2", "SELECT /* ; \n ; */ 1",
  ]) func whatHoldsSemicolonsStaysWhole(_ statement: String) throws {
    for pieces in pieces("SELECT 0;\n\(statement);\nSELECT 9") {
      #expect(try split(pieces).map(\.text) == ["SELECT 0", statement, "SELECT 9"])
    }
  }

  @Test func aBodyOnMariaDB() throws {
    let body = "CREATE PROCEDURE p(x INT) BEGIN IF x THEN SELECT 1; END IF; BEGIN END; END"
    for pieces in pieces("\(body);\n/*!50003 SELECT 1 */; # ;\nSELECT 5--3;") {
      #expect(
        try split(pieces, .likeMariaDB).map(\.text) == [body, "/*!50003 SELECT 1 */", "SELECT 5--3"])
    }
  }

  @Test(arguments: [
    "CREATE FUNCTION f() RETURNS int AS $$ BEGIN; it's; /* END; $$ LANGUAGE plpgsql",
    "SELECT $a_1$ ;\n$$;\n$a$;\n$a_1$",
    "SELECT E'it\\'s;\n' || e'\\\\', 'a\\'", "SELECT 1 /* ; /* ;\n */ ; */ + a[1:2]",
    "CREATE FUNCTION g() RETURNS int BEGIN ATOMIC SELECT 1; SELECT 2; END",
    "CREATE RULE r AS ON DELETE TO a DO ALSO (INSERT INTO b VALUES (OLD.x); INSERT INTO c VALUES (OLD.x);)",
  ]) func stringsOfPostgreSQL(_ statement: String) throws {
    for pieces in pieces("SELECT 0;\n\(statement);\nSELECT 9") {
      #expect(try split(pieces, .likePostgreSQL).map(\.text) == ["SELECT 0", statement, "SELECT 9"])
    }
    let script = try ParsedStatement.script("SELECT 0; \(statement); SELECT 9", dialect: .likePostgreSQL)
    #expect(script.map(\.text) == ["SELECT 0", statement, "SELECT 9"])
  }

  /// Random texts: however they are cut, the statements are those of the whole script.
  @Test(arguments: [Dialect.likeSQLite, .likePostgreSQL]) func piecesMakeNoDifference(_ dialect: Dialect) throws {
    var soup = Soup(seed: 7)
    for _ in 0..<400 {
      let further = dialect == .likePostgreSQL ? Soup.postgreSQL : []
      let text = soup.text(pieces: 30, parameters: true, and: further)
      guard let script = try? ParsedStatement.script(text, dialect: dialect) else { continue }
      for pieces in pieces(text) {
        let statements = try split(pieces, dialect)
        #expect(statements.map(\.line) == script.map(\.line), "\(text)")
        #expect(statements.map(\.keyword) == script.map(\.keyword), "\(text)")
        #expect(
          try statements.map { try ParsedStatement.parse($0.text, interpolations: 0, dialect: dialect).text }
            == script.map(\.text), "\(text)")
      }
    }
  }

  /// What the splitter takes for read is what a parse would find, and has what the splitter passes over nowhere.
  @Test(arguments: [Dialect.likeSQLite, .likeMariaDB, .likePostgreSQL]) func whatIsReadNeedsNoParse(
    _ dialect: Dialect
  ) throws {
    var soup = Soup(seed: 11)
    var read = 0
    for _ in 0..<2000 {
      let further = dialect == .likePostgreSQL ? Soup.postgreSQL : ["/*!", "*/", "#", "`"]
      let text = soup.text(pieces: 12, parameters: true, and: further)
      for statement in (try? split([text], dialect)) ?? [] where statement.isRead {
        read += 1
        let parsed = try ParsedStatement.parse(statement.text, interpolations: 0, dialect: dialect)
        let taken = ParsedStatement(statement)
        #expect(parsed.text == taken.text)
        #expect(parsed.keyword == taken.keyword, "\(text)")
        #expect(parsed.parameters.nativeCount == 0, "\(text)")
        #expect(!parsed.isTemporary, "\(text)")
        #expect(parsed.definesLasting == taken.definesLasting, "\(text)")
      }
    }
    #expect(read > 300)
  }

  @Test(arguments: [
    ("INSERT INTO t VALUES (1, '?')", true), ("SELECT a FROM b -- :c\n", true), ("UPDATE t SET a = ?", false),
    ("SELECT :a", false), ("CREATE TEMP TABLE t (a)", false), ("DROP TABLE t", false), ("SET autocommit = 0", false),
    ("SELECT 1 /*! + 1 */", false), ("SELECT '\u{1}'", true), ("SELECT \u{1}", false),
  ]) func isRead(_ text: String, _ isRead: Bool) throws {
    #expect(try split([text + "\n;"], .likeMariaDB).map(\.isRead) == [isRead])
  }

  @Test func whatIsNotClosedIsAnErrorAtTheEnd() throws {
    for pieces in pieces("SELECT 1;\nSELECT 2;\n  SELECT 'abc\ndef") {
      var splitter = StatementSplitter(dialect: .likeSQLite)
      var texts: [String] = []
      for piece in pieces {
        splitter.append(piece)
        while let statement = try splitter.next() { texts.append(statement.text) }
      }
      #expect(texts == ["SELECT 1", "SELECT 2"])
      #expect(splitter.isInsideStatement)
      let error = #expect(throws: DatabaseError.self) { try splitter.finish() }
      #expect(error?.message == "a string is not closed; it begins at line 3, column 10")
      splitter.discard()
      #expect(!splitter.isInsideStatement)
      #expect(try splitter.finish() == nil)
    }
  }

  @Test func aNULIsAnErrorAtOnce() throws {
    var splitter = StatementSplitter(dialect: .likeSQLite)
    splitter.append("SELECT \0 1;")
    let error = #expect(throws: DatabaseError.self) { try splitter.next() }
    #expect(error?.message == "a NUL character at line 1, column 8")
    splitter.discard()
    splitter.append("\nSELECT '\0';\n")
    #expect(try splitter.next()?.text == "SELECT '\0'")
  }

  @Test func whatIsDiscardedCountsAsLines() throws {
    var splitter = StatementSplitter(dialect: .likeSQLite)
    splitter.append("SELECT 1\n, 'a\n")
    #expect(try splitter.next() == nil)
    splitter.discard()
    #expect(!splitter.isInsideStatement)
    splitter.append("SELECT 2;\n")
    #expect(try splitter.next()?.line == 3)
  }

  /// A statement of many lines is read once: ten times the lines take about ten times as long, not a hundred times.
  @Test(.timeLimit(.minutes(10))) func aLongStatementIsReadOnce() throws {
    var splitter = StatementSplitter(dialect: .likeSQLite)
    splitter.append("INSERT INTO a VALUES (0)\n")
    for number in 0..<100_000 {
      splitter.append(", (\(number), 'a;\n")
      #expect(try splitter.next() == nil)
      splitter.append("b')\n")
      #expect(try splitter.next() == nil)
    }
    splitter.append(";")
    #expect(try splitter.next()?.text.utf8.count ?? 0 > 1_000_000)
  }
}
