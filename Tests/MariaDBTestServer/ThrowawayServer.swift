import Foundation
public import ORDA
import TestSupport

/// A server of a test's own, which may be killed; it goes with the object.
public final class ThrowawayServer: Sendable {
  private let folder: TemporaryFolder
  private let options: String
  /// Its port on 127.0.0.1.
  public let port: Int

  /// Starts one.
  ///
  /// - Parameters:
  ///   - options: mariadbd's own.
  ///   - isShared: Whether it lasts as long as the process, and is never killed.
  public init(_ options: String = "", isShared: Bool = false) throws {
    folder = try TemporaryFolder()
    self.options = options
    let output = folder.file("url")
    let owner = isShared ? Self.owner : ""
    let data = try Self.data.get()
    guard ShellCommand.status(of: "cp -Rp '\(data)' '\(folder.path)/data'") == 0 else {
      throw TestServer.Missing(reason: "\(data) could not be copied")
    }
    try Self.control("start '\(folder.path)' '' \(options) >'\(output)'", owner: owner)
    let url = try String(contentsOfFile: output, encoding: .utf8)
    guard
      let port = url.split(separator: ":").last.flatMap({ Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
    else { throw TestServer.Missing(reason: "Scripts/mariadb.sh printed no URL") }
    self.port = port
  }

  deinit { try? Self.control("crash '\(folder.path)'") }

  /// The path of its socket.
  public var socket: String { folder.file("s.sock") }

  /// Kills it, as a power cut would.
  public func kill() throws { try Self.control("crash '\(folder.path)'") }

  /// Starts it again, on the same port.
  public func restart() throws { try Self.control("start '\(folder.path)' \(port) \(options)") }

  /// Stops it as it stands; returns when none of its threads runs any more.
  public func freeze() throws { try Self.control("freeze '\(folder.path)'") }

  /// Lets it go on.
  public func thaw() throws { try Self.control("thaw '\(folder.path)'") }

  /// Opens it as root, or as the user that the URL's beginning names.
  public func open(
    _ user: String = "root", _ rest: String = "?tls=disable",
    configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    try TestServer.registry.open("mariadb://\(user)@127.0.0.1:\(port)/\(rest)", configuration: configuration)
  }

  /// What ends with this process, however that ends.
  private static let owner = "ORDA_MARIADB_OWNER=\(ProcessInfo.processInfo.processIdentifier)"

  /// The folder of a server's tables as they are made for a new server. To copy them takes a fraction of the time that it takes
  /// to make them. The log is left out, so that each server begins one of its own.
  private static let data = Result {
    let folder = "/tmp/orda-mariadb-data-\(ProcessInfo.processInfo.processIdentifier)"
    try control("start '\(folder)' '' --skip-log-bin >/dev/null", owner: owner)
    try control("stop '\(folder)'")
    return folder + "/data"
  }

  private static func control(_ arguments: String, owner: String = "") throws {
    let script = Repository.folder.appendingPathComponent("Scripts/mariadb.sh").path
    guard ShellCommand.status(of: "\(owner) /bin/bash '\(script)' \(arguments) 2>/dev/null") == 0 else {
      throw TestServer.Missing(reason: "Scripts/mariadb.sh \(arguments) failed")
    }
  }
}
