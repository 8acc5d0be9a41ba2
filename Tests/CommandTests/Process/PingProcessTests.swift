import Foundation
import MariaDBTestServer
import TestSupport
import Testing

@Suite("orda ping", .ownThread) struct PingProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ping(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await BuiltProgram(name: "orda").run(["ping"] + arguments, in: folder)
  }

  @Test("connects as often as it is told, on each database, and sums up", arguments: CommandDatabase.allCases)
  func attempts(on database: CommandDatabase) async throws {
    let made = try database.made()
    #expect(try await made.orda("query", "SELECT 1").status == 0)
    let run = try await made.orda("ping", "--count", "3", "--interval", "0.01")
    let lines = run.output.split(separator: "\n")
    #expect(run.status == 0 && lines.count == 5, "\(run.output)\(run.error)")
    #expect(lines.first?.hasPrefix(Self.name(of: database)) == true)
    #expect(lines.dropFirst().first?.hasPrefix("1: connected in ") == true)
    #expect(lines.last?.hasPrefix("3 of 3 answered; connecting ") == true)
    let one = try await made.orda("ping")
    #expect(one.status == 0 && one.output.split(separator: "\n").count == 2)
  }

  private static func name(of database: CommandDatabase) -> String {
    switch database {
    case .sqlite: "SQLite 3."
    case .mariadb: "MariaDB "
    #if PostgreSQL
      case .postgresql: "PostgreSQL "
    #endif
    }
  }

  @Test("makes no file, and knows databases in memory")
  func files() async throws {
    let run = try await ping("sqlite:missing.db")
    #expect(run.status == 1 && run.error.contains("cannotOpen"), "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("missing.db")))
    let memory = try await ping("sqlite::memory:")
    #expect(
      memory.status == 0 && memory.output.contains(" in memory\nconnected in "), "\(memory.output)\(memory.error)")
  }

  @Test("says why a server can't be reached, each time, and never a password")
  func unreachable() async throws {
    let run = try await ping("mariadb://app:secret@127.0.0.1:1/d", "--count", "2", "--interval", "0")
    #expect(run.status == 1 && run.output == "0 of 2 answered\n", "\(run.output)")
    #expect(run.error.contains("orda: 1: cannotOpen.unreachable") && run.error.contains("orda: 2: cannotOpen"))
    #expect(!run.error.contains("secret"))
  }

  @Test("ends at once where no further attempt would help")
  func hopeless() async throws {
    let made = try CommandDatabase.mariadb.made()
    let url = made.url.replacingOccurrences(of: "root@", with: "nobody:wrong@")
    let run = try await ping(url, "--count", "5", "--interval", "60")
    #expect(
      run.status == 1 && run.output == "0 of 1 answered\n" && !run.error.contains("wrong"), "\(run.output)\(run.error)")
  }

  @Test("A server that is silent costs no more than --timeout")
  func silent() async throws {
    let listener = try SilentServer()
    let run = try await ping(
      "mariadb://app@127.0.0.1:\(listener.port)/d?connect-timeout=1h", "--timeout", "0.3", "--count", "2", "--interval",
      "0")
    #expect(run.status == 1 && run.error.contains("timeout: there was no answer within 0.3 seconds"), "\(run.error)")
  }

  @Test(
    "Numbers that make no sense are refused",
    arguments: [["--count", "0"], ["--interval", "-1"], ["--interval", "nan"], ["--timeout", "0"]])
  func numbers(arguments: [String]) async throws {
    let run = try await BuiltProgram(name: "orda").run(["ping", "sqlite::memory:"] + arguments, in: folder)
    #expect(run.status == 64, "\(run.error)")
  }
}
