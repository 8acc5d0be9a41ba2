import Foundation
import TestSupport
import Testing

/// `orda import` while it reads from a pipe.
@Suite(.ownThread) struct ImportStreamTests {
  let folder: TemporaryFolder
  let url = "sqlite:music.db"
  /// More than a pipe holds, so that the command has begun to read when it has been written.
  private static let lines = (0..<40_000).map { "\($0),Jazz\n" }.joined()

  init() async throws {
    folder = try TemporaryFolder()
    let made = try await orda("query", url, "CREATE TABLE genre (id BIGINT, name TEXT)", in: folder)
    #expect(made.status == 0)
  }

  private func count() async throws -> String {
    try await orda("query", url, "SELECT COUNT(*) AS n FROM genre", "--format", "csv", in: folder).output
  }

  @Test(arguments: [SIGINT, SIGTERM], [[], ["--skip-bad"]]) func ofAnInterruptedImportNothingStays(
    _ signal: Int32, _ options: [String]
  ) async throws {
    let program = try RunningProgram(["import", url, "genre", "-"] + options, in: folder)
    try program.send("id,name\n" + Self.lines)
    program.signal(signal)
    let outcome = try program.end(afterExit: true)
    #expect(outcome.status == -signal)
    #expect(outcome.output == "")
    #expect(outcome.error == "orda: interrupted; nothing was imported\n")
    #expect(try await count() == "n\n0\n")
  }

  @Test func anInterruptedImportMakesNoTable() async throws {
    let program = try RunningProgram(["import", url, "new", "-", "--create"], in: folder)
    try program.send("id,name\n" + Self.lines)
    program.signal(SIGINT)
    #expect(try program.end(afterExit: true).status == -SIGINT)
    #expect(try await orda("tables", url, "--format", "csv", in: folder).output.hasPrefix("table,kind"))
    #expect(try await orda("schema", url, "new", in: folder).status == 1)
  }

  @Test(arguments: ["csv", "jsonl", "json"]) func memoryDoesNotGrowWithTheFile(_ format: String) async throws {
    let program = try RunningProgram(["import", url, "genre", "-", "--format", format], in: folder)
    let name = String(repeating: "x", count: 4000)
    let row = format == "csv" ? "1,\(name)\n" : "{\"id\":1,\"name\":\"\(name)\"}\(format == "json" ? "," : "")\n"
    let megabyte = String(repeating: row, count: 256)
    try program.send(format == "csv" ? "id,name\n" : format == "json" ? "[" : "")
    // AddressSanitizer sets aside some megabytes of what was freed: they are full before anything is measured.
    let early = isSanitized ? 24 : 2
    for _ in 0..<early { try program.send(megabyte) }
    let before = try program.residentKilobytes()
    for _ in 0..<8 { try program.send(megabyte) }
    let grown = try program.residentKilobytes() - before
    #expect(grown < 4 << 10, "\(grown) KiB more after 8 MiB")
    try program.send(format == "json" ? "{\"id\":1}]" : "")
    let output = try program.end().output
    #expect(
      output.filter { $0 != "," } == "\((early + 8) * 256 + (format == "json" ? 1 : 0)) rows imported into genre\n")
  }
}
