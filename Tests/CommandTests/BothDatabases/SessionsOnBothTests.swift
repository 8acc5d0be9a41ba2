import TestSupport
import Testing

/// `orda bridge` and `orda shell`, run as processes on either database.
@Suite("Sessions on both databases", .ownThread) struct SessionsOnBothTests {
  @Test("The bridge: statements, transactions, savepoints, cursors, errors", arguments: CommandDatabase.allCases)
  func bridge(_ database: CommandDatabase) async throws {
    let music = try database.made()
    let table = database.words(
      "CREATE TABLE genre (id INTEGER PRIMARY KEY /*! AUTO_INCREMENT */, name VARCHAR(20) NOT NULL UNIQUE)")
    let integer = database == .sqlite ? "INTEGER" : database == .mariadb ? "INT" : "integer"
    let session = [
      (#"{"id":1,"op":"ping"}"#, #"{"id":1}"#),
      (
        #"{"id":2,"op":"execute","sql":"\#(table)"}"#, #"{"id":2,"columns":[],"rows":[],"changed":0,"lastID":null}"#
      ),
      (
        #"{"id":3,"op":"execute","sql":"INSERT INTO genre (name) VALUES (?), (?)","params":["Jazz","Fado 🎷"]}"#,
        // PostgreSQL reports the key of a single row.
        #"{"id":3,"columns":[],"rows":[],"changed":2,"lastID":\#(database == .postgresql ? "null" : "2")}"#
      ),
      (
        #"{"id":4,"op":"execute","sql":"SELECT 6 * 7 AS answer"}"#,
        #"{"id":4,"columns":[{"name":"answer","type":"\#(integer)","table":null,"nullable":null}],"rows":[[42]],"changed":null,"lastID":null}"#
      ),
      (#"{"id":5,"op":"begin","isolation":"serializable"}"#, #"{"id":5,"isolation":"serializable"}"#),
      (#"{"id":6,"op":"savepoint","name":"before"}"#, #"{"id":6}"#),
      (
        #"{"id":7,"op":"execute","sql":"DELETE FROM genre"}"#,
        #"{"id":7,"columns":[],"rows":[],"changed":2,"lastID":null}"#
      ),
      (#"{"id":8,"op":"rollbackTo","name":"before"}"#, #"{"id":8}"#),
      (
        #"{"id":9,"op":"execute","sql":"UPDATE genre SET name = :name WHERE id = :id","params":{"id":1,"name":"Blues"}}"#,
        #"{"id":9,"columns":[],"rows":[],"changed":1,"lastID":null}"#
      ),
      (#"{"id":10,"op":"commit"}"#, #"{"id":10}"#),
    ]
    let run = try await music.orda("bridge", input: session.map { $0.0 + "\n" }.joined())
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(run.output.split(separator: "\n").map(String.init) == session.map(\.1))

    let more = try await music.orda(
      "bridge",
      input: """
        {"id":1,"op":"execute","sql":"SELECT id, name FROM genre ORDER BY id","cursor":true}
        {"id":2,"op":"fetch","cursor":1,"limit":1}
        {"id":3,"op":"fetch","cursor":1}
        {"id":4,"op":"execute","sql":"INSERT INTO genre (name) VALUES ('Blues')"}
        {"id":5,"op":"tables"}

        """)
    let answers = more.output.split(separator: "\n").map(String.init)
    #expect(answers.count == 5)
    #expect(answers[1] == #"{"id":2,"rows":[[1,"Blues"]],"done":false}"#)
    #expect(answers[2] == #"{"id":3,"rows":[[2,"Fado 🎷"]],"done":true}"#)
    #expect(answers[3].hasPrefix(#"{"id":4,"error":{"kind":"constraint.unique","message":"#))
    #expect(answers[4].contains(#""name":"genre""#))
  }

  @Test("A cursor takes the rows that an INSERT returns", arguments: CommandDatabase.allCases)
  func returning(_ database: CommandDatabase) async throws {
    let music = try database.made()
    _ = try await music.orda("query", "CREATE TABLE genre (id INTEGER PRIMARY KEY, name VARCHAR(20))")
    let run = try await music.orda(
      "bridge",
      input: """
        {"id":1,"op":"execute","sql":"INSERT INTO genre VALUES (1, 'Jazz'), (2, 'Fado') RETURNING id","cursor":true}
        {"id":2,"op":"fetch","cursor":1,"limit":1}
        {"id":3,"op":"fetch","cursor":1}
        {"id":4,"op":"execute","sql":"DELETE FROM genre WHERE id > 7 RETURNING id","cursor":true}
        {"id":5,"op":"fetch","cursor":2}
        {"id":6,"op":"execute","sql":"DELETE FROM genre","cursor":true}
        {"id":7,"op":"execute","sql":"SELECT count(*) FROM genre WHERE id < 3"}

        """)
    let answers = run.output.split(separator: "\n").map(String.init)
    #expect(answers.count == 7)
    #expect(answers[0].hasPrefix(#"{"id":1,"cursor":1,"columns":[{"name":"id","#))
    #expect(answers[1] == #"{"id":2,"rows":[[1]],"done":false}"#)
    #expect(answers[2] == #"{"id":3,"rows":[[2]],"done":true}"#)
    #expect(answers[4] == #"{"id":5,"rows":[],"done":true}"#)
    #expect(answers[5].contains(#""kind":"misuse""#))
    #expect(answers[6].contains(#""rows":[[2]]"#))
  }

  @Test("The shell: a script with a transaction, dot commands, and an error", arguments: CommandDatabase.allCases)
  func shell(_ database: CommandDatabase) async throws {
    let music = try database.made()
    let run = try await music.orda(
      "shell", "--format", "csv", "--keep-going",
      input: """
        CREATE TABLE genre (id INTEGER PRIMARY KEY, name VARCHAR(20)); -- a comment; no statement
        BEGIN;
        INSERT INTO genre VALUES (1, 'Jazz; Blues'), (2, 'It''s Fado');
        ROLLBACK;
        SELECT count(*) AS n FROM genre;
        BEGIN; INSERT INTO genre VALUES (3, 'Ska'); COMMIT;
        SELEC 1;
        .tables
        SELECT * FROM genre;

        """)
    #expect(run.status == 1)
    #expect(run.output == "n\n0\ntable,kind,columns\ngenre,table,\"id, name\"\nid,name\n3,Ska\n")
    #expect(run.error.contains("orda: line 7: syntax: "), "\(run.error)")
  }

  @Test("The shell ends with the first error, and what is not committed is gone", arguments: CommandDatabase.allCases)
  func error(_ database: CommandDatabase) async throws {
    let music = try database.made()
    _ = try await music.orda("query", "CREATE TABLE genre (id INTEGER PRIMARY KEY)")
    let run = try await music.orda(
      "shell", input: "BEGIN;\nINSERT INTO genre VALUES (1);\nINSERT INTO genre VALUES (1);\nCOMMIT;\n")
    #expect(run.status == 1)
    #expect(run.error.hasPrefix("orda: line 3: constraint.unique.primaryKey: "), "\(run.error)")
    #expect(try await music.orda("export", "genre").output == "id\n")
  }
}
