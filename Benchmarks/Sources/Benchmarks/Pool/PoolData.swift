import CFloor
import ORDA
import ORDAMariaDB
import ORDASQLite

/// What the workloads of the pool are done on: a table in a file, one on a server, and a database that does nothing.
@MainActor
final class PoolData {
  static let connections = 4
  static let tasks = 8

  let sqlite: SQLiteData
  let mariadb: MariaDBData

  /// How often connections are taken that nobody else wants.
  let leases: Int
  /// The same where each is awaited.
  let awaited: Int
  /// The keys of one round of lookups on the server.
  let keys: [Int64]
  /// How many tasks wait at once.
  let waiters = 10_000

  init(_ scale: Scale, in folder: ScratchFolder) throws {
    sqlite = try SQLiteData(scale, in: folder)
    mariadb = try MariaDBData(scale, on: try MariaDBServer())
    leases = scale.rows
    awaited = scale.rows / 10
    keys = (0..<4).flatMap { [mariadb] _ in mariadb.keys }
  }

  /// A governor of connections that do nothing, where the URL doesn't say how long they take for it.
  func slow(_ options: String) throws -> any Governor {
    try ORDA.shared.register(SlowDriver())
    return try ORDA.open("slow:?\(options)")
  }

  /// One of so many readers of the file.
  func file() throws -> any Governor {
    try SQLite.register()
    return try ORDA.open(
      "sqlite:\(sqlite.library)?synchronous=normal&pragma.cache_size=-65536&readers=\(Self.connections)")
  }

  /// One of so many connections to the server, all of which are open.
  func server() throws -> any Governor {
    try MariaDB.register()
    let count = Self.connections
    return try ORDA.open("\(mariadb.server.url)?pool.max=\(count)&pool.min=\(count)&pool.warm=true")
  }

  /// The keys in as many parts.
  static func parts(_ keys: [Int64], _ count: Int) -> [[Int64]] {
    (0..<count).map { Array(keys[keys.count * $0 / count..<keys.count * ($0 + 1) / count]) }
  }
}

/// Which processors this program runs on.
enum Processors {
  /// The one that the server has: on two, a message takes several times as long whenever the system has moved one of those who
  /// wait for each other.
  case one
  case all

  /// Moves all threads of this program there. Programs that it starts follow.
  func take() { cf_move_to(self == .one ? 0 : -1) }
}
