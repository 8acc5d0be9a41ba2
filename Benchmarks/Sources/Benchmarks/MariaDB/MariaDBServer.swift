import CMariaDBFloor
import Foundation

/// The server that the suite runs on, and the way to it.
///
/// `Scripts/bench.sh` starts one that holds nothing else, and tells of it by environment variables; for the suite "live"
/// another one, with a binary log of rows.
struct MariaDBServer {
  let port: UInt16
  let socket: String

  /// Whether this way is by the Unix socket, or by TCP.
  var usesSocket: Bool

  /// The server of this run, by TCP.
  ///
  /// Throws where the environment names none.
  init(logged: Bool = false) throws {
    let environment = ProcessInfo.processInfo.environment
    let name = logged ? "ORDA_BENCH_LOGGED_MARIADB" : "ORDA_BENCH_MARIADB"
    guard let port = environment["\(name)_PORT"].flatMap(UInt16.init),
      let socket = environment["\(name)_SOCKET"], !socket.isEmpty
    else {
      throw MissingServer(variables: name)
    }
    self.port = port
    self.socket = socket
    usesSocket = false
  }

  /// The URL of the suite's database.
  var url: String {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._"))
    let host = usesSocket ? socket.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" : "127.0.0.1:\(port)"
    return "mariadb://root@\(host)/bench"
  }

  func withAddress<R>(_ body: (cm_address) throws -> R) rethrows -> R {
    guard usesSocket else { return try body(cm_address(socket: nil, port: UInt32(port))) }
    return try socket.withCString { try body(cm_address(socket: $0, port: 0)) }
  }
}

/// The suite was started without a server.
struct MissingServer: Error, CustomStringConvertible {
  /// What the names of the environment variables begin with.
  let variables: String

  var description: String {
    """
    A server of its own is needed: run this by Scripts/bench.sh, or set \(variables)_PORT and \(variables)_SOCKET to one \
    that lets root in without a password. Its database "bench" is made anew, or written to.
    """
  }
}
