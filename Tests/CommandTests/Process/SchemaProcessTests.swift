import TestSupport
import Testing

/// `orda tables` and `orda schema`, run as processes.
@Suite("The schema", .ownThread) struct SchemaProcessTests {
  let folder: TemporaryFolder
  let url = "sqlite:music.db"

  init() async throws {
    folder = try TemporaryFolder()
    for sql in [
      "CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
      "CREATE TABLE track (title TEXT, genre INT DEFAULT 1 REFERENCES genre ON DELETE CASCADE, CHECK (title <> ''))",
      "CREATE INDEX track_title ON track (title DESC)",
      "CREATE VIEW jazz AS SELECT title FROM track",
    ] {
      let run = try await orda("query", url, sql, in: folder)
      #expect(run.status == 0)
    }
  }

  @Test("lists tables and views")
  func tables() async throws {
    let run = try await orda("tables", url, in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(
      run.output == """
        ┌───────┬───────┬──────────────┐
        │ table │ kind  │ columns      │
        ├───────┼───────┼──────────────┤
        │ genre │ table │ id, name     │
        │ jazz  │ view  │ title        │
        │ track │ table │ title, genre │
        └───────┴───────┴──────────────┘
        3 tables

        """)
    let csv = try await orda("tables", url, "--format", "csv", in: folder)
    #expect(
      csv.output == "table,kind,columns\ngenre,table,\"id, name\"\njazz,view,title\ntrack,table,\"title, genre\"\n")
    #expect(csv.error == "")
  }

  @Test("of an empty database is empty")
  func empty() async throws {
    let run = try await orda("tables", "sqlite::memory:", in: folder)
    #expect(
      run.output
        == "┌───────┬──────┬─────────┐\n│ table │ kind │ columns │\n├───────┼──────┼─────────┤\n└───────┴──────┴─────────┘\n0 tables\n"
    )
    let schema = try await orda("schema", "sqlite::memory:", in: folder)
    #expect(schema.output == "")
    #expect(schema.status == 0)
  }

  @Test("tells what a table is made of, by any spelling of its name", arguments: ["TRACK", "main.track"])
  func table(_ name: String) async throws {
    let run = try await orda("schema", url, name, in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(
      run.output == """
        track (table)
        ┌────────┬──────┬──────┬─────────┬─────┬──────┐
        │ column │ type │ NULL │ default │ key │ more │
        ├────────┼──────┼──────┼─────────┼─────┼──────┤
        │ title  │ TEXT │ yes  │         │     │      │
        │ genre  │ INT  │ yes  │ 1       │     │      │
        └────────┴──────┴──────┴─────────┴─────┴──────┘
        FOREIGN KEY (genre) REFERENCES genre (id) ON DELETE CASCADE
        INDEX track_title (title DESC)
        CHECK (title <> '')

        """)
  }

  @Test("tells all tables, with a blank line between two")
  func allTables() async throws {
    let run = try await orda("schema", url, in: folder)
    let titles = run.output.split(separator: "\n").filter { $0.contains("(table)") || $0.contains("(view)") }
    #expect(titles == ["genre (table)", "jazz (view)", "track (table)"])
    #expect(run.output.contains("PRIMARY KEY (id)\nUNIQUE (name)\n\njazz (view)\n"))
  }

  @Test("gives programs the columns of all tables in one list")
  func columns() async throws {
    let run = try await orda("schema", url, "--format", "csv", in: folder)
    #expect(run.error == "")
    #expect(
      run.output == """
        table,column,type,NULL,default,key,more
        genre,id,INTEGER,no,,key,made where none is given
        genre,name,TEXT,no,,,
        jazz,title,TEXT,yes,,,
        track,title,TEXT,yes,,,
        track,genre,INT,yes,1,,

        """)
    let line = try await orda("schema", url, "jazz", "--format", "jsonl", in: folder)
    #expect(
      line.output
        == #"{"table":"jazz","column":"title","type":"TEXT","NULL":"yes","default":null,"key":null,"more":null}"# + "\n"
    )
  }

  @Test("gives the statements that make it")
  func statements() async throws {
    let run = try await orda("schema", url, "--sql", in: folder)
    #expect(run.status == 0)
    #expect(
      run.output == """
        CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE VIEW jazz AS SELECT title FROM track;
        CREATE TABLE track (title TEXT, genre INT DEFAULT 1 REFERENCES genre ON DELETE CASCADE, CHECK (title <> ''));

        """)
    let one = try await orda("schema", url, "jazz", "--sql", in: folder)
    #expect(one.output == "CREATE VIEW jazz AS SELECT title FROM track;\n")
  }
}
