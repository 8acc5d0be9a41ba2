import Foundation
import TestSupport
import Testing

/// `orda shell` with a script on standard input, run as a process.
@Suite(.ownThread) struct ShellProcessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func statementsRunInOrder() async throws {
    let run = try await orda(
      "shell", "sqlite::memory:",
      input: """
        -- a table; and what is in it
        CREATE TABLE t (a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x;y'),
          (2, NULL);
        SELECT a,
          b FROM t;
        CREATE TRIGGER r AFTER DELETE ON t BEGIN INSERT INTO t VALUES (OLD.a, 'back'); SELECT 1; END;
        DELETE FROM t WHERE a = 2;
        SELECT count(*) AS n FROM t WHERE b = 'back'
        """, in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(
      run.output == """
        0 rows changed
        2 rows changed, last ID 2
        ┌───┬──────┐
        │ a │ b    │
        ├───┼──────┤
        │ 1 │ x;y  │
        │ 2 │ NULL │
        └───┴──────┘
        2 rows
        0 rows changed
        1 row changed
        ┌───┐
        │ n │
        ├───┤
        │ 1 │
        └───┘
        1 row

        """)
  }

  @Test func theFirstErrorEndsTheScript() async throws {
    let script = "SELECT 1 AS a;\n\n  SELEC 2;\nSELECT 3 AS c;\n"
    let run = try await orda("shell", "sqlite::memory:", input: script, in: folder)
    #expect(run.status == 1)
    #expect(run.error.hasPrefix("orda: line 3: syntax: near \"SELEC\": syntax error\n"))
    #expect(run.output.contains("│ 1 │"))
    #expect(!run.output.contains("│ 3 │"))

    let all = try await orda("shell", "sqlite::memory:", "--keep-going", input: script, in: folder)
    #expect(all.status == 1)
    #expect(all.error == run.error)
    #expect(all.output.contains("│ 3 │"))
  }

  /// More than are run together, with one among them that fails.
  @Test func thousandsOfStatementsRunInOrder() async throws {
    let inserts = (1...1000).map { "INSERT INTO t VALUES (\($0 == 600 ? 599 : $0));\n" }.joined()
    let script = "CREATE TABLE t (a INTEGER PRIMARY KEY);\n" + inserts + "SELECT count(*) AS n, max(a) AS m FROM t;\n"
    let run = try await orda("shell", "sqlite:a.db", input: script, in: folder)
    #expect(run.status == 1)
    #expect(run.error.hasPrefix("orda: line 601: constraint.unique"), "\(run.error)")
    #expect(run.output.split(separator: "\n").last == "1 row changed, last ID 599")
    let all = try await orda("shell", "sqlite:b.db", "--keep-going", input: script, in: folder)
    #expect(all.status == 1)
    #expect(all.error == run.error)
    #expect(all.output.contains("│ 999 │ 1000 │"))
    // Dot commands have their turn, whatever was read with them.
    let shown = try await orda(
      "shell", "sqlite:d.db",
      input: "CREATE TABLE t (a);\nBEGIN;\n" + (1...700).map { "INSERT INTO t VALUES (\($0));\n" }.joined()
        + ".format csv\nSELECT count(*) FROM t;\n" + (1...300).map { "INSERT INTO t VALUES (\($0));\n" }.joined()
        + ".format json\nSELECT count(*) AS n FROM t;\n", in: folder)
    #expect(shown.status == 0)
    #expect(shown.output.hasSuffix("1 row changed, last ID 700\ncount(*)\n700\n[\n{\"n\":1000}\n]\n"))
    // What comes after a .quit is not run, whatever was read with it.
    let quit = try await orda(
      "shell", "sqlite:c.db", input: "SELECT 1 AS a; SELECT 2 AS b;\n.quit\nSELECT 3 AS c;\n", in: folder)
    #expect(quit.status == 0)
    #expect(quit.output.contains("│ b │") && !quit.output.contains("│ c │"))
  }

  @Test(arguments: [
    ("SELECT 1;\nSELECT 'abc", "orda: line 2: syntax: a string is not closed; it begins at line 2, column 8\n"),
    ("SELECT 1;\n.tabels\n", "orda: line 2: there is no command .tabels; did you mean .tables?\n"),
    ("SELECT 1;\nSELECT \0 2;\n", "orda: line 2: syntax: a NUL character at line 2, column 8\n"),
    ("COMMIT;", "orda: line 1: misuse: no transaction is open; BEGIN opens one\n"),
    ("BEGIN;\nBEGIN;", "orda: line 2: misuse: a transaction is open already; end it by COMMIT"),
    (".read nowhere.sql\n", "orda: line 1: nowhere.sql: No such file or directory\n"),
    (".timing maybe\n", "orda: line 1: use it as .timing on or .timing off\n"),
    (".format xyz\n", "orda: line 1: 'xyz' is no format; the formats are "),
    (".schema nowhere\n", "orda: line 1: noSuchTable: there is no table or view called nowhere\n"),
    (".open sqlite:/nowhere/a.db\n", "orda: line 1: cannotOpen"),
  ]) func errorsHaveTheirLine(_ script: String, _ message: String) async throws {
    let run = try await orda("shell", "sqlite::memory:", input: script, in: folder)
    #expect(run.status == 1)
    #expect(run.error.hasPrefix(message), "\(run.error)")
  }

  @Test func aScriptThatIsNoText() async throws {
    let run = try await BuiltProgram(name: "orda").run(
      ["shell", "sqlite::memory:"], input: Array("SELECT 1;\nSELECT '".utf8) + [0xFF, 0x0A], in: folder)
    #expect(run.status == 1)
    #expect(run.error == "orda: line 2 is not valid UTF-8\n")
    #expect(run.output.contains("│ 1 │"))
    // What begins a character of four bytes is as long as the one that stands for what can't be read.
    let cut = try await BuiltProgram(name: "orda").run(
      ["shell", "sqlite::memory:"], input: Array("SELECT '".utf8) + [0xF0, 0x9F, 0x98] + Array("';\n".utf8), in: folder)
    #expect(cut.status == 1)
    #expect(cut.error == "orda: line 1 is not valid UTF-8\n")
  }

  @Test func transactionsAndSavepoints() async throws {
    let run = try await orda(
      "shell", "sqlite:a.db",
      input: """
        CREATE TABLE t (a);
        BEGIN; INSERT INTO t VALUES (1); SAVEPOINT s; INSERT INTO t VALUES (2); ROLLBACK TO s;
        INSERT INTO t VALUES (3); RELEASE s; CREATE TEMP TABLE u AS SELECT * FROM t; COMMIT;
        START TRANSACTION; DELETE FROM t; ROLLBACK;
        SELECT group_concat(a) AS kept FROM u;
        BEGIN; DELETE FROM t;
        """, in: folder)
    #expect(run.status == 0)
    #expect(run.output.contains("│ 1,3  │"))
    #expect(run.error == "orda: the open transaction was rolled back\n")
    let left = try await orda("query", "sqlite:a.db", "SELECT count(*) AS n FROM t", in: folder)
    #expect(left.output.contains("│ 2 │"))
  }

  @Test func aReadOnlyTransactionRefusesToWrite() async throws {
    let run = try await orda(
      "shell", "sqlite::memory:",
      input: "CREATE TABLE t (a);\nSTART TRANSACTION READ ONLY;\nINSERT INTO t VALUES (1);\n", in: folder)
    #expect(run.status == 1)
    #expect(run.error.contains("orda: line 3: readOnly: "))
  }

  @Test func dotCommands() async throws {
    try folder.write("id,name\n1,Jazz\n2,Fado\n", to: "my genres.csv")
    try folder.write("SELECT count(*) AS n FROM genre;\n.timing on\nSELECT 1;\n", to: "count.sql")
    let run = try await orda(
      "shell", "sqlite::memory:",
      input: """
        .import 'my genres.csv' genre --create
        .tables
        .schema genre
        .describe genre
        .read count.sql
        .quit
        SELECT 'never';
        """, in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(run.output.contains("2 rows imported into genre\n"))
    #expect(run.output.contains("│ genre │ table │ id, name │\n"))
    #expect(run.output.contains("CREATE TABLE \"genre\" ("))
    #expect(run.output.contains("│ name   │ TEXT   │ yes  │"))
    #expect(run.output.contains("│ 2 │"))
    #expect(run.output.contains("1 row, "))
    #expect(run.output.hasSuffix(" ms\n"))
    #expect(!run.output.contains("never"))
  }

  @Test func rowsForProgramsStandAlone() async throws {
    let run = try await orda(
      "shell", "sqlite::memory:", "--format", "csv",
      input: "CREATE TABLE t (a);\nINSERT INTO t VALUES (1);\nSELECT a FROM t;\n.format jsonl\nSELECT a FROM t;\n",
      in: folder)
    #expect(run.status == 0)
    #expect(run.output == "a\n1\n{\"a\":1}\n")
    #expect(run.error == "0 rows changed\n1 row changed, last ID 1\n")
  }

  @Test func anImportBelongsToTheTransaction() async throws {
    try folder.write("a\n1\n2\n", to: "t.csv")
    let run = try await orda(
      "shell", "sqlite::memory:",
      input: "CREATE TABLE t (a);\nBEGIN;\n.import t.csv t\nROLLBACK;\nSELECT count(*) AS n FROM t;\n", in: folder)
    #expect(run.error == "")
    #expect(run.output.contains("2 rows imported into t\n"))
    #expect(run.output.contains("│ 0 │"))
  }

  @Test func anErrorInAFileThatIsReadHasBothPlaces() async throws {
    try folder.write("SELECT 1;\nSELEC;\n", to: "bad.sql")
    try folder.write(".read self.sql\n", to: "self.sql")
    let run = try await orda("shell", "sqlite::memory:", input: "\n.read bad.sql\n", in: folder)
    #expect(run.status == 1)
    #expect(run.error.hasPrefix("orda: line 2: bad.sql: line 2: syntax: "))
    let endless = try await orda("shell", "sqlite::memory:", input: ".read self.sql\n", in: folder)
    #expect(endless.status == 1)
    #expect(endless.error.contains("scripts that read scripts are nested too deeply: self.sql"))
  }

  @Test func anotherDatabaseCanBeOpened() async throws {
    let run = try await orda(
      "shell", "sqlite::memory:",
      input: "BEGIN;\n.open sqlite:b.db\nCREATE TABLE t (a);\n.tables\n", in: folder)
    #expect(run.status == 0)
    #expect(run.error == "orda: the open transaction was rolled back\n")
    #expect(run.output.contains("│ t     │ table │ a       │"))
    #expect(folder.names.contains("b.db"))
  }

  @Test func nothingIsKeptOfAScript() async throws {
    let run = try await orda(
      "shell", "sqlite::memory:", input: "SELECT 1;\n.history\n", in: folder,
      environment: ["ORDA_HISTORY": folder.file("history")])
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(folder.names == [])
  }

  @Test func anEmptyScriptDoesNothing() async throws {
    for input in ["", "\n", "-- nothing", ";;\n", "\u{FEFF}"] {
      let run = try await orda("shell", "sqlite::memory:", input: input, in: folder)
      #expect(run.status == 0)
      #expect(run.output + run.error == "")
    }
  }
}
