import Foundation
import MariaDBTestServer
import ORDA
import Testing

@testable import Command
@testable import ORDAImport

/// A copy that fails leaves nothing, and says which row it is due to.
@Suite("Copies that fail", .ownThread) struct CopyFailureTests {
  private static let orphans: SQL = """
    PRAGMA foreign_keys = OFF;
    CREATE TABLE p (id INTEGER PRIMARY KEY);
    CREATE TABLE c (id INTEGER PRIMARY KEY, p INT REFERENCES p);
    INSERT INTO c VALUES (1, NULL), (4, 77);
    """

  @Test("A row that refers to none is told", arguments: CommandDatabase.allCases)
  func orphan(_ database: CommandDatabase) async throws {
    let databases = try CopyDatabases()
    let (source, target) = (try databases.made(.sqlite, Self.orphans), try databases.url(database))
    let run = try await databases.copy(source, target)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(
      run.error
        == "orda: table c, the row with id 4: (p) refers to a row of p that is not there; nothing was copied\n")
    #expect(try databases.tables(target) == [])
  }

  @Test("A number that the target has not is told with its column and its row")
  func outOfRange() async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(
      .mariadb,
      """
      CREATE TABLE big (a INT, b VARCHAR(9), n BIGINT UNSIGNED, PRIMARY KEY (a, b));
      INSERT INTO big VALUES (1, 'x', 5), (2, 'y', 18446744073709551615), (3, 'z', 1);
      """)
    let target = try databases.url(.sqlite)
    let run = try await databases.copy(source, target)
    #expect(run.status == 1)
    #expect(
      run.error == """
        orda: table big, the row with a 2, b y, column n: outOfRange: 18446744073709551615 is above 9223372036854775807, \
        the largest integer of the target; nothing was copied

        """)
    #expect(try databases.tables(target) == [])
  }

  @Test(
    "So is a row that a condition of the target refuses, and nothing of the others stays",
    arguments: CommandDatabase.allCases)
  func refused(_ database: CommandDatabase) async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(
      .sqlite,
      """
      CREATE TABLE first (a TEXT);
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INT);
      INSERT INTO first VALUES ('x');
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO t SELECT i, i FROM n;
      """)
    let target = try databases.made(
      database, "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER CHECK (a <> 2500)); INSERT INTO t VALUES (9999, 1)")
    let run = try await databases.copy(source, target, "--into-existing")
    #expect(run.status == 1)
    #expect(run.error.hasPrefix("orda: table t, the row with id 2500"), "\(run.error)")
    #expect(run.error.contains(": constraint.check: "))
    #expect(run.error.hasSuffix("; nothing was copied\n"))
    #expect(try databases.tables(target) == ["t"])
    #expect(try databases.rows(target, "SELECT id FROM t") == [["9999"]])
  }

  @Test("Texts that only the target takes for the same are told")
  func folded() async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(
      .sqlite, "CREATE TABLE t (a TEXT COLLATE NOCASE PRIMARY KEY); INSERT INTO t VALUES ('Ete'), ('Été')")
    let target = try databases.url(.mariadb)
    let run = try await databases.copy(source, target)
    #expect(run.error.hasPrefix("orda: table t, the row with a Été: constraint.unique.primaryKey: "), "\(run.error)")
    #expect(try databases.tables(target) == [])
  }

  @Test("Text that is no UTF-8 is told")
  func notUTF8() async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(
      .sqlite,
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES (1, 'x'), (2, CAST(x'61ff' AS TEXT))")
    let run = try await databases.copy(source, try databases.url(.sqlite))
    #expect(
      run.error == """
        orda: table t, the row with id 2, column a: typeMismatch: this text is no UTF-8; correct it, or store it as bytes; \
        nothing was copied

        """)
  }

  @Test("What a trigger of the target changes is found", arguments: CommandDatabase.allCases)
  func verification(_ database: CommandDatabase) async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(
      .sqlite,
      "CREATE TABLE t (a TEXT, id INTEGER PRIMARY KEY); INSERT INTO t VALUES ('x', 1), ('y', 2), ('z', 3), ('w', 4)")
    let trigger: SQL =
      switch database {
      case .sqlite:
        "CREATE TRIGGER tt AFTER INSERT ON t WHEN new.id = 3 BEGIN UPDATE t SET a = 'changed' WHERE id = 3; END"
      case .mariadb: "CREATE TRIGGER tt BEFORE INSERT ON t FOR EACH ROW SET NEW.a = IF(NEW.id = 3, 'changed', NEW.a)"
      #if PostgreSQL
        case .postgresql:
          """
          CREATE FUNCTION changing() RETURNS trigger LANGUAGE plpgsql
            AS 'BEGIN IF NEW.id = 3 THEN NEW.a := ''changed''; END IF; RETURN NEW; END';
          CREATE TRIGGER tt BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION changing()
          """
      #endif
      }
    let target = try databases.made(database, "CREATE TABLE t (a VARCHAR(9), id INTEGER PRIMARY KEY)")
    try databases.open(target) { _ = try $0.executeScript(trigger) }
    let run = try await databases.copy(source, target, "--rows-only")
    #expect(run.status == 1)
    #expect(
      run.error == """
        orda: table t: the target has other values than the source, first in the row with id 3; a trigger may have changed \
        them, or the type of a column; nothing was copied

        """)
    #expect(try databases.rows(target, "SELECT COUNT(*) FROM t") == [["0"]])
    let one = try databases.made(
      .sqlite, "CREATE TABLE t (a TEXT, id INTEGER PRIMARY KEY); INSERT INTO t VALUES ('x', 1), ('y', 2)")
    #expect(try await databases.copy(one, target, "--rows-only").status == 0)
  }

  @Test("Rows that a trigger of the target deletes are missed")
  func missing() async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(.sqlite, "CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2)")
    let target = try databases.made(.sqlite, "CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (7)")
    try databases.open(target) {
      _ = try $0.execute("CREATE TRIGGER tt AFTER INSERT ON t BEGIN DELETE FROM t WHERE id = 2; END")
    }
    let run = try await databases.copy(source, target, "--into-existing")
    #expect(run.error == "orda: table t: 2 rows were read, and the target has 1 of them; nothing was copied\n")
    #expect(try databases.rows(target, "SELECT id FROM t") == [["7"]])
  }

  // MARK: Stopped half way

  private static let two: SQL = """
    CREATE TABLE first (id INTEGER PRIMARY KEY);
    CREATE TABLE t (id INTEGER PRIMARY KEY, a VARCHAR(9));
    INSERT INTO first VALUES (1), (2);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i, 'x' FROM n;
    """

  /// The connections of a database that run a statement with a text.
  private static let running: SQL = "SELECT id FROM information_schema.processlist WHERE db = ? AND info LIKE ?"

  private struct Enough: Error {}

  /// The name of a database on a server.
  private static func name(_ url: String) -> String { String(url.split(separator: "/").last ?? "") }

  /// Copies two tables into a server, one of which is there already and has a row that another transaction holds: the copy
  /// waits for it in the middle of its rows, until the body has stopped it.
  private func stopped(
    _ body: (RunningProgram, _ connection: Int) async throws -> Void
  ) async throws -> BuiltProgram.Outcome {
    let databases = try CopyDatabases()
    let source = try databases.made(.sqlite, Self.two)
    let target = try databases.made(.mariadb, "CREATE TABLE t (id BIGINT PRIMARY KEY, a VARCHAR(9))")
    let name = Self.name(target)
    let patient = target + "?session.innodb_lock_wait_timeout=600"
    var started: RunningProgram?
    let (holder, server) = (try openedByCommand(target), try TestServer.open(""))
    do {
      try await holder.transaction { tx in
        try await tx.execute("INSERT INTO t VALUES (2500, 'held')")
        let program = try RunningProgram(["copy", source, patient, "--into-existing"], in: databases.folder)
        started = program
        // It gets no further than the row that is held.
        var connection: Int?
        _ = try await eventually {
          connection = try await server.first(Int.self, Self.running, name, "INSERT INTO `t` %")
          return connection != nil
        }
        try await body(program, try #require(connection))
        throw Enough()
      }
    } catch is Enough {}
    let outcome = try #require(try started?.end(afterExit: true))
    try await holder.close(within: .zero)
    try await server.close(within: .zero)
    if outcome.status == -SIGKILL {
      #expect(try databases.tables(target).filter { !UnfinishedTables.isNote($0) } == ["first", "t"])
      #expect(try databases.rows(target, "SELECT COUNT(*) FROM first") == [["0"]])
      let again = try await databases.copy(source, target, "--into-existing")
      #expect(again.output.hasPrefix("2 tables, 5,002 rows copied and checked in "), "\(again.error)")
      #expect(try databases.tables(target) == ["first", "t"])
      return outcome
    }
    #expect(try databases.tables(target) == ["t"])
    #expect(try databases.rows(target, "SELECT COUNT(*) FROM t") == [["0"]])
    return outcome
  }

  @Test("What a killed copy left is cleared away by the next")
  func killed() async throws {
    let outcome = try await stopped { program, _ in program.signal(SIGKILL) }
    #expect(outcome.status == -SIGKILL)
  }

  @Test("A source that closes its connection while the target is busy has been copied nevertheless")
  func idleSource() async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(.mariadb, "CREATE TABLE t (id INT PRIMARY KEY); INSERT INTO t VALUES (1)")
    let target = try databases.made(.mariadb, "CREATE TABLE t (id INT PRIMARY KEY)")
    let (from, to) = (Self.name(source), Self.name(target))
    try databases.open(target) { db in
      // Rows arrive with the end of the result, and the source has nothing to do from then on.
      _ = try db.execute(
        """
        CREATE TRIGGER tt BEFORE INSERT ON t FOR EACH ROW
          SET NEW.id = NEW.id + GET_LOCK('\(sql: SQL(text: to))', 600) - 1
        """)
    }
    let server = try TestServer.open("")
    // A lock is held for as long as the transaction has its connection.
    let program = try await server.transaction { tx in
      #expect(try await tx.first(Int.self, "SELECT GET_LOCK(?, 0)", to) == 1)
      let program = try RunningProgram(
        ["copy", source + "?session.wait_timeout=1", target, "--into-existing"], in: databases.folder)
      #expect(try await eventually { try await tx.first(Int.self, Self.running, to, "INSERT INTO `t` %") != nil })
      #expect(
        try await eventually {
          try await tx.first(Int.self, "SELECT id FROM information_schema.processlist WHERE db = ?", from) == nil
        })
      try await tx.execute("DO RELEASE_LOCK(?)", to)
      return program
    }
    try await server.close(within: .zero)
    let run = try program.end(afterExit: true)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.hasPrefix("1 table, 1 row copied and checked in "))
    #expect(try databases.rows(target, "SELECT id FROM t") == [["1"]])
  }

  @Test("A lost server connection leaves no table")
  func lost() async throws {
    let outcome = try await stopped { _, connection in
      let server = try TestServer.open("")
      try await server.execute(SQL(text: "KILL CONNECTION \(connection)"))
      try await server.close(within: .zero)
    }
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("connectionLost"), "\(outcome.error)")
    #expect(outcome.error.hasSuffix("; nothing was copied\n"), "\(outcome.error)")
  }

  @Test("Control-C leaves nothing")
  func interrupted() async throws {
    let outcome = try await stopped { program, _ in program.signal(SIGINT) }
    #expect(outcome.status == -SIGINT)
    #expect(outcome.output == "")
    #expect(outcome.error == "orda: interrupted; nothing was copied\n")
  }
}
