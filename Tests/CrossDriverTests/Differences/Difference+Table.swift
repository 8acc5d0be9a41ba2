import ORDA

extension Difference {
  static let table: [Difference] = transactions + storage + names + sql

  private static let transactions = [
    Difference(
      subject: "CREATE TABLE in a transaction", sqlite: "done", mariadb: "unsupported", postgresql: "done",
      reason: "MariaDB commits before it changes the schema, which would end the transaction: ORDA refuses it"
    ) { db in try answer { try db.transaction { tx in _ = try tx.execute("CREATE TABLE t (a INTEGER)") } } },
    Difference(
      subject: "the isolation where none is asked for", sqlite: "serializable", mariadb: "repeatableRead",
      postgresql: "readCommitted",
      reason: "it is the database's own default; SQLite has one writer at a time"
    ) { db in try db.transaction { "\($0.isolation)" } },
  ]

  private static let storage = [
    Difference(
      subject: "a text that is longer than its column", sqlite: "done", mariadb: "dataTooLong",
      postgresql: "dataTooLong",
      reason: "SQLite ignores the length in VARCHAR(3)"
    ) { db in
      try db.execute("CREATE TABLE t (a VARCHAR(3))")
      return try answer { try db.execute("INSERT INTO t VALUES ('four')") }
    },
    Difference(
      subject: "a text in a column of numbers", sqlite: "done", mariadb: "outOfRange",
      postgresql: "constraint.dataType",
      reason: "SQLite keeps any type in any column, but for STRICT tables"
    ) { db in
      try db.execute("CREATE TABLE t (a INTEGER)")
      return try answer { try db.execute("INSERT INTO t VALUES (?)", "text") }
    },
    Difference(
      subject: "a number above Int64.max", sqlite: "outOfRange", mariadb: "done", postgresql: nil,
      reason: "SQLite's integers have 64 bits and a sign; MariaDB has BIGINT UNSIGNED"
    ) { db in
      try db.execute("CREATE TABLE t (a BIGINT UNSIGNED)")
      return try answer { try db.execute("INSERT INTO t VALUES (?)", UInt64.max) }
    },
    Difference(
      subject: "infinity", sqlite: "done", mariadb: "outOfRange", postgresql: "done",
      reason: "MariaDB's DOUBLE has none"
    ) { db in
      try db.execute("CREATE TABLE t (a DOUBLE PRECISION)")
      return try answer { try db.execute("INSERT INTO t VALUES (?)", Double.infinity) }
    },
    Difference(
      subject: "a DECIMAL of 20 digits", sqlite: "12345678901234567000", mariadb: "12345678901234567890",
      postgresql: "12345678901234567890",
      reason: "SQLite makes a floating-point number of it; a column of text keeps all digits on both"
    ) { db in
      try db.execute("CREATE TABLE t (a DECIMAL(20))")
      try db.execute("INSERT INTO t VALUES (?)", ExactDecimal("12345678901234567890"))
      return "\(try db.first(ExactDecimal.self, "SELECT a FROM t") ?? 0)"
    },
    Difference(
      subject: "the zeros at the end of a DECIMAL", sqlite: "12.3", mariadb: "12.300", postgresql: "12.300",
      reason: "MariaDB gives as many digits as the column has; the numbers are equal"
    ) { db in
      try db.execute("CREATE TABLE t (a DECIMAL(9,3))")
      try db.execute("INSERT INTO t VALUES (?)", ExactDecimal("12.30"))
      return "\(try db.first(ExactDecimal.self, "SELECT a FROM t") ?? 0)"
    },
    Difference(
      subject: "an untyped read of a DATETIME", sqlite: "text", mariadb: "timestamp", postgresql: nil,
      reason: "SQLite has no such type and stores the text; typed reads are the same"
    ) { db in
      try db.execute("CREATE TABLE t (a DATETIME)")
      try db.execute("INSERT INTO t VALUES (?)", CivilTimestamp("2026-01-31 12:34:56"))
      switch try db.first("SELECT a FROM t")?[0] {
      case .text: return "text"
      case .timestamp: return "timestamp"
      default: return "something else"
      }
    },
  ]

  private static let names = [
    Difference(
      subject: "a foreign key without actions", sqlite: "noAction", mariadb: "restrict", postgresql: "noAction",
      reason: "MariaDB checks at once, which is what RESTRICT means; SQLite could defer it"
    ) { db in
      try db.executeScript(
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY);
        CREATE TABLE b (a INTEGER, FOREIGN KEY (a) REFERENCES a (id))
        """)
      return try db.describe("b").foreignKeys.first.map { "\($0.onDelete)" } ?? "none"
    },
    Difference(
      subject: "a table's name in other letters", sqlite: "done", mariadb: "noSuchTable", postgresql: "done",
      reason: "MariaDB keeps tables as files, whose names are compared as the system does: on Linux letter by letter"
    ) { db in
      try db.execute("CREATE TABLE Genre (a INTEGER)")
      return try answer { try db.execute("SELECT * FROM GENRE") }
    },
    Difference(
      subject: "a table's name with an emoji", sqlite: "done", mariadb: "syntax", postgresql: "done",
      reason: "names on MariaDB take the characters up to U+FFFF; texts take all"
    ) { db in try answer { try db.execute("CREATE TABLE \(identifier: "🎷") (a INTEGER)") } },
    Difference(
      subject: "what an error of a UNIQUE column names", sqlite: "table t, column a", mariadb: "constraint a",
      postgresql: "table t, column a, constraint t_a_key",
      reason: "it is what the database's message tells"
    ) { db in
      try db.execute("CREATE TABLE t (a VARCHAR(9) UNIQUE)")
      do {
        try db.execute("INSERT INTO t VALUES ('x'), ('x')")
        return "nothing"
      } catch let error as DatabaseError {
        let facts = [("table", error.table), ("column", error.column), ("constraint", error.constraint)]
        return facts.compactMap { name, value in value.map { "\(name) \($0)" } }.joined(separator: ", ")
      }
    },
    Difference(
      subject: "the index of a foreign key", sqlite: "0", mariadb: "1", postgresql: "0",
      reason: "MariaDB makes one where there is none; on SQLite it is the program's to make"
    ) { db in
      try db.executeScript(
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY);
        CREATE TABLE b (a INTEGER, FOREIGN KEY (a) REFERENCES a (id))
        """)
      return "\(try db.describe("b").indexes.count)"
    },
  ]

  private static let sql = [
    Difference(
      subject: "a key that nobody gave", sqlite: "done", mariadb: "constraint.notNull",
      postgresql: "constraint.notNull",
      reason: "MariaDB makes keys for AUTO_INCREMENT columns; INTEGER PRIMARY KEY /*! AUTO_INCREMENT */ is one on both"
    ) { db in
      try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)")
      return try answer { try db.execute("INSERT INTO t (a) VALUES (1)") }
    },
    Difference(
      subject: "lastID of INSERT … RETURNING", sqlite: "1", mariadb: "nil", postgresql: nil,
      reason: "MariaDB's answer with rows holds no key; the rows hold it"
    ) { db in
      try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY /*! AUTO_INCREMENT */, a INTEGER)")
      return try db.execute("INSERT INTO t (a) VALUES (1) RETURNING id").lastID.map { "\($0)" } ?? "nil"
    },
    Difference(
      subject: "UPDATE … RETURNING", sqlite: "done", mariadb: "syntax", postgresql: "done",
      reason: "MariaDB 10.11 does not know it"
    ) { db in
      try db.execute("CREATE TABLE t (a INTEGER)")
      return try answer { try db.execute("UPDATE t SET a = 1 RETURNING a") }
    },
    Difference(
      subject: "'a' = 'A', and 'a' = 'a '", sqlite: "0 0", mariadb: "1 1", postgresql: "0 0",
      reason: "MariaDB compares by a collation; the URL's collation=utf8mb4_nopad_bin compares letter by letter"
    ) { db in
      let row = try db.first((Int, Int).self, "SELECT 'a' = 'A', 'a' = 'a '")
      return row.map { "\($0) \($1)" } ?? "nothing"
    },
    Difference(
      subject: "'a' || 'b'", sqlite: "ab", mariadb: "0", postgresql: "ab",
      reason: "to MariaDB || is OR, unless the URL has session.sql_mode=PIPES_AS_CONCAT"
    ) { db in
      "\(try db.query("SELECT 'a' || 'b'")[0][0])"
    },
    Difference(
      subject: "SELECT \"a\"", sqlite: "1", mariadb: "a", postgresql: "1",
      reason: "to MariaDB it is a text; \\(identifier:) quotes a name as the database does"
    ) { db in
      try db.execute("CREATE TABLE t (a INTEGER)")
      try db.execute("INSERT INTO t VALUES (1)")
      return "\(try db.query("SELECT \"a\" FROM t")[0][0])"
    },
    Difference(
      subject: "REPLACE over a row, as the entry sees it", sqlite: "deleted", mariadb: "updated", postgresql: nil,
      reason: "where nothing refers to the row, MariaDB makes an update of it"
    ) { db in
      try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)")
      let entry = try db.table("t").insert(["id": 1, "a": 1])
      try db.execute("REPLACE INTO t VALUES (1, 2)")
      return entry.isDeleted ? "deleted" : entry["a"] == 2 ? "updated" : "as before"
    },
  ]

  /// The capabilities that only one of them has.
  static let capabilities: [(capability: Capability, database: Database, reason: String)] = [
    (.transactionalDDL, .sqlite, "MariaDB commits before it changes the schema"),
    (.rowLocks, .mariadb, "SQLite locks the whole database for one writer"),
    (.namedParameters, .sqlite, "ORDA translates names for MariaDB: programs see no difference"),
    (.addedFunctions, .sqlite, "a program adds functions of its own to the database that runs in its process"),
    (.arrayBinding, .mariadb, "a batch goes to the server in arrays; SQLite is in the process and needs none"),
    (
      .statementTimeout, .mariadb, "the server stops a statement itself too; SQLite is in the process and has nobody to"
    ),
    (.multipleResults, .mariadb, "SQLite has no stored procedures"),
  ]
}
