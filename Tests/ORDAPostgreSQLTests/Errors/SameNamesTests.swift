import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// Tables of the same name in several schemas, with other keys and constraints of the same names.
@Suite(.ownThread) struct SameNamesTests {
  private let database: PostgreSQLDatabase
  private let db: any Governor

  init() throws {
    database = try PostgreSQLDatabase()
    db = try PostgreSQLServer.open(url: database.url + "?pool.max=1")
    try db.executeScript(
      """
      CREATE SCHEMA a; CREATE SCHEMA b;
      CREATE TABLE a.t (id SERIAL, n INT, CONSTRAINT t_key PRIMARY KEY (n));
      CREATE TABLE b.t (number INT GENERATED ALWAYS AS IDENTITY (START 100), id INT DEFAULT -5, n INT,
        CONSTRAINT t_key UNIQUE (id, n));
      CREATE FUNCTION public.turn(path TEXT) RETURNS TEXT LANGUAGE plpgsql AS $$
        BEGIN RETURN set_config('search_path', path, false); END $$
      """)
  }

  @Test("An error is about the key of the statement's table", arguments: ["a", "b"])
  func keys(_ first: String) throws {
    func check(_ schema: String, _ error: DatabaseError) {
      #expect(error.kind == (schema == "a" ? .constraint(.primaryKey) : .constraint(.unique)), "\(schema)")
      #expect(error.column == (schema == "a" ? "n" : "id, n"), "\(schema)")
      #expect(error.table == "t" && error.constraint == "t_key")
    }
    let schemas = [first, first == "a" ? "b" : "a"]
    for schema in schemas {
      let insert = SQL(text: "INSERT INTO \(schema).t (n) VALUES (1)")
      try db.execute(insert)
      check(schema, try failure { try db.execute(insert) })
      check(schema, try failure { try db.transaction { try $0.execute(insert) } })
      check(schema, try failure { try db.prepare(insert).executeMany([[]]) })
    }
    try db.withConnection { connection in
      for schema in schemas + schemas {
        try connection.execute(SQL(text: "SET search_path = \(schema)"))
        check(schema, try failure { try connection.execute("INSERT INTO t (n) VALUES (1)") })
      }
    }
  }

  @Test("The error of a deferred primary key has the same kind as the error of an immediate one")
  func deferred() throws {
    try db.execute("CREATE TABLE late (id INT PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)")
    let error = try failure {
      try db.transaction { try $0.execute("INSERT INTO late VALUES (1), (1)") }
    }
    #expect(error.kind == .constraint(.primaryKey))
    #expect(error.column == "id")
  }

  @Test("lastID is the key that the table in the search path generates")
  func lastIDs() throws {
    let insert: SQL = "INSERT INTO t (n) VALUES (?)"
    try db.withConnection { connection in
      try connection.execute("SET search_path = a")
      #expect(try connection.execute(insert, 1).lastID == 1)
      try connection.execute("SET search_path = b")
      #expect(try connection.execute(insert, 1).lastID == 100)
      try connection.transaction { tx in
        try tx.execute("SET LOCAL search_path = a")
        #expect(try tx.execute(insert, 2).lastID == 2)
      }
      #expect(try connection.execute(insert, 2).lastID == 101)
      #expect(try connection.execute("INSERT INTO a.t (n) VALUES (3)").lastID == 3)
      #expect(try connection.execute("INSERT INTO b.t (n) VALUES (3)").lastID == 102)
    }
  }

  @Test("No value is taken for a key that comes from another table of that name")
  func unnoticed() throws {
    let insert: SQL = "INSERT INTO t (n) VALUES (?)"
    try db.withConnection { connection in
      try connection.execute("SET search_path = a, public")
      #expect(try connection.execute(insert, 1).lastID == 1)
      // The statement does not show that the function changes the path.
      _ = try connection.query("SELECT public.turn('b, public')")
      #expect(try connection.execute(insert, 1).lastID == nil)
      #expect(try connection.execute(insert, 2).lastID == 101)
    }
    // Another program's table stands before the known one.
    let other = try PostgreSQLServer.open(url: database.url)
    try other.execute("CREATE TABLE public.u (id SERIAL, n INT)")
    #expect(try db.execute("INSERT INTO u (n) VALUES (1)").lastID == 1)
    try other.executeScript("CREATE SCHEMA postgres; CREATE TABLE postgres.u (n INT, id SERIAL)")
    try other.execute("INSERT INTO u (n) VALUES (1), (2)")
    for number in [3, 4] as [Int64] { #expect(try db.execute("INSERT INTO u (n) VALUES (1)").lastID == number) }
  }
}
