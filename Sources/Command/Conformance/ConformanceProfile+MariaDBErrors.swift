#if Conformance
  import ORDA
  import ORDAConformance

  /// Provokes errors on MariaDB that nothing portable provokes. If no statement does, the server is asked to raise one of
  /// its own errors.
  extension ConformanceProfile {
    static var mariadbProvocations: [DatabaseError.Kind: Provocation] {
      [
        // No account may change these tables.
        .permission: Provocation { db in
          try db.execute("UPDATE information_schema.SCHEMATA SET SCHEMA_NAME = 'x'")
        },
        .full: Provocation(options: "session.max_heap_table_size=16384") { db in
          try db.withConnection { connection in
            try connection.execute("CREATE TEMPORARY TABLE orda_kit_full (b VARBINARY(1000)) ENGINE = MEMORY")
            for _ in 1...1000 { try connection.execute("INSERT INTO orda_kit_full VALUES (REPEAT('x', 1000))") }
          }
        },
        .constraint(.trigger): Provocation { db in
          defer { _ = try? db.execute("DROP TABLE IF EXISTS orda_kit_refusing") }
          try db.execute("CREATE TABLE orda_kit_refusing (n INT)")
          try db.execute(
            """
            CREATE TRIGGER orda_kit_refusal BEFORE INSERT ON orda_kit_refusing FOR EACH ROW
            SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'not here'
            """)
          try db.execute("INSERT INTO orda_kit_refusing VALUES (1)")
        },
        .serialization: staleRow,
        .io: error(1030, "Got error 5 from the storage engine"),
        .outOfMemory: error(1037, "Out of memory; restart the server"),
        .protocolViolation: error(1043, "Bad handshake"),
      ]
    }

    private static func error(_ number: Int, _ message: String) -> Provocation {
      Provocation { db in
        try db.execute(
          SQL(text: "SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = \(number), MESSAGE_TEXT = '\(message)'"))
      }
    }

    /// With snapshot isolation, a transaction can't change a row that another one has changed since it was read. Servers
    /// before 10.6.18 don't have that.
    private static let staleRow = Provocation { db in
      let other = try opened(again: db)
      defer {
        _ = try? other.execute("DROP TABLE IF EXISTS orda_kit_stale")
        try? other.close(within: .zero)
      }
      try other.execute("CREATE TABLE orda_kit_stale (id INT PRIMARY KEY, n INT) ENGINE = InnoDB")
      try other.execute("INSERT INTO orda_kit_stale VALUES (1, 1)")
      try db.withConnection { connection in
        try connection.execute("SET innodb_snapshot_isolation = ON")
        try connection.transaction(isolation: .repeatableRead) { tx in
          _ = try tx.query("SELECT n FROM orda_kit_stale WHERE id = 1")
          try other.execute("UPDATE orda_kit_stale SET n = 2 WHERE id = 1")
          try tx.execute("UPDATE orda_kit_stale SET n = 3 WHERE id = 1")
        }
      }
    }
  }
#endif
