import Foundation
import MariaDBTestServer
import ORDA
import TestSupport
import Testing

@testable import Command

/// What a database is, compared with another, and with what migrations make.
@Suite("A schema compared", .ownThread, .serialized) struct SchemaDiffTests {
  private static let first = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL);
    CREATE TABLE album (id INTEGER PRIMARY KEY, artist INTEGER NOT NULL, title VARCHAR(40),
      FOREIGN KEY (artist) REFERENCES artist (id));
    CREATE INDEX album_title ON album (title);
    CREATE VIEW title AS SELECT title FROM album;
    """

  private static func made(_ database: CommandDatabase) async throws -> CommandDatabase.Made {
    let made = try database.made()
    try FileManager.default.createDirectory(atPath: made.folder.file("m"), withIntermediateDirectories: true)
    try made.folder.write(first, to: "m/0001.sql")
    let up = try await BuiltProgram(name: "orda").run(["migrate", "up", made.url, "m"], in: made.folder)
    #expect(up.status == 0, "\(up.error)")
    return made
  }

  /// The databases of a server that were made for a comparison, which no other suite does.
  private static func scratches(_ made: CommandDatabase.Made) throws -> [String] {
    guard made.url.hasPrefix("mariadb") else { return [] }
    let db = try openedByCommand(made.url)
    defer { try? db.close(within: .zero) }
    return try db.query("SHOW DATABASES LIKE 'orda_scratch_%'").rows.map { try $0.get(0, as: String.self) }
  }

  /// Whether a statement of somebody else waits for a named lock.
  private static func waits(for lock: String, on server: any Governor) async throws -> Bool {
    try await server.first(
      Int.self,
      "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE STATE = 'User lock' AND INFO LIKE \("%\(lock)%")") == 1
  }

  @Test("With the migrations that made it there is no difference", arguments: CommandDatabase.allCases)
  func same(_ database: CommandDatabase) async throws {
    let made = try await Self.made(database)
    let run = try await made.orda("schema", "--diff", "m")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output == "no difference\n")
  }

  @Test("What differs is told, and the statements take the difference away", arguments: CommandDatabase.allCases)
  func differences(_ database: CommandDatabase) async throws {
    let made = try await Self.made(database)
    for sql in [
      "DROP INDEX album_title" + (database == .mariadb ? " ON album" : ""),
      "ALTER TABLE artist ADD COLUMN extra INTEGER",
      "DROP VIEW title", "CREATE TABLE old (a INTEGER)", "ALTER TABLE album DROP COLUMN title",
    ] {
      let run = try await made.orda("query", sql)
      #expect(run.status == 0, "\(run.error)")
    }
    let run = try await made.orda("schema", "--diff", "m")
    #expect(run.status == 1)
    #expect(run.error == "")
    #expect(
      run.output.split(separator: "\n").filter { $0.hasPrefix("--") } == [
        "-- album: the column title is missing", "-- album: the index album_title on (title) is missing",
        "-- artist: the column extra should not be there", "-- old: the table should not be there",
        "-- title: the view is missing",
      ])
    let one = try await made.orda("schema", "artist", "--diff", "m", "--format", "csv")
    #expect(one.status == 1)
    #expect(one.output.hasPrefix("table,part,name,difference,words,sql\nartist,column,extra,extra,"))
    let script = try await made.orda("shell", input: run.output)
    #expect(script.status == 0, "\(script.error)")
    let after = try await made.orda("schema", "--diff", "m")
    #expect(after.status == 0, "\(after.output)")
  }

  @Test("What ALTER TABLE can't do is said")
  func obstacles() async throws {
    let made = try await Self.made(.sqlite)
    try made.folder.write("CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT);", to: "m/0001.sql")
    let run = try await made.orda("schema", "artist", "--diff", "m")
    #expect(run.status == 1)
    #expect(
      run.output
        == "-- artist: the column name is VARCHAR(40) and should be TEXT, takes no NULL and should; "
        + "ALTER TABLE can't do that here, so that the table has to be made anew\n"
    )
  }

  @Test("Two databases of one driver are compared, and none of two")
  func databases() async throws {
    let (sqlite, other) = (try await Self.made(.sqlite), try await Self.made(.sqlite))
    #expect(try await sqlite.orda("schema", "--diff", "sqlite:" + other.folder.file("music.db")).status == 0)
    let mariadb = try await Self.made(.mariadb)
    let run = try await sqlite.orda("schema", "--diff", mariadb.url)
    #expect(run.status == 1)
    #expect(run.error.contains("only databases of one driver are compared"), "\(run.error)")
    #expect(try await sqlite.orda("schema", "nothing", "--diff", "m").error.contains("nothing"))
    #expect(try await sqlite.orda("schema", "--diff", "m", "--json").status == 64)
  }

  @Test("A migration that fails is told, and leaves no database behind", arguments: CommandDatabase.allCases)
  func failure(_ database: CommandDatabase) async throws {
    let made = try await Self.made(database)
    try made.folder.write("CREATE TABLE a (b INTEGER); SELEC;", to: "m/0002.sql")
    let before = try Self.scratches(made)
    let run = try await made.orda("schema", "--diff", "m")
    #expect(run.status == 1)
    #expect(run.error.contains("the step 0002"), "\(run.error)")
    #expect(try Self.scratches(made) == before)
  }

  @Test("Control-C drops the database that was made for the comparison")
  func interrupted() async throws {
    let made = try await Self.made(.mariadb)
    let lock = UUID().uuidString
    try made.folder.write("DO GET_LOCK('\(lock)', 600);", to: "m/0002.sql")
    let before = try Self.scratches(made)
    let server = try TestServer.open("?pool.max=2&pool.idle-transaction=0")
    let outcome = try await server.transaction { tx in
      #expect(try await tx.first(Int.self, "SELECT GET_LOCK(?, 0)", lock) == 1)
      let program = try RunningProgram(["schema", made.url, "--diff", "m"], in: made.folder)
      // A step of a migration is not interrupted: the program looks when it has ended.
      #expect(try await eventually { try await Self.waits(for: lock, on: server) })
      program.signal(SIGINT)
      #expect(await eventually { !program.hasPendingSignal })
      #expect(try await tx.first(Int.self, "SELECT RELEASE_LOCK(?)", lock) == 1)
      return try program.end(afterExit: true)
    }
    #expect(outcome.error.contains("interrupted"))
    try await server.close(within: .zero)
    #expect(try Self.scratches(made) == before)
  }

  @Test("The whole schema as JSON is the same for the same schema", arguments: CommandDatabase.allCases)
  func json(_ database: CommandDatabase) async throws {
    let (made, other) = (try await Self.made(database), try await Self.made(database))
    let run = try await made.orda("schema", "--json")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains(#""name" : "album_title""#))
    let again = try await other.orda("schema", "--json")
    #expect(
      again.output.split(separator: "\n").filter { !$0.contains("DEFINER") && !$0.contains("orda_migrations") }
        == run.output.split(separator: "\n").filter { !$0.contains("DEFINER") && !$0.contains("orda_migrations") })
    let one = try await made.orda("schema", "artist", "--json")
    #expect(one.output.contains(#""name" : "artist""#) && !one.output.contains("album_title"))
  }
}
