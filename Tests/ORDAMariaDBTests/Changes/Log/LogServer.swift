import Foundation
import ORDA

@testable import ORDAMariaDB

/// A server whose settings of the log the tests of one suite change; it lasts as long as the process.
enum LogServer {
  private static let server = Result { try ThrowawayServer(isShared: true) }

  static func url() throws -> String { "mariadb://root@127.0.0.1:\(try server.get().port)" }

  /// A governor of a new database; the connection keeps what it is told of the session.
  static func database(_ name: String, _ options: String = "") throws -> any Governor {
    let server = try server.get().open()
    try server.execute(SQL(text: "DROP DATABASE IF EXISTS \(name)"))
    try server.execute(SQL(text: "CREATE DATABASE \(name)"))
    try server.close(within: .zero)
    return try self.server.get().open("root", "\(name)?tls=disable&pool.max=1" + (options.isEmpty ? "" : "&\(options)"))
  }

  /// The bytes of each event in the file that the server writes to.
  static func rawEvents(of db: any Governor) throws -> [[UInt8]] {
    guard let base = try db.first(String.self, "SELECT @@log_bin_basename"),
      let row = try db.first("SHOW MASTER STATUS")
    else { throw TestServer.Missing(reason: "it has no log") }
    let folder = base.split(separator: "/").dropLast().joined(separator: "/")
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "/\(folder)/\(try row.get(0, as: String.self))")))
    var events: [[UInt8]] = []
    var start = 4
    while start + 19 <= bytes.count {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[start + 9 + $1]) << (8 * $1) }
      guard size >= 19, start + size <= bytes.count else { break }
      events.append(Array(bytes[start..<start + size]))
      start += size
    }
    return events
  }
}

extension LogEventParser {
  mutating func event(_ bytes: [UInt8]) throws(DamagedEvent) -> LogEvent {
    let result = bytes.withUnsafeBytes { source in
      do throws(DamagedEvent) {
        return Result<LogEvent, DamagedEvent>.success(try event(source))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
