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
      SessionChange("ATTACH ':memory:' AS orda_kit_other", seenBy: "SELECT name FROM pragma_database_list ORDER BY 1"),
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

  /// MariaDB's profile.
  static func mariadb(_ url: DatabaseURL, _ server: DatabaseURL.Server) -> ConformanceProfile {
    var profile = ConformanceProfile()
    profile.shortLockWait = "session.innodb_lock_wait_timeout=1"
    profile.connectionEndingSQL = "KILL CONNECTION_ID()"
    profile.readOnlyURL = text(url, url.location, DatabaseURL.Option("session.tx_read_only", "1"))
    var stranger = server
    stranger.user = "orda_kit_nobody"
    stranger.password = "wrong"
    profile.wrongPasswordURL = text(url, .server(stranger))
    var elsewhere = server
    elsewhere.database = "orda_kit_nowhere"
    profile.missingDatabaseURL = text(url, .server(elsewhere))
    profile.sessionChanges = [
      SessionChange("SET @orda_kit = 1", seenBy: "SELECT @orda_kit"),
      SessionChange("SELECT @orda_kit := 2", seenBy: "SELECT @orda_kit"),
      SessionChange("SELECT 3 INTO @orda_kit", seenBy: "SELECT @orda_kit"),
      SessionChange("SET SESSION sql_mode = 'ANSI_QUOTES'", seenBy: "SELECT @@sql_mode"),
      SessionChange("SET time_zone = '+05:00'", seenBy: "SELECT @@time_zone"),
      SessionChange("SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE", seenBy: "SELECT @@tx_isolation"),
      // A prepared statement stays with the database in which it was prepared.
      SessionChange("USE information_schema", seenBy: "EXECUTE IMMEDIATE 'SELECT DATABASE()'"),
      SessionChange("DO GET_LOCK('orda_kit', 0)", seenBy: "SELECT IS_USED_LOCK('orda_kit') = CONNECTION_ID()"),
    ]
    profile.provocations = mariadbProvocations
    profile.errorCodes = [
      .constraint(.unique): ErrorCode(sqlState: "23000", vendorCode: 1062),
      .constraint(.primaryKey): ErrorCode(sqlState: "23000", vendorCode: 1062),
      .constraint(.foreignKey): ErrorCode(sqlState: "23000", vendorCode: 1452),
      .constraint(.notNull): ErrorCode(sqlState: "23000", vendorCode: 1048),
      .constraint(.check): ErrorCode(sqlState: "23000", vendorCode: 4025),
      .noSuchTable: ErrorCode(sqlState: "42S02", vendorCode: 1146),
      .noSuchColumn: ErrorCode(sqlState: "42S22", vendorCode: 1054),
      .syntax: ErrorCode(sqlState: "42000", vendorCode: 1064),
    ]
    return profile
  }

  /// A URL with the same options at another location, with one more option, which replaces any of that name.
  static func text(
    _ url: DatabaseURL, _ location: DatabaseURL.Location, _ option: DatabaseURL.Option? = nil
  ) -> String? {
    let options = url.options.filter { $0.name.lowercased() != option?.name } + (option.map { [$0] } ?? [])
    return try? DatabaseURL(scheme: url.scheme, mode: url.mode, location: location, options: options).textWithSecrets
  }
}
