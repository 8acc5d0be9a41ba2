import Foundation
import TestSupport
import Testing

/// `orda query`, run as a process, and what holds for every command.
@Suite(.ownThread) struct QueryProcessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func valuesInOrderKeepTheirTypes() async throws {
    let run = try await orda(
      "query", "sqlite::memory:",
      "SELECT ? AS n, ? AS d, ? AS code, ? AS t, ? AS none, ? AS bytes, typeof(?4) AS kind",
      "42", "1.5", "007", "text:42", "null:", "hex:00ff", in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(
      run.output == """
        ┌────┬─────┬──────┬────┬──────┬─────────┬──────┐
        │  n │   d │ code │ t  │ none │ bytes   │ kind │
        ├────┼─────┼──────┼────┼──────┼─────────┼──────┤
        │ 42 │ 1.5 │ 007  │ 42 │ NULL │ x'00ff' │ text │
        └────┴─────┴──────┴────┴──────┴─────────┴──────┘
        1 row

        """)
  }

  @Test func valuesByName() async throws {
    let run = try await orda(
      "query", "sqlite::memory:", "SELECT :a - :b AS difference, :a AS a", "--param", "a=1", "--param", ":b=2",
      in: folder)
    #expect(run.status == 0)
    #expect(
      run.output == """
        ┌────────────┬───┐
        │ difference │ a │
        ├────────────┼───┤
        │         -1 │ 1 │
        └────────────┴───┘
        1 row

        """)
  }

  @Test func wideCharactersNULAndControlCharacters() async throws {
    let run = try await orda(
      "query", "sqlite::memory:", "SELECT ? AS 名前, char(97, 0, 98) AS nul, char(27) || '[31m' AS red, 'NULL' AS word",
      "日本e\u{301}", in: folder)
    #expect(run.status == 0)
    #expect(
      run.output == """
        ┌───────┬──────┬────────────┬────────┐
        │ 名前  │ nul  │ red        │ word   │
        ├───────┼──────┼────────────┼────────┤
        │ 日本e\u{301} │ a\\0b │ \\u{1b}[31m │ 'NULL' │
        └───────┴──────┴────────────┴────────┘
        1 row

        """)
  }

  @Test func outsideATerminalNothingIsCutAndNothingIsColoured() async throws {
    let long = String(repeating: "x", count: 300)
    let run = try await orda(
      "query", "sqlite::memory:", "SELECT ? AS text", long, in: folder, environment: ["COLUMNS": "40"])
    #expect(run.output.contains("│ \(long) │\n"))
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test func otherLocalesGetPlainRules() async throws {
    let run = try await orda("query", "sqlite::memory:", "SELECT 1 AS a", in: folder, environment: ["LC_ALL": "C"])
    #expect(
      run.output == """
        +---+
        | a |
        +---+
        | 1 |
        +---+
        1 row

        """)
  }

  @Test func aFileKeepsWhatWasWritten() async throws {
    let url = "sqlite:music.db"
    let made = try await orda(
      "query", url, "CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL)", in: folder)
    #expect(made.output == "0 rows changed\n")
    let insert = "INSERT INTO genre (name) VALUES (?), (?)"
    let inserted = try await orda("query", url, insert, "Jazz", "Fado", in: folder)
    #expect(inserted.output == "2 rows changed, last ID 2\n")
    let deleted = try await orda("query", url, "DELETE FROM genre WHERE id = ?", "9", in: folder)
    #expect(deleted.output == "0 rows changed\n")

    let returned = try await orda("query", url, "DELETE FROM genre WHERE name = ? RETURNING id", "Jazz", in: folder)
    #expect(returned.output.hasSuffix("│  1 │\n└────┘\n1 row, 1 row changed\n"))
    let left = try await orda("query", url, "SELECT name FROM genre", in: folder)
    #expect(left.output.contains("│ Fado │\n└──────┘\n1 row\n"))
  }

  @Test(arguments: [
    (["query", "sqlite::memory:", "SELEC"], "orda: syntax: near \"SELEC\": syntax error\n"),
    (["query", "sqlite::memory:", "SELECT ?"], "orda: misuse: missing parameter 1 of 1\n"),
    (["query", "sqlite::memory:", "SELECT 1; SELECT 2"], "orda: misuse: more than one statement"),
    (["query", "sqlite::memory:", "SELECT * FROM nowhere"], "orda: noSuchTable: "),
    (["query", "sqlite:nowhere.db?mode=rw", "SELECT 1"], "orda: cannotOpen"),
    (["query", "music.db", "SELECT 1"], "orda: badURL: the URL has no scheme"),
    (
      ["query", "sqlite::memory:?readrs=3", "SELECT 1"],
      "orda: badURL: there is no option 'readrs'; did you mean 'readers'?"
    ),
    (["query", "sqlite::memory:", "--file", "nowhere.sql"], "orda: nowhere.sql: "),
    (["query", "sqlite::memory:", "-"], "orda: misuse: "),
    (["schema", "sqlite::memory:", "genre"], "orda: noSuchTable: there is no table or view called genre\n"),
    (["schema", "sqlite:nowhere.db?mode=ro"], "orda: cannotOpen"),
    (["tables", "sqlite:nowhere.db?mode=ro"], "orda: cannotOpen"),
    (["drivers", "oracle"], "orda: missingDriver: this command has no driver"),
    (["url", "explain", "oracle:x"], "orda: missingDriver: this command has no driver"),
    (["url", "explain", "sqlite:x?mod=ro"], "orda: badURL: there is no option 'mod'; did you mean 'mode'?"),
    (["import", "sqlite::memory:", "genre", "nowhere.csv"], "orda: nowhere.csv: "),
  ])
  func errorsGoToStandardErrorWithStatus1(_ arguments: [String], _ message: String) async throws {
    let run = try await BuiltProgram(name: "orda").run(arguments, in: folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.error.hasPrefix(message), "\(run.error)")
    #expect(folder.names == [])
  }

  @Test(arguments: [
    ["nonsense"], ["query"], ["query", "sqlite::memory:"], ["query", "sqlite::memory:", "SELECT ?", "hex:0"],
    ["query", "sqlite::memory:", "SELECT ?", "1", "--param", "a=1"],
    ["query", "sqlite::memory:", "SELECT 1", "--param", "a"],
    ["query", "sqlite::memory:", "--format", "csv"], ["query", "sqlite::memory:", "SELECT 1", "--format", "xml"],
    ["tables"], ["tables", "sqlite::memory:", "genre"], ["schema"], ["url", "explain"], ["drivers", "sqlite", "more"],
    ["schema", "sqlite::memory:", "--sql", "--format", "csv"], ["demo", "sqlite::memory:", "more"],
    ["import", "sqlite::memory:", "genre"], ["import", "sqlite::memory:", "genre", "-", "--create", "--no-header"],
    ["import", "sqlite::memory:", "", "-"], ["import", "sqlite::memory:", "genre", "-", "--delimiter", ";;"],
  ])
  func commandsThatMakeNoSenseEndWithStatus64(_ arguments: [String]) async throws {
    let run = try await BuiltProgram(name: "orda").run(arguments, in: folder)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.error.hasPrefix("Error: "))
  }

  @Test(arguments: [
    "mariadb://bob:hunter2@127.0.0.1:1/music", "mariadb://bob@127.0.0.1:1/music?password=hunter2",
    "sqlite:music.db?password=hunter2",
    "sqlite://bob:hunter2@db/music", "sqlite:music.db?cipher-key=hunter2",
  ])
  func secretsAreNeverShown(_ url: String) async throws {
    let run = try await orda("query", url, "SELECT 1", in: folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(!run.error.contains("hunter2"))
    #expect(run.error.hasPrefix("orda: "))
  }

  @Test func aDatabaseWithoutADriverNamesThoseThatThereAre() async throws {
    let run = try await orda("query", "oracle://db/music", "SELECT 1", in: folder)
    #expect(run.status == 1)
    #if PostgreSQL
      let rest = ", postgresql:, postgres:\n"
    #else
      let rest = "; it is built with PostgreSQL's by swift build --traits PostgreSQL\n"
    #endif
    #expect(
      run.error
        == "orda: missingDriver: this command has no driver for such a URL; "
        + "it has those for sqlite:, sqlite3:, mariadb:, mysql:" + rest)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "only Linux has a device that is full"))
  func outputThatCannotBeWrittenIsAnError() async throws {
    for arguments in [["query", "sqlite::memory:", "SELECT 1"], ["demo"]] {
      let run = try await BuiltProgram(name: "orda").run(arguments, output: "/dev/full", in: folder)
      #expect(run.status == 1)
      #expect(run.error == "orda: the output can't be written: No space left on device\n")
    }
  }

  @Test func helpIsNoError() async throws {
    for arguments in [["--help"], ["help", "query"], ["url"], []] {
      let run = try await BuiltProgram(name: "orda").run(arguments, in: folder)
      #expect(run.status == 0)
      #expect(run.output.contains("USAGE: orda"))
      #expect(run.error == "")
    }
  }
}
