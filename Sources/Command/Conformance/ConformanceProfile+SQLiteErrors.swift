#if Conformance
  import ORDA
  import ORDAConformance

  /// Provokes errors on SQLite that nothing portable provokes. Memory can't be made to run out for a single database.
  extension ConformanceProfile {
    static var sqliteProvocations: [DatabaseError.Kind: Provocation] {
      var provocations: [DatabaseError.Kind: Provocation] = [
        // The file may not grow, and the transaction undoes what was made.
        .full: Provocation(options: "pragma.max_page_count=1") { db in
          try db.transaction { tx in
            try tx.execute("CREATE TABLE orda_kit_full (b BLOB)")
            for _ in 1...64 { try tx.execute("INSERT INTO orda_kit_full VALUES (zeroblob(1000000))") }
          }
        },
        .constraint(.dataType): Provocation { db in
          try db.withConnection { connection in
            try connection.execute("CREATE TEMP TABLE orda_kit_strict (n INTEGER) STRICT")
            try connection.execute("INSERT INTO orda_kit_strict VALUES ('a word')")
          }
        },
        .constraint(.trigger): Provocation { db in
          try db.withConnection { connection in
            try connection.execute("CREATE TEMP TABLE orda_kit_refusing (n INTEGER)")
            try connection.execute(
              """
              CREATE TEMP TRIGGER orda_kit_refusal BEFORE INSERT ON orda_kit_refusing
              BEGIN SELECT RAISE(ABORT, 'not here'); END
              """)
            try connection.execute("INSERT INTO orda_kit_refusing VALUES (1)")
          }
        },
      ]
      #if os(Linux)
        // A system file that can be opened, but whose beginning can't be read.
        provocations[.io] = Provocation { db in
          try db.withConnection { connection in
            try connection.execute("ATTACH '/proc/self/pagemap' AS orda_kit_unreadable")
            _ = try connection.query("SELECT * FROM orda_kit_unreadable.sqlite_master")
          }
        }
      #endif
      return provocations
    }

    /// A reader that wants to write can't if another has written meanwhile: what it read is outdated.
    static let staleSnapshot = Provocation { db in
      let other = try opened(again: db)
      defer {
        _ = try? other.execute("DROP TABLE IF EXISTS orda_kit_stale")
        try? other.close(within: .zero)
      }
      try other.execute("CREATE TABLE orda_kit_stale (n INTEGER)")
      for number in 1...2 { try other.execute("INSERT INTO orda_kit_stale VALUES (?)", number) }
      try db.withConnection { connection in
        var rows = try connection.rows("SELECT n FROM orda_kit_stale")
        _ = try rows.next()
        try other.execute("INSERT INTO orda_kit_stale VALUES (3)")
        try connection.execute("INSERT INTO orda_kit_stale VALUES (4)")
        _ = try rows.next()
      }
    }
  }
#endif
