import Foundation
import Testing

@Suite("orda migrate") struct MigrateCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("m"), withIntermediateDirectories: true)
  }

  private func write(_ files: [String: String]) throws {
    for (name, text) in files { try folder.write(text, to: "m/\(name)") }
  }

  private func migrate(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    var words = ["migrate"] + arguments
    words.insert(contentsOf: ["sqlite:a.db", "m"], at: 2)
    return try await BuiltProgram(name: "orda").run(words, in: folder)
  }

  private func rows(_ sql: String) async throws -> String {
    try await BuiltProgram(name: "orda").run(["query", "sqlite:a.db", sql, "--format", "csv"], in: folder).output
  }

  @Test("runs what has not run, up to a step where one is named")
  func up() async throws {
    try write([
      "1.sql": "CREATE TABLE t (a)", "2.sql": "INSERT INTO t VALUES (2)", "3.sql": "INSERT INTO t VALUES (3)",
    ])
    let dry = try await migrate("up", "--dry-run")
    #expect(
      dry.output == "-- 1\nCREATE TABLE t (a);\n-- 2\nINSERT INTO t VALUES (2);\n-- 3\nINSERT INTO t VALUES (3);\n")
    #expect(try await migrate("status", "--check").status == 1)
    let first = try await migrate("up", "--to", "2", "--program", "1.4")
    #expect(first.output.hasPrefix("running 1\nrunning 2\n2 steps run in ") && first.status == 0)
    let second = try await migrate("up")
    #expect(second.output.hasPrefix("running 3\n1 step run in "))
    #expect(try await migrate("up").output == "nothing to run\n")
    #expect(try await rows("SELECT a FROM t") == "a\n2\n3\n")
    let status = try await migrate("status", "--check", "--format", "csv")
    #expect(status.status == 0)
    let lines = status.output.split(separator: "\n")
    #expect(lines.first == "step,state,began,ms,program" && lines.count == 4)
    #expect(lines[1].hasPrefix("1,applied,2") && lines[1].hasSuffix(",1.4"))
  }

  @Test("undoes, and does again")
  func down() async throws {
    try write([
      "1.sql": "CREATE TABLE t (a)", "2.sql": "INSERT INTO t VALUES (2)", "2.down.sql": "DELETE FROM t",
      "3.sql": "INSERT INTO t VALUES (3)", "3.down.sql": "DELETE FROM t WHERE a = 3",
    ])
    #expect(try await migrate("up").status == 0)
    try write(["3.sql": "INSERT INTO t VALUES (33)"])
    let changed = try await migrate("up")
    #expect(changed.status == 1 && changed.error.contains("migration.changed: the step 3 has changed"))
    #expect(try await migrate("status").output.contains("changed"))
    #expect(try await migrate("resolve", "3", "--applied").status == 0)
    #expect(try await migrate("redo").output.hasPrefix("undoing 3\nrunning 3\n"))
    #expect(try await migrate("down", "--to", "1").output.hasPrefix("undoing 3\nundoing 2\n2 steps undone in "))
    let first = try await migrate("down", "--all")
    #expect(first.status == 1 && first.error.contains("write 1.down.sql"))
    #expect(try await rows("SELECT COUNT(*) AS n FROM t") == "n\n0\n")
  }

  @Test("says which statement failed, and in which file")
  func failed() async throws {
    try write(["1.sql": "CREATE TABLE t (a);\n\nINSERT INTO u VALUES (1)"])
    let run = try await migrate("up")
    #expect(run.status == 1)
    #expect(run.error.contains("the step 1: ") && run.error.contains("(1.sql, line 3)"), "\(run.error)")
    #expect(try await rows("SELECT COUNT(*) AS n FROM sqlite_master WHERE name = 't'") == "n\n0\n")
  }

  @Test("makes the files of a new step, and replaces none")
  func new() async throws {
    func new(_ name: String) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram(name: "orda").run(["migrate", "new", "m", name], in: folder)
    }
    #expect(
      try await new("Create the notes!").output == "m/0001_create_the_notes.sql\nm/0001_create_the_notes.down.sql\n")
    try write(["0041_x.mariadb.sql": ""])
    #expect(try await new("tags").output == "m/0042_tags.sql\nm/0042_tags.down.sql\n")
    #expect(try await new("!").status == 64)
  }

  @Test("names what destroys something, and what keeps others waiting")
  func lint() async throws {
    try write(["1.sql": "CREATE TABLE t (a); CREATE TABLE u (a)"])
    #expect(try await migrate("lint").output == "nothing to look at\n")
    try write([
      "2.sql":
        "DROP TABLE u; DELETE FROM t; DELETE FROM t WHERE a = 1; ALTER TABLE t DROP COLUMN a; CREATE INDEX i ON t (a)",
      "3.sql":
        "UPDATE t SET a = 1; UPDATE t SET a = 1 WHERE a = 2; ALTER TABLE t RENAME TO v; VACUUM; CREATE UNIQUE INDEX j ON t (a)",
    ])
    let run = try await migrate("lint")
    #expect(run.status == 1)
    let found = run.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    #expect(
      found == [
        "2, statement 1", "2, statement 2", "2, statement 4", "2, statement 5", "3, statement 1", "3, statement 3",
        "3, statement 4", "3, statement 5",
      ])
  }

  @Test("takes no nonsense")
  func nonsense() async throws {
    #expect(try await migrate("down", "--all", "--to", "1").status == 64)
    #expect(try await migrate("resolve", "1").status == 64)
    #expect(try await migrate("resolve", "1", "--applied", "--forgotten").status == 64)
    #expect(try await migrate("resolve", "1", "--applied").status == 1)
    let missing = try await BuiltProgram(name: "orda").run(["migrate", "up", "sqlite:a.db", "nowhere"], in: folder)
    #expect(missing.status == 1 && missing.error.contains("nowhere can't be read"))
    try write(["1.sql": "SELECT 1"])
    #expect(try await migrate("up", "--to", "2").error.contains("there is no step 2"))
    #expect(try await migrate("baseline", "1").status == 0)
    #expect(try await migrate("up").output == "nothing to run\n")
  }
}
