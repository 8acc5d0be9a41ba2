import TestSupport
import Testing

/// `orda drivers` and `orda url explain`, run as processes.
@Suite("Drivers and URLs", .ownThread) struct DriversProcessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("orda drivers lists each driver once")
  func drivers() async throws {
    let run = try await orda("drivers", "--format", "csv", in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(
      run.output.hasPrefix(
        "driver,schemes,can\nSQLite,\"sqlite:, sqlite3:\",\"addedFunctions, alteringTables, cancellation, "))
    #expect(run.output.split(separator: "\n").filter { $0.hasPrefix("SQLite,") }.count == 1)
  }

  @Test("orda drivers DRIVER lists the options of its URLs", arguments: ["sqlite", "SQLite", "sqlite3:"])
  func options(_ name: String) async throws {
    let run = try await orda("drivers", name, "--format", "jsonl", in: folder)
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n").map { String($0) }
    #expect(
      lines.contains(
        #"{"driver":"SQLite","option":"foreign-keys","value":"true or false (or 1 or 0)","default":"true","#
          + #""meaning":"Whether foreign keys are enforced."}"#))
    #expect(lines.contains { $0.contains(#""option":"statement-timeout""#) && $0.contains(#""default":null"#) })
    #expect(lines.contains { $0.contains(#""option":"pragma.<name>""#) })
    #expect(try await orda("drivers", "--options", "--format", "jsonl", in: folder).output.contains(lines[0]))
  }

  @Test("For people no line is too wide, and nothing is lost")
  func forPeople() async throws {
    let run = try await orda("drivers", "sqlite", in: folder)
    #expect(run.output.hasPrefix("SQLite, by URLs that begin with sqlite:, sqlite3:\nIt can: addedFunctions, "))
    let table = run.output.split(separator: "\n").filter { $0.first == "│" }
    #expect(table.count > 15)
    #expect(table.allSatisfy { $0.count == 100 })
    #expect(!run.output.contains("…"))
  }

  @Test("orda url explain tells every option, and opens nothing")
  func explain() async throws {
    let url = "sqlite:music.db?mode=ro&busyTimeout=2s&pragma.cache_size=-8000"
    let run = try await orda("url", "explain", url, in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(run.output.hasPrefix("driver    SQLite\nscheme    sqlite\nlocation  music.db\n┌"))
    #expect(folder.names == [])
    let csv = try await orda("url", "explain", url, "--format", "csv", in: folder)
    let lines = csv.output.split(separator: "\n")
    #expect(lines[0] == "option,value,default,set,meaning")
    #expect(lines.contains { $0.hasPrefix("mode,ro,rwc,yes,\"How the file is opened: ") })
    #expect(lines.contains { $0.hasPrefix("busy-timeout,2s,5s,yes,How long to wait ") })
    #expect(lines.contains { $0.hasPrefix("readers,4,4,no,") })
    #expect(lines.contains { $0.hasPrefix("statement-timeout,,,no,") })
    #expect(lines.contains { $0.hasPrefix("pragma.cache_size,-8000,,yes,") })
  }

  @Test(
    "orda url explain shows no secret", arguments: ["sqlite:a.db?pragma.key=hunter2", "sqlite:a.db?password=hunter2"])
  func secrets(_ url: String) async throws {
    let run = try await orda("url", "explain", url, in: folder)
    #expect(!run.output.contains("hunter2"))
    #expect(!run.error.contains("hunter2"))
  }

  @Test(
    "A script of completions is made for each shell",
    arguments: [
      ("bash", "complete -o filenames -F _orda orda"), ("zsh", "#compdef orda"), ("fish", "complete -c 'orda'"),
    ])
  func completions(_ shell: String, _ expected: String) async throws {
    let run = try await orda("--generate-completion-script", shell, in: folder)
    #expect(run.status == 0)
    #expect(run.output.contains(expected))
    for word in ["query", "schema", "drivers", "markdown", "vertical", "param"] { #expect(run.output.contains(word)) }
  }
}
