import Testing

@testable import ORDA

@Suite struct ScriptTests {
  func script(_ text: String, _ dialect: Dialect = .likeSQLite, interpolations: Int = 0) throws -> [ParsedStatement] {
    try ParsedStatement.script(text, interpolations: interpolations, dialect: dialect)
  }

  @Test func statementsAreSplit() throws {
    for dialect in Dialect.all {
      let statements = try script(
        "\u{FEFF}-- c;\nCREATE TABLE a (b);;\n\n/* ; */ INSERT INTO a\nVALUES (';');SELECT 1 -- e", dialect)
      #expect(statements.map(\.text) == ["CREATE TABLE a (b)", "INSERT INTO a\nVALUES (';')", "SELECT 1"])
      #expect(statements.map(\.line) == [2, 4, 5])
      #expect(statements.map(\.keyword) == [.create, .insert, .select])
    }
  }

  @Test(arguments: ["", " ", ";;", "-- c"]) func emptyScriptHasNoStatements(_ text: String) throws {
    #expect(try script(text).isEmpty)
  }

  /// Statements with a body, each one of which stays in one piece, and the dialects that have them.
  @Test(
    arguments: [
      ("CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE b SET c = 1; DELETE FROM d; END", Dialect.all),
      (
        "create temp trigger if not exists t after update of x on a for each row when new.x > 0 begin"
          + " select case when new.x then case 1 when 2 then 3 end else 4 end; select 2; end", Dialect.all
      ),
      (
        "CREATE TRIGGER begin AFTER UPDATE OF begin, end ON a WHEN NEW.begin < NEW.end BEGIN"
          + " INSERT INTO log (begin, end) VALUES (NEW.begin, NEW.end); SELECT begin, end FROM log; END", [.likeSQLite]
      ),
      ("CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 'END;'; /* END; */ SELECT 1; END -- ;", [.likeSQLite]),
      ("CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW SET NEW.b = 1", [.likeMariaDB]),
      (
        "CREATE OR REPLACE DEFINER = `root`@`%` PROCEDURE p(x INT) BEGIN IF x THEN SELECT 1; ELSE BEGIN SELECT 2; END; END IF;"
          + " WHILE x DO SET x = 0; END WHILE; CASE x WHEN 1 THEN BEGIN END; ELSE SELECT 3; END CASE; BEGIN END; END",
        [.likeMariaDB, .likeAnsiMariaDB]
      ),
      (
        "/*!50003 CREATE*/ /*!50017 DEFINER=`a`@`b`*/ /*!50003 TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET @a = 1; END */",
        [.likeMariaDB]
      ),
      ("BEGIN NOT ATOMIC SELECT 1; SELECT 2; END", [.likeMariaDB]),
      ("CREATE FUNCTION f() RETURNS INT l: LOOP", [.likeMariaDB]),
    ] as [(String, [Dialect])])
  func bodiesStayWhole(_ body: String, _ dialects: [Dialect]) throws {
    for dialect in dialects {
      let statements = try script("SELECT 0;\n\(body);\nSELECT 9; SELECT 10", dialect)
      let whole = body.hasSuffix(" -- ;") ? String(body.dropLast(5)) : body
      if whole == body {
        #expect(statements.map(\.text) == ["SELECT 0", whole, "SELECT 9", "SELECT 10"])
      } else {
        #expect(statements.map(\.text) == ["SELECT 0", whole + " -- ;;\nSELECT 9", "SELECT 10"])
      }
      #expect(try ParsedStatement.parse(body, interpolations: 0, dialect: dialect).text == body)
    }
  }

  @Test(arguments: [
    """
    CREATE OR REPLACE FUNCTION f(begin int) RETURNS int LANGUAGE sql
    BEGIN ATOMIC
      INSERT INTO t VALUES (CASE WHEN begin > 1 THEN 1 ELSE 2 END); SELECT t.end FROM t; END
    """,
    "create procedure p() language sql begin /* ; */ atomic end",
    "CREATE FUNCTION f(begin int, atomic int) RETURNS int LANGUAGE sql AS $$ SELECT 1; $$",
    "CREATE FUNCTION f(begin int) RETURNS int RETURN begin",
    "CREATE TRIGGER begin AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION f()",
    "CREATE RULE r AS ON DELETE TO a DO ALSO (INSERT INTO b VALUES (OLD.x); INSERT INTO c VALUES (OLD.x);)",
    "CREATE OR REPLACE RULE begin AS ON INSERT TO a DO INSTEAD NOTHING",
  ])
  func atomicBodiesStayWhole(_ statement: String) throws {
    let statements = try script("BEGIN; \(statement);\nSELECT 9; COMMIT", .likePostgreSQL)
    #expect(statements.map(\.text) == ["BEGIN", statement, "SELECT 9", "COMMIT"])
    #expect(try ParsedStatement.parse(statement, interpolations: 0, dialect: .likePostgreSQL).text == statement)
  }

  @Test func aBodyNeedsTheDialect() throws {
    let text = "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END; SELECT 2"
    #expect(try script(text, .init(compoundTriggers: false)).count == 3)
    #expect(try script(text).count == 2)
  }

  @Test func transactionsAreNoBodies() throws {
    #expect(try script("BEGIN; SELECT 1; END; CREATE TABLE trigger (begin); SELECT 2").count == 5)
    #expect(try script("BEGIN; SELECT 1; END; SELECT 2", .likeMariaDB).count == 4)
  }

  @Test func parametersAreEachStatementsOwn() throws {
    let statements = try script("SELECT :a, \u{1}; SELECT ?, \u{1}, :a", interpolations: 2)
    #expect(statements.map(\.text) == ["SELECT ?, ?", "SELECT ?, ?, ?"])
    #expect(statements[0].parameters.sources == [.parameter(0), .interpolated(0)])
    #expect(statements[1].parameters.sources == [.parameter(0), .interpolated(1), .parameter(1)])
  }

  @Test func errorsCountLinesOfTheWholeText() {
    let error = databaseError { _ = try script("SELECT 1;\nSELECT 2;\n  SELECT 'a") }
    #expect(error?.kind == .syntax)
    #expect(error?.message == "a string is not closed; it begins at line 3, column 10")
    let hidden = databaseError { _ = try script("SELECT 1;\nSELECT '\u{1}'", interpolations: 1) }
    #expect(hidden?.kind == .misuse)
    #expect(hidden?.message.hasSuffix("(value 1 of 1, at line 2, column 9)") == true)
  }

  /// Every token of a random text is in one of its statements, in the same order, and each statement's text is in the
  /// source.
  @Test func splittingLosesNothing() throws {
    var soup = Soup(seed: 11)
    var several = 0
    for _ in 0..<4_000 {
      let text = soup.text(pieces: 14, parameters: false)
      for dialect in Dialect.all + [.likePostgreSQL] {
        guard let statements = try? script(text, dialect) else { continue }
        // Two dashes that a semicolon kept from being a comment; cut off, they are one.
        if dialect.dashCommentsNeedSpace, statements.contains(where: { $0.text.hasSuffix("--") }) { continue }
        if statements.count > 1 { several += 1 }
        #expect(try statements.flatMap { try tokens($0.text, dialect) } == tokens(text, dialect), "\(text)")
        #expect(statements.allSatisfy { text.contains($0.text) })
      }
    }
    #expect(several > 2_000)
  }

  @Test func piecesParseAlone() throws {
    var soup = Soup(seed: 5)
    for _ in 0..<2_000 {
      let text = soup.text(pieces: 12, parameters: true)
      for dialect in Dialect.all {
        guard let statements = try? script(text, dialect) else { continue }
        for statement in statements where !statement.text.hasSuffix("--") {
          let again = try ParsedStatement.parse(statement.text, interpolations: 0, dialect: dialect)
          #expect(again.text == statement.text)
          #expect(again.parameters.nativeCount == statement.parameters.nativeCount)
          #expect(again.parameters.isIdentity)
        }
      }
    }
  }

  @Test func aLongTextTakesTimeInProportion() throws {
    func time(_ count: Int) throws -> Duration {
      let text = String(repeating: "SELECT :a, 'b' /* c */;\n", count: count)
      var best = Duration.seconds(60)
      for _ in 0..<3 {
        let start = threadTime()
        let found = try script(text).count
        best = min(best, threadTime() - start)
        #expect(found == count)
      }
      return best
    }
    // Sixteen times the text; the square of that would be 256 times the time.
    #expect(try time(16_000) < time(1_000) * 100)
  }

  /// The text of each token but semicolons.
  private func tokens(_ text: String, _ dialect: Dialect) throws -> [String] {
    try text.readingUTF8 { (bytes) throws(DatabaseError) in
      var tokenizer = Tokenizer(bytes, dialect: dialect)
      var tokens: [String] = []
      while let token = try tokenizer.next() {
        if token.kind != .semicolon { tokens.append(String(decoding: bytes[token.start..<token.end], as: UTF8.self)) }
      }
      return tokens
    }
  }
}
