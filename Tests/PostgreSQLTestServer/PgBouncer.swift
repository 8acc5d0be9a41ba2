import Foundation
import TestSupport

/// A temporary PgBouncer in front of the shared server. It is stopped when it is released, or when the process has ended.
public final class PgBouncer: Sendable {
  /// When the pooler gives a client another session.
  public enum Mode: String, Sendable, CaseIterable {
    /// Never: each client keeps its session.
    case session
    /// With each transaction.
    case transaction
  }

  /// `postgresql://postgres@127.0.0.1:6432/postgres`, for the database that the pooler was made for.
  public let url: String
  private let folder: String

  /// The script failed with that status, or printed no URL.
  public struct Failure: Error {
    let status: Int32?
  }

  /// Starts a pooler.
  ///
  /// - Parameters:
  ///   - mode: When clients change sessions.
  ///   - server: The URL of the server and its database; nil for the shared server.
  ///   - ignored: Parameters of the login that the pooler drops, and does not refuse.
  public init(_ mode: Mode, server: String? = nil, ignoring ignored: [String] = []) throws {
    folder = "/tmp/orda-pgb-" + UUID().uuidString.prefix(8).lowercased()
    let words = [folder, try server ?? PostgreSQLServer.url.get(), mode.rawValue] + ignored
    let status = Self.script("start " + words.map { "'\($0)'" }.joined(separator: " "), in: folder)
    guard status == 0 else { throw Failure(status: status) }
    url = try String(contentsOfFile: folder + "/url", encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit { _ = Self.script("stop '\(folder)'", in: folder) }

  /// Runs Scripts/pgbouncer.sh, which writes its output into a file: a pipe would stay open as long as the pooler.
  private static func script(_ words: String, in folder: String) -> Int32? {
    let script = Repository.folder.appendingPathComponent("Scripts/pgbouncer.sh").path
    let owner = ProcessInfo.processInfo.processIdentifier
    return ShellCommand.status(
      of: "mkdir -p '\(folder)'; ORDA_POSTGRESQL_OWNER=\(owner) exec '\(script)' \(words) >'\(folder)/url' </dev/null")
  }
}
