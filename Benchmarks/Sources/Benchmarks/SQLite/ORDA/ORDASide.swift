import ORDA
import ORDASQLite

/// ORDA itself. A side that is nil is not measured yet: its workload runs with the floor and the peer alone.
@MainActor
enum ORDASide {
  typealias Maker = @MainActor (SQLiteData) throws -> Side

  /// A governor with the pragmas of the floor. WAL and foreign keys are ORDA's own defaults.
  static func open(_ path: String) throws -> any Governor {
    try SQLite.register()
    return try ORDA.open("sqlite:\(path)?synchronous=normal&pragma.cache_size=-65536")
  }
}
