import Foundation
import Testing

/// A stranger to this process's commits: the command mariadb.
struct StrangeClient {
  private let socket: String
  private let database: String

  /// On a server of a test's own, with no database.
  init(_ server: ThrowawayServer) {
    socket = server.socket
    database = ""
  }

  /// On the shared server.
  init(of database: String) throws {
    socket = try TestServer.socket.get()
    self.database = database
  }

  func run(_ sql: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "mariadb", "--no-defaults", "--socket=\(socket)", "--user=root", "--database=\(database)", "-e", sql,
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(sql)")
  }

  /// Kills the session whose list of processes shows this command.
  func run(killing command: String) throws {
    try run(
      """
      SET @kill = COALESCE((SELECT CONCAT('KILL ', MAX(id)) FROM information_schema.processlist
        WHERE command = '\(command)'), 'DO 0');
      EXECUTE IMMEDIATE @kill
      """)
  }
}
