import TestSupport
import Testing

/// The tour, run as a process.
@Suite(.ownThread) struct DemoProcessTests {
  @Test func theWholeTourIsPrinted() async throws {
    let folder = try TemporaryFolder()
    let run = try await orda("demo", in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(run.output == Self.tour(url: "sqlite::memory:"))
    #expect(folder.names == [])
  }

  @Test func onAFileTheTablesStayAndMayBeMadeAgain() async throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      let run = try await orda("demo", "sqlite:elements.db", in: folder)
      #expect(run.status == 0)
      #expect(run.error == "")
      #expect(run.output == Self.tour(url: "sqlite:elements.db"))
    }
    #expect(folder.names == ["elements.db"])

    let tables = try await orda("tables", "sqlite:elements.db", in: folder)
    #expect(tables.status == 0)
    #expect(
      tables.output == """
        ┌──────────────┬───────┬───────────────────────────────────────────────┐
        │ table        │ kind  │ columns                                       │
        ├──────────────┼───────┼───────────────────────────────────────────────┤
        │ orda_element │ table │ number, symbol, name, weight, density         │
        │ orda_isotope │ table │ element, nucleons, mass, abundance, estimated │
        └──────────────┴───────┴───────────────────────────────────────────────┘
        2 tables

        """)

    let query = try await orda(
      "query", "sqlite:elements.db", "SELECT number, name FROM orda_element WHERE symbol = ?", "Au", in: folder)
    #expect(
      query.output == """
        ┌────────┬──────┐
        │ number │ name │
        ├────────┼──────┤
        │     79 │ Gold │
        └────────┴──────┘
        1 row

        """)
  }

  @Test func aFolderThatIsNotThereIsAnError() async throws {
    let run = try await orda("demo", "sqlite:nowhere/elements.db", in: try TemporaryFolder())
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.error.hasPrefix("orda: cannotOpen"))
  }

  #if PostgreSQL
    private static let drivers = "SQLite, MariaDB, PostgreSQL"
  #else
    private static let drivers = "SQLite, MariaDB"
  #endif

  /// What the tour prints, with the database's own words for the error.
  static func tour(url: String, error: String = "FOREIGN KEY constraint failed (vendor code 787)") -> String {
    """
    ORDA: one interface for databases. This one: \(url)

    1. Two tables, each filled by one prepared statement, all in one transaction
       CREATE TABLE orda_element (number INTEGER PRIMARY KEY, symbol VARCHAR(2) NOT NULL UNIQUE,
         name VARCHAR(20) NOT NULL, weight DECIMAL(12,9), density DECIMAL(8,5))
       CREATE TABLE orda_isotope (element INTEGER NOT NULL, nucleons INTEGER NOT NULL,
         mass DECIMAL(16,13) NOT NULL, abundance DECIMAL(8,5), estimated INTEGER NOT NULL,
         PRIMARY KEY (element, nucleons), FOREIGN KEY (element) REFERENCES orda_element (number))
       INSERT INTO orda_element VALUES (?, ?, ?, ?, ?)
       INSERT INTO orda_isotope VALUES (?, ?, ?, ?, ?)
       loading: 0 % (0 of 3,057 rows)
       loading: 25 % (765 of 3,057 rows)
       loading: 50 % (1,529 of 3,057 rows)
       loading: 75 % (2,293 of 3,057 rows)
       loading: 100 % (3,057 of 3,057 rows)

    2. A query with named parameters: values are bound, never pasted into the text; NULL is no empty text
       SELECT e.number, e.symbol, e.name, e.weight, COUNT(*) AS isotopes, COUNT(i.abundance) AS in_nature
       FROM orda_element e JOIN orda_isotope i ON i.element = e.number
       WHERE e.number BETWEEN :first AND :last GROUP BY e.number, e.symbol, e.name, e.weight ORDER BY e.number
    ┌────────┬────────┬────────────┬───────────┬──────────┬───────────┐
    │ number │ symbol │ name       │    weight │ isotopes │ in_nature │
    ├────────┼────────┼────────────┼───────────┼──────────┼───────────┤
    │     42 │ Mo     │ Molybdenum │     95.95 │       31 │         7 │
    │     43 │ Tc     │ Technetium │      NULL │       31 │         0 │
    │     44 │ Ru     │ Ruthenium  │    101.07 │       32 │         7 │
    │     45 │ Rh     │ Rhodium    │ 102.90549 │       33 │         1 │
    └────────┴────────┴────────────┴───────────┴──────────┴───────────┘

    3. A statement prepared once and executed with one value after the other
       SELECT i.nucleons, i.abundance FROM orda_isotope i JOIN orda_element e ON e.number = i.element
       WHERE e.symbol = ? AND i.abundance IS NOT NULL ORDER BY i.abundance DESC
       Fe-56 makes up 91.754 %, Xe-132 makes up 26.909 %, U-238 makes up 99.2742 %
       Cd's 8 isotopes add up to 100 % read as decimals, to 100.00000000000001 % read as doubles

    4. A transaction: it commits when its closure returns, and rolls back when it throws
       DELETE FROM orda_isotope WHERE estimated = 1
       453 isotopes deleted, 2,486 left
       the closure threw: all 2,939 are there again

    5. An error: its kind is the same on every database, and the database's own words are kept
       INSERT INTO orda_isotope (element, nucleons, mass, estimated) VALUES (119, 299, 299.0, 1)
       constraint.foreignKey: \(error)

    The same program runs on every database that there is a driver for: \(drivers).
       orda demo sqlite:elements.db
       orda query sqlite:elements.db 'SELECT * FROM orda_element WHERE symbol = ?' Au

    """
  }
}
