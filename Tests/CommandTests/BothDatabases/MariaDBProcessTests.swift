import MariaDBTestServer
import TestSupport
import Testing

/// What the command prints of a MariaDB server alone.
@Suite("orda on MariaDB", .ownThread) struct MariaDBProcessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("The tour, again and again, is that of SQLite")
  func tour() async throws {
    let server = try ServerDatabase()
    let error = """
      Cannot add or update a child row: a foreign key constraint fails (`\(server.name)`.`orda_isotope`, \
      CONSTRAINT `orda_isotope_ibfk_1` FOREIGN KEY (`element`) REFERENCES `orda_element` (`number`)) \
      (SQLSTATE 23000, vendor code 1452, table orda_isotope, column element, constraint orda_isotope_ibfk_1)
      """
    // MariaDB's decimals have all the digits of their columns.
    let expected = DemoProcessTests.tour(url: server.url, error: error)
      .replacing("───────────┬──────────┬", with: "───────────────┬──────────┬")
      .replacing("───────────┼──────────┼", with: "───────────────┼──────────┼")
      .replacing("───────────┴──────────┴", with: "───────────────┴──────────┴")
      .replacing("    weight │", with: "        weight │").replacing("     95.95 │", with: "  95.950000000 │")
      .replacing("      NULL │", with: "          NULL │").replacing("    101.07 │", with: " 101.070000000 │")
      .replacing(" 102.90549 │", with: " 102.905490000 │")
      .replacing("91.754 %", with: "91.75400 %").replacing("26.909 %", with: "26.90900 %")
      .replacing("99.2742 %", with: "99.27420 %")
    for _ in 0..<2 {
      let run = try await orda("demo", server.url, in: folder)
      #expect(run.status == 0)
      #expect(run.error == "")
      #expect(run.output == expected)
    }
    #expect(folder.names == [])
  }

  @Test("What the server warns of is said behind the rows, on standard error")
  func warnings() async throws {
    let server = try ServerDatabase()
    let cut = "SELECT CAST('1x' AS INT) AS n"
    for format in ["table", "csv"] {
      let run = try await orda("query", server.url, cut, "--format", format, in: folder)
      #expect(run.status == 0)
      #expect(run.error == "orda: warning 1292: Truncated incorrect INTEGER value: '1x'\n")
    }
    let many = try await orda(
      "shell", server.url, input: "SELECT CAST(CONCAT(seq, 'x') AS INT) AS n FROM seq_1_to_12;\n", in: folder)
    #expect(many.error.split(separator: "\n").count == 11)
    #expect(many.error.hasSuffix(": '10x'\norda: 2 further warnings\n"))
    // Nothing is said of a note, nor of anything where the URL says so.
    #expect(try await orda("query", server.url, "DROP TABLE IF EXISTS missing", in: folder).error == "")
    #expect(try await orda("query", server.url + "?warnings=ignore", cut, in: folder).error == "")
    let bridge = try await orda(
      "bridge", server.url, input: #"{"id":1,"op":"execute","sql":"DO CAST('x' AS INT)"}"# + "\n", in: folder)
    let warning = #"{"level":"warning","code":1292,"message":"Truncated incorrect INTEGER value: 'x'"}"#
    #expect(bridge.output.hasSuffix(#","lastID":null,"warnings":[\#(warning)]}"# + "\n"), "\(bridge.output)")
  }

  @Test("orda tables and orda schema")
  func schema() async throws {
    let server = try ServerDatabase()
    let made = try await orda(
      "shell", server.url,
      input: """
        CREATE TABLE genre (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, UNIQUE genre_name (name));
        CREATE TABLE track (
          title VARCHAR(40) DEFAULT 'x' COMMENT 'as printed', genre INT NOT NULL, seconds DOUBLE AS (genre * 2) VIRTUAL,
          CONSTRAINT track_genre FOREIGN KEY (genre) REFERENCES genre (id) ON UPDATE CASCADE ON DELETE CASCADE,
          CHECK (title <> ''), KEY track_title (title DESC));
        CREATE VIEW jazz AS SELECT title FROM track;
        """, in: folder)
    #expect(made.status == 0, "\(made.error)")
    let tables = try await orda("tables", server.url, "--format", "csv", in: folder)
    #expect(
      tables.output
        == "table,kind,columns\ngenre,table,\"id, name\"\njazz,view,title\ntrack,table,\"title, genre, seconds\"\n")
    let run = try await orda("schema", server.url, "track", in: folder)
    #expect(run.status == 0)
    #expect(run.output == Self.track)
    let sql = try await orda("schema", server.url, "genre", "--sql", in: folder)
    #expect(sql.output.hasPrefix("CREATE TABLE `genre` (\n  `id` int(11) NOT NULL AUTO_INCREMENT,\n"))
  }

  private static let track = """
    track (table, strict)
    ┌─────────┬─────────────┬──────┬─────────┬─────┬──────────────────────────────────────────┐
    │ column  │ type        │ NULL │ default │ key │ more                                     │
    ├─────────┼─────────────┼──────┼─────────┼─────┼──────────────────────────────────────────┤
    │ title   │ varchar(40) │ yes  │ 'x'     │     │ collation utf8mb4_general_ci; as printed │
    │ genre   │ int(11)     │ no   │         │     │                                          │
    │ seconds │ double      │ yes  │         │     │ computed: `genre` * 2                    │
    └─────────┴─────────────┴──────┴─────────┴─────┴──────────────────────────────────────────┘
    FOREIGN KEY (genre) REFERENCES genre (id) ON UPDATE CASCADE ON DELETE CASCADE, named track_genre
    INDEX track_genre (genre)
    INDEX track_title (title DESC)
    CHECK (`title` <> ''), named CONSTRAINT_1

    """

  @Test("orda drivers lists the driver and its options")
  func drivers() async throws {
    let run = try await orda("drivers", "--format", "csv", in: folder)
    #expect(run.output.contains("\nMariaDB,\"mariadb:, mysql:\",\""))
    for name in ["mariadb", "MariaDB", "mysql:"] {
      let options = try await orda("drivers", name, "--format", "jsonl", in: folder)
      #expect(options.status == 0)
      #expect(options.output.contains(#"{"driver":"MariaDB","option":"connect-timeout","value":""#))
      #expect(options.output.contains(#""option":"session.<name>""#))
    }
  }

  @Test("orda url explain connects to nothing, and shows no password")
  func explain() async throws {
    let url = "mysql://bob:hunter2@db.example.org:3307/music?tls=verify-ca&connect-timeout=2s&session.sql_mode=ANSI"
    let run = try await orda("url", "explain", url, in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(run.output.hasPrefix("driver    MariaDB\nscheme    mysql\nlocation  "))
    #expect(run.output.contains("db.example.org:3307/music"))
    #expect(!run.output.contains("hunter2"))
    let csv = try await orda("url", "explain", url, "--format", "csv", in: folder)
    let lines = csv.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("tls,verify-ca,,yes,") })
    #expect(lines.contains { $0.hasPrefix("connect-timeout,2s,10s,yes,") })
    #expect(lines.contains { $0.hasPrefix("session.sql_mode,ANSI,,yes,") })
    let wrong = try await orda("url", "explain", "mariadb://db/music?tsl=disable", in: folder)
    #expect(wrong.status == 1)
    #expect(wrong.error.hasPrefix("orda: badURL: there is no option 'tsl'; did you mean 'tls'?"))
  }

  @Test("A server that is not there, a database that is not, and an account that is not")
  func opening() async throws {
    let nobody = try await orda("query", "mariadb://root@127.0.0.1:1/music", "SELECT 1", in: folder)
    #expect(nobody.status == 1)
    #expect(nobody.error.hasPrefix("orda: cannotOpen"))
    let missing = try await orda("tables", TestServer.url.get() + "/orda_nowhere", in: folder)
    #expect(missing.status == 1)
    #expect(missing.error.hasPrefix("orda: cannotOpen"))
    #expect(missing.error.contains("Unknown database 'orda_nowhere'\n"), "\(missing.error)")
    let stranger = try TestServer.url.get().replacing("root@", with: "stranger:hunter2@")
    let refused = try await orda("query", stranger, "SELECT 1", in: folder)
    #expect(refused.status == 1)
    #expect(refused.error.hasPrefix("orda: authentication: "), "\(refused.error)")
    #expect(!refused.error.contains("hunter2"))
  }
}
