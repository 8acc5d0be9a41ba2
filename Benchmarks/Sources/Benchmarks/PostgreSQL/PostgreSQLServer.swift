import CPostgreSQLFloor
import Foundation

/// The server that the suite runs on, and the way to it.
///
/// `Scripts/bench.sh` starts one that holds nothing else, and tells of it by environment variables.
struct PostgreSQLServer {
  let port: UInt16

  /// The folder of its Unix socket.
  let folder: String

  /// Whether this way is by the Unix socket, or by TCP.
  var usesSocket = false

  /// The options of the URL.
  var options = ""

  static let database = "bench"

  /// The server of this run, by TCP.
  ///
  /// Throws where the environment names none.
  init() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let port = environment["ORDA_BENCH_POSTGRESQL_PORT"].flatMap(UInt16.init),
      let folder = environment["ORDA_BENCH_POSTGRESQL_FOLDER"], !folder.isEmpty
    else {
      throw MissingPostgreSQL()
    }
    self.port = port
    self.folder = folder
  }

  /// The URL of the suite's database.
  var url: String {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._"))
    let socket = "\(folder)/.s.PGSQL.\(port)"
    let host = usesSocket ? socket.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" : "127.0.0.1:\(port)"
    return "postgresql://postgres@\(host)/\(Self.database)" + (options.isEmpty ? "" : "?" + options)
  }

  /// The way by a PgBouncer that gives each transaction another session; nil if the environment names none.
  var byPooler: PostgreSQLServer? {
    let port = ProcessInfo.processInfo.environment["ORDA_BENCH_PGBOUNCER_PORT"].flatMap(UInt16.init)
    return port.map { PostgreSQLServer(port: $0, folder: folder, options: "pooler=transaction") }
  }

  private init(port: UInt16, folder: String, options: String) {
    self.port = port
    self.folder = folder
    self.options = options
  }

  func withAddress<R>(_ body: (cp_address) throws -> R) rethrows -> R {
    guard usesSocket else { return try body(cp_address(folder: nil, port: UInt32(port))) }
    return try folder.withCString { try body(cp_address(folder: $0, port: UInt32(port))) }
  }
}

/// The suite was started without a server.
struct MissingPostgreSQL: Error, CustomStringConvertible {
  var description: String {
    """
    A server of its own is needed: run this by Scripts/bench.sh, or set ORDA_BENCH_POSTGRESQL_PORT and \
    ORDA_BENCH_POSTGRESQL_FOLDER, the folder of its socket, to one that lets postgres in without a password. Its database \
    "bench" is made anew.
    """
  }
}
