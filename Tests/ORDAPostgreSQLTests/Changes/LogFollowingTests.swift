import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// What the server's log tells of others' commits.
@Suite(.ownThread) struct LogFollowingTests {
  /// What is heard of a table by the server's log.
  private func heard(_ db: any Governor, _ table: TableName) throws -> Heard {
    let heard = try Heard(db, table)
    try heard.beginWithLog(of: db)
    return heard
  }

  /// A table, what is heard of it, and another program.
  private func heard(_ definition: String, _ name: String) throws -> (here: any Governor, other: any Governor, Heard) {
    let (here, other) = try (PostgreSQLServer.open(), PostgreSQLServer.open("application-name=other"))
    try other.execute(SQL(text: "CREATE TABLE \(name) (\(definition))"))
    return (here, other, try heard(here, TableName(name: name)))
  }

  @Test("Rows come with their keys, and with the values that the server tells") func rows() throws {
    let (here, other, heard) = try heard("id INT PRIMARY KEY, name TEXT, n NUMERIC(8,2)", "told_rows")
    try other.execute("INSERT INTO told_rows VALUES (1, 'Ann', 1.50), (2, NULL, NULL)")
    try other.execute("UPDATE told_rows SET name = 'Anna' WHERE id = 1")
    try other.execute("UPDATE told_rows SET id = 3 WHERE id = 2")
    try other.execute("DELETE FROM told_rows WHERE id = 3")
    try here.catchUp()
    let rows = heard.rows
    #expect(rows.map(\.kind) == [.insert, .insert, .update, .update, .delete])
    #expect(rows.map(\.key) == [1, 2, 1, 2, 3].map { RowKey($0) })
    #expect(rows.map(\.newKey) == [nil, nil, nil, RowKey(3), nil])
    #expect(rows.first?.new("name") == "Ann")
    #expect(rows.first?.new("n") == .decimal(try #require(ExactDecimal("1.50"))))
    #expect(rows.dropFirst().first?.new("name") == .null)
    #expect(rows.dropFirst(2).first?.columns == nil)
    #expect(rows.last?.old("id") == 3)
    #expect(heard.batches.allSatisfy { $0.origin == .process })
    #expect(heard.unknown.isEmpty)
    #expect(here.changeCoverage.description == "everyone: the server's log, by logical decoding")
  }

  @Test("With REPLICA IDENTITY FULL what changed comes, with the values before") func fullIdentity() throws {
    let (here, other, heard) = try heard("b INT, a TEXT, n INT, long TEXT, PRIMARY KEY (a, b)", "told_full")
    try other.execute("ALTER TABLE told_full REPLICA IDENTITY FULL")
    try other.execute("ALTER TABLE told_full ALTER COLUMN long SET STORAGE EXTERNAL")
    try other.execute("INSERT INTO told_full VALUES (1, 'x', 1, repeat('y', 9000))")
    try other.execute("UPDATE told_full SET n = 2")
    try other.execute("UPDATE told_full SET n = n")
    try other.execute("UPDATE told_full SET long = NULL")
    try here.catchUp()
    let updates = heard.rows.filter { $0.kind == .update }
    #expect(updates.map(\.columns) == [["n"], ["long"]])
    #expect(updates.first?.key == RowKey(["x", 1]))
    #expect(updates.first?.old("n") == 1 && updates.first?.new("n") == 2)
    #expect(updates.last?.old("long") == .text(String(repeating: "y", count: 9000)))
    #expect(updates.last?.new("long") == .null)
  }

  @Test("An index identifies rows where it is the replica identity") func indexIdentity() throws {
    let (here, other, heard) = try heard(
      "id INT PRIMARY KEY, code TEXT NOT NULL CONSTRAINT told_index_code UNIQUE, n INT", "told_index")
    try other.execute("INSERT INTO told_index VALUES (1, 'a', 1)")
    try other.execute("ALTER TABLE told_index REPLICA IDENTITY USING INDEX told_index_code")
    // The log tells the code of what is deleted, and not the key.
    try other.execute("DELETE FROM told_index")
    try here.catchUp()
    #expect(heard.rows.map(\.kind) == [.insert])
    #expect(heard.unknown.contains(TableName(name: "told_index")))
  }

  @Test("A long value that an update leaves alone is not taken for another") func unchangedValue() throws {
    let (here, other, heard) = try heard("id INT PRIMARY KEY, long TEXT, n INT", "told_long")
    try other.execute("ALTER TABLE told_long ALTER COLUMN long SET STORAGE EXTERNAL")
    try here.execute("INSERT INTO told_long VALUES (1, repeat('y', 9000), 1)")
    let entry = try #require(try here.table("told_long").entry(1))
    for number in 2...6 {
      try (number % 2 == 0 ? here : other).execute("UPDATE told_long SET n = \(number)")
      expectEventually { entry["n"] as Int? == number }
      #expect(entry["long"] == .text(String(repeating: "y", count: 9000)))
    }
    #expect(heard.unknown.isEmpty)
  }

  @Test("An entry follows each of many commits, one by one") func manyCommits() throws {
    let (here, other, _) = try heard("id INT PRIMARY KEY, n INT", "told_often")
    try other.execute("INSERT INTO told_often VALUES (1, 0)")
    let entry = try #require(try here.table("told_often").entry(1))
    for number in 1...300 {
      try other.execute("UPDATE told_often SET n = \(number)")
      expectEventually { entry["n"] as Int? == number }
    }
  }

  @Test("Of an emptied table it is told that anything may have changed; nothing of what is undone")
  func truncation() throws {
    let (here, other, heard) = try heard("id INT PRIMARY KEY", "told_empty")
    try other.transaction { tx in
      try tx.execute("INSERT INTO told_empty VALUES (1)")
      try? tx.transaction { inner in
        try inner.execute("INSERT INTO told_empty VALUES (2)")
        throw DatabaseError(.other, "undone")
      }
      try tx.execute("INSERT INTO told_empty VALUES (3)")
    }
    try here.catchUp()
    #expect(heard.rows.map(\.key) == [RowKey(1), RowKey(3)])
    #expect(heard.batches.count == 1)
    try other.execute("TRUNCATE told_empty")
    try here.catchUp()
    #expect(heard.unknown.contains(TableName(name: "told_empty")))
  }

  @Test("A table without a key is polled, and others can go on to update it") func keyless() throws {
    let (here, other, heard) = try heard("n INT", "told_keyless")
    try other.execute("INSERT INTO told_keyless VALUES (1)")
    try other.execute("UPDATE told_keyless SET n = 2")
    try here.catchUp()
    #expect(heard.unknown.contains(TableName(name: "told_keyless")))
    #expect(here.changeCoverage.limitation?.contains("public.told_keyless is found by polling") == true)
    // With a key it is told by the log.
    let rows = heard.rows.count
    try other.execute("ALTER TABLE told_keyless ADD PRIMARY KEY (n)")
    expectEventually { here.changeCoverage.limitation == nil }
    try other.execute("UPDATE told_keyless SET n = 3")
    try here.catchUp()
    #expect(heard.rows.count == rows + 1)
    // Without it again, nobody may be kept from updating it.
    try other.execute("ALTER TABLE told_keyless DROP CONSTRAINT told_keyless_pkey")
    expectEventually { here.changeCoverage.limitation != nil }
    try other.execute("UPDATE told_keyless SET n = 4")
  }

  @Test("Types are told as they are read") func types() throws {
    let (here, other, heard) = try heard(
      """
      id UUID PRIMARY KEY, b BOOLEAN, i8 BIGINT, f4 REAL, f8 DOUBLE PRECISION, t TIMESTAMP, z TIMESTAMPTZ, d DATE, y BYTEA,
      j JSONB, v INTERVAL, a INT[], c CHAR(4)
      """, "told_types")
    try other.execute(
      """
      INSERT INTO told_types VALUES (gen_random_uuid(), true, 9007199254740993, 0.1, 1e300, '2024-02-29 12:00:00.000001',
        '2024-02-29 12:00:00+05', '0044-03-15', '\\xDEAD00', '{"a": 1}', '1 day 2 hours', '{1,2}', 'ab')
      """)
    try here.catchUp()
    let row = try #require(heard.rows.first)
    let read = try #require(try here.query("SELECT * FROM told_types").rows.first)
    for (index, value) in read.values.enumerated() {
      #expect(row.cells?.dropFirst(index).first?.new == value, "column \(index)")
    }
    #expect(row.key == RowKey([read.values[0]]))
  }

  @Test("A change of many rows is told as a change of their table") func limit() throws {
    let here = try PostgreSQLServer.open("change-limit=10")
    try here.execute("CREATE TABLE told_many (id INT PRIMARY KEY)")
    let heard = try heard(here, "told_many")
    try here.execute("INSERT INTO told_many SELECT generate_series(1, 11)")
    #expect(heard.rows.isEmpty)
    #expect(heard.unknown.contains(TableName(name: "told_many")))
  }

  @Test("Own commits are recognised, with their marks; a deferred check that fails commits nothing") func own() throws {
    let here = try PostgreSQLServer.open()
    try here.execute("CREATE TABLE told_own (id INT PRIMARY KEY, UNIQUE (id) DEFERRABLE INITIALLY DEFERRED)")
    try here.execute("CREATE TABLE told_child (id INT REFERENCES told_own (id) DEFERRABLE INITIALLY DEFERRED)")
    let heard = try heard(here, "told_own")
    try here.transaction(mark: "editor") { try $0.execute("INSERT INTO told_own VALUES (1)") }
    try here.execute("INSERT INTO told_own VALUES (2)")
    #expect(heard.batches.map(\.origin) == [.governor, .governor])
    #expect(heard.batches.map { $0.mark?.name } == ["editor", nil])
    #expect(throws: DatabaseError.self) { try here.execute("INSERT INTO told_child VALUES (9)") }
    #expect(throws: DatabaseError.self) {
      try here.transaction { try $0.execute("INSERT INTO told_child VALUES (9)") }
    }
    #expect(try here.query(Int.self, "SELECT count(*) FROM told_child") == [0])
    try here.prepare("INSERT INTO told_own VALUES (?)").executeMany([[3], [4]])
    #expect(heard.rows.map(\.key) == (1...4).map { RowKey($0) })
    // What reads, and what finds nothing to write, is not waited for: the log would be taken to be behind.
    for _ in 1...5 { try here.execute("DELETE FROM told_own WHERE id < 0") }
    try here.transaction { _ = try $0.query("SELECT * FROM told_own") }
    #expect(heard.batches.count == 3)
    try here.execute("INSERT INTO told_own VALUES (5)")
    #expect(heard.rows.map(\.key) == (1...5).map { RowKey($0) })
    #expect(heard.batches.count == 4)
    #expect(heard.unknown.isEmpty)
  }

  @Test("Tables of several schemas are told apart") func schemas() throws {
    let here = try PostgreSQLServer.open("search-path=second,public")
    try here.execute("CREATE SCHEMA IF NOT EXISTS second")
    try here.execute("CREATE TABLE public.told_twice (id INT PRIMARY KEY)")
    let first = try PostgreSQLServer.open("search-path=second,public")
    let heard = try heard(first, "told_twice")
    try here.execute("INSERT INTO public.told_twice VALUES (1)")
    try first.catchUp()
    #expect(heard.rows.map(\.key) == [RowKey(1)])
  }
}
