#if Conformance
  import ORDA
  import ORDAConformance

  extension ConformanceProfile {
    /// MariaDB's profile.
    static func mariadb(_ url: DatabaseURL, _ server: DatabaseURL.Server) -> ConformanceProfile {
      var profile = ConformanceProfile()
      profile.shortLockWait = "session.innodb_lock_wait_timeout=1"
      profile.connectionEndingSQL = "KILL CONNECTION_ID()"
      profile.readOnlyURL = text(url, url.location, DatabaseURL.Option("session.tx_read_only", "1"))
      profile.nameWhatIsMissing(on: server, url)
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
  }
#endif
