import GRDB

/// The peer: GRDB, used as its guides advise where speed counts.
@MainActor
enum GRDBPeer {
  /// A pool with the pragmas of the floor. It sets WAL and synchronous=NORMAL by itself.
  static func pool(_ path: String) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA cache_size = -65536")
    }
    return try DatabasePool(path: path, configuration: configuration)
  }
}
