import Foundation
import SourceCheck
import Testing

@Suite("orda check") struct CheckCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["m", "s", "s/.build"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.write("CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL)", to: "m/1.sql")
    try folder.write("import ORDA\nlet a = try db.query(\"SELECT titel FROM note\")\n", to: "s/a.swift")
    try folder.write("import ORDA\nlet a = try db.query(\"SELECT nothing FROM note\")\n", to: "s/.build/b.swift")
    try folder.write("let a = try db.query(\"SELECT nothing FROM note\")\n", to: "other.swift")
  }

  private func check(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await BuiltProgram(name: "orda").run(["check"] + arguments, in: folder)
  }

  #if SourceCheck
    @Test("checks against what migrations make, and ends with 1 where something is wrong")
    func migrations() async throws {
      let run = try await check("--migrations", "m", "s")
      #expect(run.status == 1)
      #expect(
        run.output == """
          s/a.swift:2:30: error: no such column: titel; did you mean title?
          1 statement in 1 file checked, 1 error

          """)
      try folder.write("import ORDA\nlet a = try db.query(\"SELECT title FROM note\")\n", to: "s/a.swift")
      let right = try await check("--migrations", "m", "s", "other.swift")
      #expect(right.status == 0 && right.output == "1 statement in 1 file checked, nothing wrong\n")
      try folder.write("ALTER TABLE note DROP COLUMN title", to: "m/2.sql")
      #expect(try await check("--migrations", "m", "s").output.contains("no such column: title\n"))
    }

    @Test("writes objects a line for programs")
    func lines() async throws {
      let run = try await check("--migrations", "m", "s", "--format", "jsonl")
      #expect(
        run.output == """
          {"file":"s/a.swift","line":2,"column":30,"severity":"error","kind":"noSuchColumn",\
          "message":"no such column: titel; did you mean title?"}

          """)
      #expect(run.error == "1 statement in 1 file checked, 1 error\n")
    }

    @Test("checks against what the sources make, and reads the blocks of a page")
    func create() async throws {
      let page = """
        ```swift
        try db.execute("CREATE TABLE a (b)")
        try db.query("SELECT b, c FROM a")
        ```
        """
      try folder.write(page, to: "page.md")
      let run = try await check("--create", "page.md")
      #expect(run.status == 1 && run.output.hasPrefix("page.md:3:25: error: no such column: c"), "\(run.output)")
    }

    @Test("lists what it can't judge")
    func verbose() async throws {
      try folder.write("import ORDA\nlet a = try db.query(\"SELECT * FROM \\(raw: name)\")\n", to: "s/a.swift")
      let quiet = try await check("--migrations", "m", "s")
      #expect(quiet.status == 0 && quiet.output.hasSuffix("1 could not be judged (--verbose lists them)\n"))
      let run = try await check("--migrations", "m", "s", "--verbose")
      #expect(run.output.hasPrefix("s/a.swift:2:22: note: not judged: part of it is made when the program runs\n"))
    }

    @Test("reads sources that import a module of the program's own, where it is named")
    func importing() async throws {
      try folder.write("import Storage\nlet a = try db.query(\"SELECT titel FROM note\")\n", to: "s/a.swift")
      #expect(try await check("--migrations", "m", "s").status == 0)
      #expect(try await check("--migrations", "m", "s", "--importing", "Storage").status == 1)
    }

    @Test("changes nothing in the database of a URL")
    func untouched() async throws {
      let sql = "INSERT INTO note (title) VALUES ('a'); DROP TABLE note; DELETE FROM note; PRAGMA user_version = 3"
      try folder.write("import ORDA\nlet a = try db.executeScript(\"\(sql)\")\n", to: "s/a.swift")
      let orda = BuiltProgram(name: "orda")
      #expect(try await orda.run(["query", "sqlite:a.db", "CREATE TABLE note (title TEXT)"], in: folder).status == 0)
      #expect(try await orda.run(["query", "sqlite:a.db", "INSERT INTO note VALUES ('b')"], in: folder).status == 0)
      let run = try await check("sqlite:a.db", "s")
      #expect(run.status == 0, "\(run.output)")
      let rows = try await orda.run(["query", "sqlite:a.db", "SELECT title FROM note", "--format", "csv"], in: folder)
      #expect(rows.output == "title\nb\n")
      let version = try await orda.run(["query", "sqlite:a.db", "PRAGMA user_version", "--format", "csv"], in: folder)
      #expect(version.output == "user_version\n0\n")
    }

    @Test("says what it can't read")
    func unreadable() async throws {
      let run = try await check("--migrations", "m", "nowhere")
      #expect(run.status == 1 && run.error == "orda: nowhere can't be read\n")
      #expect(try await check("--migrations", "m").status == 64)
    }
  #else
    @Test("says how it has to be built")
    func unavailable() async throws {
      let run = try await check("--migrations", "m", "s")
      #expect(run.status == 64 && run.error.contains("swift build -c release --product orda --traits SourceCheck"))
    }
  #endif
}
