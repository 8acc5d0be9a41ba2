import Foundation
import ORDA
import Testing

@testable import Command

/// The options of `orda copy`.
@Suite("orda copy") struct CopyCommandTests {
  private static let music: SQL = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL);
    CREATE TABLE album (id INTEGER PRIMARY KEY, artist INTEGER REFERENCES artist (id), title VARCHAR(40));
    CREATE INDEX album_artist ON album (artist);
    INSERT INTO artist VALUES (1, 'Coltrane'), (2, 'Jobim');
    INSERT INTO album VALUES (1, 1, 'Blue Train'), (2, 2, 'Wave');
    """

  @Test("copies from each database into each", arguments: CommandDatabase.allCases, CommandDatabase.allCases)
  func all(_ from: CommandDatabase, _ to: CommandDatabase) async throws {
    let databases = try CopyDatabases()
    let (source, target) = (try databases.made(from, Self.music), try databases.url(to))
    let run = try await databases.copy(source, target)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.hasPrefix("2 tables, 4 rows copied and checked in "))
    #expect(run.error == "")
    #expect(
      try databases.rows(target, "SELECT title, name FROM album JOIN artist ON artist.id = artist ORDER BY album.id")
        == [["Blue Train", "Coltrane"], ["Wave", "Jobim"]])
  }

  @Test(
    "copies rows that refer to later ones, and tables that refer to each other", arguments: CommandDatabase.allCases)
  func later(_ to: CommandDatabase) async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(
      .sqlite,
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, boss INTEGER REFERENCES person (id), team INTEGER REFERENCES team (id));
      CREATE TABLE team (id INTEGER PRIMARY KEY, head INTEGER REFERENCES person (id));
      INSERT INTO person VALUES (3, NULL, NULL);
      INSERT INTO person VALUES (2, 3, NULL), (1, 2, NULL);
      INSERT INTO team VALUES (7, 3), (5, 1);
      UPDATE person SET team = 5;
      """)
    let (second, third) = (try databases.url(to), try databases.url(to))
    for (from, to) in [(source, second), (second, third)] {
      for option in [[], ["--replace"]] {
        let run = try await databases.copy(from, to, option)
        #expect(run.output.hasPrefix("2 tables, 5 rows copied and checked in "), "\(run.error)")
        #expect(run.error == "")
      }
    }
    for url in [second, third] {
      #expect(
        try databases.rows(url, "SELECT id, boss, team FROM person ORDER BY id")
          == [["1", "2", "5"], ["2", "3", "5"], ["3", "NULL", "5"]])
      let keys = try databases.open(url) { db in
        try ["person", "team"].flatMap { try db.describe($0).foreignKeys }.map(\.columns)
      }
      #expect(Set(keys) == [["boss"], ["team"], ["head"]])
    }
  }

  @Test("touches nothing where a table is there already", arguments: CommandDatabase.allCases)
  func existing(_ to: CommandDatabase) async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(.sqlite, Self.music)
    let target = try databases.made(to, "CREATE TABLE album (x INTEGER); INSERT INTO album VALUES (5)")
    let run = try await databases.copy(source, target)
    #expect(run.status == 1)
    #expect(
      run.error == """
        orda: the target has a table called album already; --into-existing puts the rows into what is there, --replace \
        drops it first; nothing was copied

        """)
    #expect(try databases.tables(target) == ["album"])
    let mismatch = try await databases.copy(source, target, "--into-existing")
    #expect(mismatch.error.hasPrefix("orda: noSuchColumn: the target's table album has no column called id\n"))
    #expect(try databases.tables(target) == ["album"])

    let replaced = try await databases.copy(source, target, "--replace")
    #expect(replaced.status == 0, "\(replaced.error)")
    #expect(try databases.rows(target, "SELECT title FROM album ORDER BY id") == [["Blue Train"], ["Wave"]])
    // Both tables are there now, and one refers to the other.
    #expect(try await databases.copy(source, target, "--replace").status == 0)
  }

  @Test("fills tables that are there", arguments: CommandDatabase.allCases)
  func intoExisting(_ to: CommandDatabase) async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(.sqlite, Self.music)
    let target = try databases.made(
      to,
      "CREATE TABLE artist (NAME VARCHAR(40), extra INTEGER DEFAULT 3, id BIGINT PRIMARY KEY); INSERT INTO artist VALUES ('Davis', 9, 9)"
    )
    let missing = try await databases.copy(source, target, "--rows-only")
    #expect(missing.error.hasPrefix("orda: noSuchTable: the target has no table called album\n"))
    let run = try await databases.copy(source, target, "--into-existing", "--quiet")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output == "")
    #expect(
      try databases.rows(target, "SELECT id, name, extra FROM artist ORDER BY id")
        == [["1", "Coltrane", "3"], ["2", "Jobim", "3"], ["9", "Davis", "9"]])
    #expect(try databases.rows(target, "SELECT COUNT(*) FROM album") == [["2"]])
    let again = try await databases.copy(source, target, "--rows-only", "artist")
    #expect(again.error.hasPrefix("orda: table artist, the row with id 1"), "\(again.error)")
    #expect(again.error.contains(": constraint.unique.primaryKey: "))
  }

  @Test("copies chosen tables, and leaves out what refers to others")
  func chosen() async throws {
    let databases = try CopyDatabases()
    let (source, target) = (try databases.made(.sqlite, Self.music), try databases.url(.mariadb))
    let run = try await databases.copy(source, target, "album", "album")
    #expect(run.output.hasPrefix("1 table, 2 rows copied"))
    #expect(
      run.error == "note: album: the foreign key (artist) is not copied: artist is neither copied nor in the target\n")
    let within = try await databases.copy(source, try databases.url(.sqlite), "album")
    #expect(
      within.error
        == "orda: album refers to artist, which is neither copied nor in the target; name it too; nothing was copied\n")
    let unknown = try await databases.copy(source, target, "artists")
    #expect(
      unknown.error.hasPrefix("orda: noSuchTable: the source has no table called artists; did you mean artist?\n"))
    // Artist is there now, so that the reference can be kept.
    let later = try databases.url(.mariadb)
    _ = try await databases.copy(source, later, "artist")
    #expect(try await databases.copy(source, later, "album").error == "")
    #expect(try databases.open(later) { try $0.describe("album").foreignKeys.count } == 1)
  }

  @Test("makes tables without rows")
  func schemaOnly() async throws {
    let databases = try CopyDatabases()
    let (source, target) = (try databases.made(.sqlite, Self.music), try databases.url(.mariadb))
    let run = try await databases.copy(source, target, "--schema-only")
    #expect(run.output.hasPrefix("2 tables made in "))
    #expect(try databases.rows(target, "SELECT COUNT(*) FROM album") == [["0"]])
    #expect(try await databases.copy(source, target, "--rows-only").status == 0)
    #expect(try databases.rows(target, "SELECT COUNT(*) FROM album") == [["2"]])
  }

  @Test("shows what it would do")
  func dryRun() async throws {
    let databases = try CopyDatabases()
    let (source, target) = (try databases.made(.sqlite, Self.music), try databases.url(.mariadb))
    let run = try await databases.copy(source, target, "--dry-run", "album")
    #expect(run.status == 0)
    #expect(
      run.output == """
        -- note: album: the foreign key (artist) is not copied: artist is neither copied nor in the target
        CREATE TABLE `album` (`id` BIGINT NOT NULL AUTO_INCREMENT, `artist` BIGINT, `title` VARCHAR(40) COLLATE \
        utf8mb4_nopad_bin, PRIMARY KEY (`id`));
        CREATE INDEX `album_artist` ON `album` (`artist`);
        -- album: 2 rows

        """)
    #expect(try databases.tables(target) == [])
  }

  @Test("copies no database into itself", arguments: CommandDatabase.allCases)
  func itself(_ database: CommandDatabase) async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(database, Self.music)
    // The same by another way.
    try FileManager.default.createSymbolicLink(
      atPath: databases.folder.file("link.db"), withDestinationPath: databases.folder.file("1.db"))
    let other = database == .sqlite ? "sqlite:link.db" : source.replacing("127.0.0.1", with: "localhost")
    for target in [source, other] {
      let run = try await databases.copy(source, target, "--replace")
      #expect(run.status == 1)
      #expect(run.error == "orda: source and target are the same database; nothing was copied\n")
    }
    #expect(try databases.tables(source) == ["album", "artist"])
    #expect(try databases.rows(source, "SELECT COUNT(*) FROM album") == [["2"]])
  }

  @Test("needs a source that is there, and options that go together")
  func nonsense() async throws {
    let databases = try CopyDatabases()
    let target = try databases.url(.sqlite)
    let missing = try await databases.copy("sqlite:none.db", target)
    #expect(missing.error == "orda: there is no file none.db\n")
    #expect(databases.folder.names == [])
    for options in [
      ["--schema-only", "--rows-only"], ["--replace", "--into-existing"], ["--replace", "--rows-only"],
    ] {
      let run = try await databases.copy("sqlite:none.db", target, options[0], options[1])
      #expect(run.status == 64, "\(options)")
    }
  }

  @Test("shows how far it is on a terminal alone")
  func quiet() async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(
      .sqlite,
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO t SELECT i FROM n
      """)
    #expect(try await databases.copy(source, try databases.url(.sqlite)).error == "")
  }

  @Test("Many rows are copied in little memory")
  func memory() async throws {
    // Most of the memory is the program's own, which grows with it: what counts is what more rows take.
    let few = try await peakKilobytes(copying: 30_000)
    let many = try await peakKilobytes(copying: 400_000)
    // The table's file has 17 MB, and its rows take several times as much in memory.
    #expect(few > 0 && many - few < memoryAllowance * 8 << 10, "\(many) KiB, \(few) KiB for fewer rows")
  }

  private func peakKilobytes(copying count: Int) async throws -> Int {
    let databases = try CopyDatabases()
    let source = try databases.url(.sqlite)
    // By a process, for filling a table blocks who does it.
    let create = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b REAL, c TEXT)"
    let fill = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO t SELECT i, 'text number ' || i, i * 0.37, CASE WHEN i % 10 THEN 'city ' || (i % 1009) END FROM n
      """
    for sql in [create, fill] { #expect(try await orda("query", source, sql, in: databases.folder).status == 0) }
    let (run, peak) = try await BuiltProgram(name: "orda").runMeasured(
      ["copy", source, try databases.url(.sqlite)], in: databases.folder)
    #expect(run.output.hasPrefix("1 table, ") && run.output.contains("000 rows copied and checked in "), "\(run.error)")
    return peak
  }
}
