import MariaDBTestServer
import ORDA
import TestSupport
import Testing

/// `Scripts/stress.sh live` is the same for longer.
@Suite("Live rows under stress", .ownThread) struct LiveStressTests {
  @Test("Eight tasks and a second process write a SQLite file, and every entry ends as its row")
  func file() async throws {
    let folder = try TemporaryFolder()
    let run = try await BuiltProgram(name: "StressPrograms").run(["live", "sqlite:stress.db", "3"], in: folder)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.hasSuffix("all agree\n"))
  }

  @Test("Where a database tells of no changes, that is said; else they agree on MariaDB, too")
  func server() async throws {
    let database = try ServerDatabase()
    let db = try TestServer.open("/\(database.name)")
    let tells = db.capabilities.contains(.changeEvents)
    try await db.close(within: .zero)
    let run = try await BuiltProgram(name: "StressPrograms").run(
      ["live", database.url, "3"], in: try TemporaryFolder())
    #expect(run.status == (tells ? 0 : 3), "\(run.output)")
    #expect(run.output.hasSuffix(tells ? "all agree\n" : "tells of no changes here\n"))
  }
}

@Suite("Counting up by several processes", .ownThread) struct IncrementTests {
  private static let total = 200

  @Test("No increment is lost on a SQLite file, in whatever way an entry is counted up")
  func file() async throws { try await check("sqlite:increments.db?synchronous=off&busy-timeout=60s") }

  @Test("No increment is lost on MariaDB")
  func server() async throws {
    let database = try ServerDatabase()
    try await check(database.url)
  }

  private func check(_ url: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await BuiltProgram(name: "StressPrograms").run(
      ["live", url, "\(Self.total)", "--increments"], in: folder)
    #expect(run.status == 0, "\(run.output)")
    let lines = run.output.split(separator: "\n").filter { $0.hasSuffix(": exact") }
    #expect(lines.count == 5, "\(run.output)")
  }
}

@Suite("The memory of large values", .ownThread) struct LargeValueMemoryTests {
  @Test("One of 64 MiB takes a few MiB on SQLite, whether its size is announced or not")
  func file() async throws { try await check("sqlite:large.db?synchronous=off", mebibytes: 64) }

  @Test("One of 15 MiB takes less on MariaDB, whose server takes no more here")
  func server() async throws {
    let database = try ServerDatabase()
    try await check(database.url, mebibytes: 15)
  }

  private func check(_ url: String, mebibytes: Int) async throws {
    let folder = try TemporaryFolder()
    let run = try await BuiltProgram(name: "StressPrograms").run(["live", url, "\(mebibytes)", "--large"], in: folder)
    #expect(run.status == 0, "\(run.output)")
    let growth = run.output.split(separator: " ").compactMap { Int($0) }.first
    #expect((growth ?? .max) < 14 * memoryAllowance, "\(run.output)")
  }
}
