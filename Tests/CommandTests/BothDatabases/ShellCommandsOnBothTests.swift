import TestSupport
import Testing

@testable import Command

/// The shell's commands, by scripts on either database.
@Suite("The shell's commands on both databases", .ownThread) struct ShellCommandsOnBothTests {
  private static let schema = """
    CREATE TABLE genre (id INTEGER PRIMARY KEY, name VARCHAR(80) NOT NULL UNIQUE);
    CREATE TABLE track (id INTEGER PRIMARY KEY, genre INTEGER, title VARCHAR(80), price DOUBLE, data BLOB,
      FOREIGN KEY (genre) REFERENCES genre (id));
    CREATE INDEX track_title ON track (title, price);
    CREATE VIEW cheap AS SELECT title FROM track WHERE price < 1;
    INSERT INTO genre VALUES (1, 'Jazz'), (2, 'it''s \\"Fado\\"');

    """

  /// Has each of the values that a dump could spoil.
  private static func fill(_ music: CommandDatabase.Made) async throws {
    let rows: [(String, String, String)] = [
      ("So What", "0.1", "hex:00ff27"), ("a'b\\c\"d`e", "-1e300", "hex:"), ("two\nlines;\t-- no comment", "3", "null:"),
      ("ünï 🎷", "null:", "hex:5c"),
    ]
    for (index, row) in rows.enumerated() {
      let run = try await music.orda(
        "query", "INSERT INTO track VALUES (?, ?, ?, ?, ?)", "--", "\(index)", "1", "text:\(row.0)", row.1, row.2)
      #expect(run.status == 0, "\(run.error)")
    }
  }

  @Test("A dump makes the same tables again", arguments: CommandDatabase.allCases)
  func dump(_ database: CommandDatabase) async throws {
    let (music, copy) = (try database.made(), try database.made())
    #expect(try await music.orda("shell", input: database.words(Self.schema)).error == "")
    try await Self.fill(music)
    let dump = try await music.orda("shell", input: ".dump\n")
    #expect(dump.status == 0, "\(dump.error)")
    let restored = try await copy.orda("shell", input: dump.output)
    #expect(restored.error == "")
    #expect(try await copy.orda("shell", input: ".dump\n").output == dump.output)
    for table in ["track", "genre"] {
      let rows = try await copy.orda("export", table).output
      #expect(try await music.orda("export", table).output == rows)
      #expect(rows.split(separator: "\n").count > 2)
    }
    #expect(
      try await copy.orda("shell", "--format", "csv", input: ".indexes track\n").output.contains(
        "track,track_title,\"title, price\",no\n"))
    let one = try await music.orda("shell", input: "BEGIN;\nDELETE FROM genre WHERE id = 2;\n.dump genre\n").output
    #expect(one.contains("'Jazz'") && !one.contains("Fado") && !one.contains("track"))
    #expect(try await music.orda("shell", input: ".dump nowhere\n").error.contains("noSuchTable"))
  }

  @Test("Parameters have values, which statements take by name", arguments: CommandDatabase.allCases)
  func parameters(_ database: CommandDatabase) async throws {
    let music = try database.made()
    let run = try await music.orda(
      "shell", "--format", "csv",
      input: """
        .param a=1 b='it is' :c=null:
        .param
        SELECT :a + 1 AS x, :b AS y, :c AS z;
        SELECT :b AS again;
        SELECT 7 AS seven;
        .parameter set a 41
        SELECT :a + 1 AS x;
        .param clear
        .param
        .param nothing

        """)
    #expect(
      run.output == """
        parameter,value
        :a,1
        :b,it is
        :c,NULL
        x,y,z
        2,it is,
        again
        it is
        seven
        7
        x
        42
        parameter,value

        """)
    #expect(
      run.error == "orda: line 10: use it as .param NAME=VALUE; text:42 is a text, null: is NULL, hex:c0ffee is bytes\n"
    )
  }

  @Test("Results go into a file, and what is said of them does not", arguments: CommandDatabase.allCases)
  func output(_ database: CommandDatabase) async throws {
    let music = try database.made()
    let script = """
      SELECT 1 AS one;
      .output a.txt
      SELECT 2 AS two;
      CREATE TABLE t (a INT);
      .schema
      .output
      SELECT 3 AS three;
      .output a.txt

      """
    let run = try await music.orda("shell", input: script)
    #expect(run.output.contains("│   1 │") && run.output.contains("│     3 │") && !run.output.contains("two"))
    #expect(run.output.contains("0 rows changed\n"))
    #expect(run.error == "orda: line 8: a.txt is there already; --force replaces it\n")
    let text = try music.folder.text("a.txt")
    #expect(text.hasPrefix("┌─────┐\n│ two │\n├─────┤\n│   2 │\n└─────┘\nCREATE TABLE "), "\(text)")
    #expect(!text.contains("row"))
    #expect(try await music.orda("shell", input: ".output a.txt --force\nSELECT 4;\n").status == 0)
    #expect(try music.folder.text("a.txt").contains("4") == true)
    #expect(try await music.orda("shell", input: ".output /nowhere/a.txt\n").error.contains("No such file"))
  }

  @Test("Other shells' words mean the same", arguments: CommandDatabase.allCases)
  func foreignWords(_ database: CommandDatabase) async throws {
    let music = try database.made()
    _ = try await music.orda("query", "CREATE TABLE genre (id INTEGER PRIMARY KEY)")
    let run = try await music.orda(
      "shell",
      input:
        "\\dt\n\\d genre\nSELECT 1 AS a, 'x\\\\G' AS b\\G\nSELECT 2\n AS c \\G\nSELECT 3 AS d\\g\nhelp\nexit;\nSELECT 4;\n"
    )
    #expect(run.error == "")
    for part in [
      "1 table\n", "genre (table", "-- record 1 --\na | 1\nb | x", "-- record 1 --\nc | 2\n1 row\n", "│ 3 │\n",
      ".param, .parameter [NAME=VALUE...]",
    ] { #expect(run.output.contains(part), "\(part)\n\(run.output)") }
    #expect(!run.output.contains("4"))
    let errors = try await music.orda("shell", "--keep-going", input: "\\l\n\\frob\n\\G\n\\q\n").error
    #expect(
      errors == """
        orda: line 1: a shell has one database open; .open URL opens another
        orda: line 2: there is no command \\frob; .help lists all
        orda: line 3: \\G ends a statement, and there is none before it

        """)
  }
}
