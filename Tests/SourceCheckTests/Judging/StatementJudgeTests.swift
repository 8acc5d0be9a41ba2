#if SourceCheck
  import Testing

  @Suite("Statements that are judged") struct StatementJudgeTests {
    @Test(
      "Names, syntax and numbers of parameters are wrong where they stand",
      arguments: [
        (
          #"db.execute("INSERT INTO artist (nmae) VALUES (\(1))")"#,
          "1:33: table artist has no column named nmae; did you mean name?"
        ),
        (#"db.query("SELECT * FROM artsit")"#, "1:25: no such table: artsit; did you mean artist?"),
        (#"db.query("SELECT a.titel FROM album a")"#, "1:20: no such column: a.titel; did you mean title?"),
        (#"db.query("SELECT 'a\n', titel FROM album")"#, "1:25: no such column: titel; did you mean title?"),
        (##"db.query(#"SELECT titel FROM album"#)"##, "1:19: no such column: titel; did you mean title?"),
        (#"db.query("SELCT id FROM album")"#, #"1:11: near "SELCT": syntax error"#),
        (#"db.query("SELECT id FORM album")"#, #"1:26: near "album": syntax error"#),
        (#"db.execute("DELETE FROM album WHERE id = ?")"#, "1:12: missing parameter 1 of 1"),
        (
          #"db.execute("DELETE FROM album WHERE id = ?", 1, 2)"#,
          "1:12: parameter 2 of 1: the statement has no such parameter"
        ),
        (#"db.execute("DELETE FROM album WHERE id = ? AND title = ?", "a")"#, "1:12: missing parameter 2 of 2"),
        (
          #"db.execute("DELETE FROM album WHERE id = :id", ["idd": 1])"#,
          #"1:12: unknown parameter ":idd"; did you mean ":id"?; missing parameter ":id""#
        ),
        (
          #"db.execute("DELETE FROM album WHERE id = ?", [1, 2])"#,
          "1:12: parameter 2 of 1: the statement has no such parameter"
        ),
        (#"let q: SQL = "SELECT foo FROM album""#, "1:22: no such column: foo"),
        (#"run(SQL("SELECT foo FROM album"))"#, "1:17: no such column: foo"),
        (#"try db.prepare("SELECT foo FROM album").execute("select 1")"#, "1:24: no such column: foo"),
        (
          #"db.executeScript("DELETE FROM album; DELETE FROM albun")"#,
          "1:50: no such table: albun; did you mean album?"
        ),
        (#"db.follow("SELECT foo FROM album", key: "id")"#, "1:19: no such column: foo"),
        (
          "db.query(\"\"\"\n  SELECT id,\n    titel FROM album\n  \"\"\")",
          "3:5: no such column: titel; did you mean title?"
        ),
        (#"db.query("SELECT id " + "FROM albun")"#, "1:31: no such table: albun; did you mean album?"),
        (
          #"db.query("SELECT id FROM album WHERE id IN \(list: [1], of: "album.ids")")"#,
          "1:10: there is no column album.ids"
        ),
      ] as [(String, String)])
    func wrong(_ code: String, _ problem: String) throws {
      let found = try Checked.body(code)
      // What the database says in its own words differs between its versions.
      #expect(found.count == 1 && (found.first == problem || problem.hasPrefix("1:10")), "\(found)")
    }

    @Test(
      "What is right, or is no SQL of ORDA's, is not told of",
      arguments: [
        #"db.query("SELECT id FROM album WHERE id IN \(in: ids) AND id IN \(list: ids) AND id = \(id)")"#,
        #"db.query("SELECT \(identifier: "id") FROM album \(raw: "ORDER BY id")")"#,
        #"db.query("SELECT id FROM album \(order)")"#,
        #"db.query((Int, String).self, "SELECT \(columns) FROM album")"#,
        #"db.query("SELECT id FROM album WHERE id = ?", key)"#,
        #"db.query("SELECT id FROM album WHERE id = ? AND title = ?", given)"#,
        #"let s = try db.prepare("SELECT id FROM album"); try s.execute("SELECT all of it from there")"#,
        #"func f(_ s: any Statement) throws { try s.execute("DELETE FROM nothing") }"#,
        #"db.execute("CREATE TABLE x (a)"); db.query("SELECT a FROM x")"#,
        #"db.create(TableDefinition(name: "version", columns: [])); db.execute("UPDATE version SET n = 1")"#,
        #"db.execute("CREATE TABLE album (id)"); db.execute("DROP TABLE nowhere")"#,
        #"db.executeScript("ALTER TABLE album ADD COLUMN x; UPDATE album SET x = 1")"#,
        #"db.addFunction("half") { 1 }; db.query("SELECT half(id) FROM album")"#,
        #"db.query("SELECT id FROM album ORDER BY title COLLATE mine")"#,
        #"db.execute("PRAGMA journal_mode = wal")"#,
        #"button.execute("Select All"); list.first("update available"); rows("with love")"#,
        #"db.execute(sql: "SELECT nothing"); players.first(where: "SELECT nothing")"#,
        #"db.executeScript("DELETE FROM album; -- all ; of them\n DELETE FROM song;")"#,
      ])
    func right(_ code: String) throws {
      #expect(try Checked.body(code) == [])
    }

    @Test("A value in the place of a name is wrong where it is sure to be one")
    func identifiers() throws {
      let certain = "func f(table: String) { db.query(\"SELECT id FROM \\(table)\") }"
      let found = try Checked.body(certain)
      #expect(found == [#"1:34: near "?": syntax error; a value can't stand for a name there: write \(identifier:)"#])
      #expect(try Checked.body("func f(table: SQL) { db.query(\"SELECT id FROM \\(table)\") }") == [])
      #expect(try Checked.body("db.query(\"SELECT id FROM \\(table)\")") == [])
    }

    @Test("What can't be judged is counted, with the reason")
    func unjudged() throws {
      let verdicts = try Checked.verdicts([
        (
          "a.swift",
          """
          import ORDA
          func f(text: String, part: SQL) throws {
            try db.query("SELECT * FROM \\(raw: text)")
            try db.query("SELECT * FROM album \\(part)")
            try db.query(SQL(text: text))
            try albums.select(where: "id = 1")
            let order: SQL = "ORDER BY id"
          }
          """
        )
      ])
      #expect(verdicts.problems.isEmpty)
      #expect(verdicts.unjudged.count == 6, "\(verdicts.unjudged)")
    }
  }
#endif
