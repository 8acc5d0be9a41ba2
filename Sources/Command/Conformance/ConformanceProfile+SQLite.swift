#if Conformance
  import ORDA
  import ORDAConformance

  extension ConformanceProfile {
    /// SQLite's profile, for a database in memory.
    ///
    /// - Parameter folder: A folder that will contain only a file `text`, which is not a database.
    static func memory(_ folder: String) -> ConformanceProfile {
      var profile = ConformanceProfile()
      profile.governorsShareDatabase = false
      profile.missingDatabaseURL = "sqlite:\(folder)/missing?mode=rw"
      profile.notADatabaseURL = "sqlite:\(folder)/text"
      profile.transactionEndingSQL = { table in "INSERT OR ROLLBACK INTO \(identifier: table) (n) VALUES (1)" }
      profile.sessionChanges = [
        SessionChange("PRAGMA cache_size = -77", seenBy: "PRAGMA cache_size"),
        SessionChange("PRAGMA foreign_keys = OFF", seenBy: "PRAGMA foreign_keys"),
        SessionChange("PRAGMA recursive_triggers(ON)", seenBy: "PRAGMA recursive_triggers"),
        SessionChange("PRAGMA case_sensitive_like = ON", seenBy: "SELECT 'a' LIKE 'A'"),
        SessionChange(
          "ATTACH ':memory:' AS orda_kit_other", seenBy: "SELECT name FROM pragma_database_list ORDER BY 1"),
        SessionChange(
          "CREATE TEMP VIEW orda_kit_view AS SELECT 1; CREATE TABLE temp.orda_kit_table (a)",
          seenBy: "SELECT COUNT(*) FROM temp.sqlite_master"),
      ]
      profile.provocations = sqliteProvocations
      profile.errorCodes = [
        .constraint(.unique): ErrorCode(vendorCode: 2067), .constraint(.primaryKey): ErrorCode(vendorCode: 1555),
        .constraint(.foreignKey): ErrorCode(vendorCode: 787), .constraint(.notNull): ErrorCode(vendorCode: 1299),
        .constraint(.check): ErrorCode(vendorCode: 275), .noSuchTable: ErrorCode(vendorCode: 1),
        .noSuchColumn: ErrorCode(vendorCode: 1), .syntax: ErrorCode(vendorCode: 1),
      ]
      return profile
    }

    /// SQLite's profile, for a file.
    static func file(_ url: DatabaseURL, _ folder: String) -> ConformanceProfile {
      var profile = memory(folder)
      profile.governorsShareDatabase = true
      profile.shortLockWait = "busy-timeout=50ms"
      profile.readOnlyURL = text(url, url.location, DatabaseURL.Option("mode", "ro"))
      profile.provocations[.serialization] = staleSnapshot
      return profile
    }
  }
#endif
