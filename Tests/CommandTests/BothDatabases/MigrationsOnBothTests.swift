import Foundation
import TestSupport
import Testing

/// Migrations of several programs at once, and of programs that are killed: each step is done once, and by whom and how far is known.
@Suite("Migrations between processes", .ownThread) struct MigrationsOnBothTests {
  private static let steps = 24

  /// Each step notes its number, between two statements that take a while.
  private static func made(_ database: CommandDatabase) async throws -> CommandDatabase.Made {
    let made = try database.made()
    try FileManager.default.createDirectory(atPath: made.folder.file("m"), withIntermediateDirectories: true)
    for number in 0..<steps {
      let sql = """
        CREATE TABLE t\(number) (a INTEGER);
        INSERT INTO t\(number) VALUES (\(number));
        INSERT INTO log VALUES (\(number));
        CREATE INDEX i\(number) ON t\(number) (a)
        """
      try made.folder.write(sql, to: "m/\(String(number + 1_000)).sql")
    }
    #expect(try await made.orda("query", "CREATE TABLE log (n INTEGER)").status == 0)
    return made
  }

  private static func log(_ made: CommandDatabase.Made) async throws -> [String] {
    try await made.orda("query", "SELECT n FROM log ORDER BY n", "--format", "csv").output
      .split(separator: "\n").dropFirst().map(String.init)
  }

  private static func start(_ made: CommandDatabase.Made) throws -> RunningProgram {
    try RunningProgram(["migrate", "up", made.url, "m"], in: made.folder)
  }

  @Test("Of ten programs that start at once each step is run by one", arguments: CommandDatabase.allCases)
  func together(_ database: CommandDatabase) async throws {
    let made = try await Self.made(database)
    let programs = try (0..<10).map { _ in try Self.start(made) }
    var ran = 0
    for program in programs {
      let outcome = try program.end(afterExit: true)
      #expect(outcome.status == 0, "\(outcome.error)")
      if let summary = outcome.output.split(separator: "\n").last(where: { $0.contains(" run in ") }) {
        ran += Int(summary.prefix { $0.isNumber }) ?? 0
      }
    }
    #expect(ran == Self.steps)
    #expect(try await Self.log(made) == (0..<Self.steps).map(String.init))
  }

  @Test(
    "One that is killed goes on, or says how far it came; no step is done twice",
    arguments: CommandDatabase.allCases)
  func killed(_ database: CommandDatabase) async throws {
    let whole = try await Self.made(database)
    let up = try Killer(whole.url, in: whole.folder)
    let all = try up.moments(of: ["migrate", "up", up.url, "m"])
    let none = try up.moments(of: ["migrate", "up", up.url, "m"])
    // On a server each moment of the first step that is left; on SQLite where the log has grown, by some 50 kibibytes a step.
    let moments =
      database == .sqlite ? (1...16).map { $0 * 13 } : Array(none - 2...none + (all - none) / Self.steps + 2)
    var made = try await Self.made(database)
    var kills = 0
    for moment in moments {
      let killer = try Killer(made.url, in: made.folder)
      if try killer.run(["migrate", "up", killer.url, "m"], killedAt: moment).status == 0 {
        try await Self.expectWhole(made)
        made = try await Self.made(database)
      } else {
        kills += 1
        try await Self.settle(made, database)
      }
    }
    #expect(kills > moments.count / 2)
    #expect(try Self.start(made).end(afterExit: true).status == 0)
    try await Self.expectWhole(made)
  }

  private static func expectWhole(_ made: CommandDatabase.Made) async throws {
    #expect(try await log(made) == (0..<steps).map(String.init))
    let status = try await BuiltProgram(name: "orda").run(
      ["migrate", "status", made.url, "m", "--check"], in: made.folder)
    #expect(status.status == 0, "\(status.output)")
  }

  /// What somebody does who finds a step half done: looks which of its statements are there, and says where it goes on.
  private static func settle(_ made: CommandDatabase.Made, _ database: CommandDatabase) async throws {
    func migrate(_ words: String...) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram(name: "orda").run(
        ["migrate", words[0], made.url, "m"] + words.dropFirst(), in: made.folder)
    }
    let dry = try await migrate("up", "--dry-run")
    guard dry.status != 0 else { return }
    #expect(database == .mariadb && dry.error.contains("migration.halfDone"), "\(dry.error)")
    let step = try #require(dry.error.firstMatch(of: /the step (\d+) did not run/)).output.1
    let number = (Int(step) ?? 0) - 1_000
    let begun = dry.error.firstMatch(of: /its statement (\d) was/).flatMap { Int($0.output.1) } ?? 0
    func has(_ sql: String) async throws -> Bool {
      let found = try await made.orda("query", sql, "--format", "csv")
      return found.status == 0 && !found.output.contains("\n0\n")
    }
    // Of all before the one that was begun last it is known that they are done.
    var next = max(begun, 1)
    let isDone =
      switch begun {
      case 1: try await has("SELECT 1 + COUNT(*) AS n FROM t\(number)")
      case 2: try await has("SELECT COUNT(*) AS n FROM t\(number)")
      case 3: try await has("SELECT COUNT(*) AS n FROM log WHERE n = \(number)")
      case 4: try await has("SELECT COUNT(*) AS n FROM information_schema.statistics WHERE index_name = 'i\(number)'")
      default: false
      }
    if isDone { next += 1 }
    let resolved =
      next > 4
      ? try await migrate("resolve", String(step), "--applied")
      : try await migrate("resolve", String(step), "--from", "\(next)")
    #expect(resolved.status == 0, "\(resolved.error)")
  }
}
