import Foundation
import TestSupport

/// A throw-away server, which is stopped when it is let go of, or the process has ended.
public final class PrivatePostgreSQL: Sendable {
  /// Where its files are.
  public let folder: String
  /// `postgresql://postgres@127.0.0.1:5432/postgres`
  public let url: String

  /// The script failed, with that status; nil if what it left is no number of a process.
  public struct Failure: Error {
    let status: Int32?
  }

  /// Starts it, with some settings of its own.
  ///
  /// - Parameter language: What it speaks to sessions whose `lc_messages` is a locale other than C, where the translation is
  ///   installed; for instance `de`.
  public init(_ settings: String..., language: String? = nil) throws {
    folder = "/tmp/orda-pg-" + UUID().uuidString.prefix(8).lowercased()
    let words = ["start", folder] + settings
    let status = Self.script(words, language: language)
    guard status == 0 else { throw Failure(status: status) }
    let port = try String(contentsOfFile: folder + "/port", encoding: .utf8).trimmingCharacters(
      in: .whitespacesAndNewlines)
    url = "postgresql://postgres@127.0.0.1:\(port)/postgres"
  }

  deinit { _ = Self.script(["stop", folder]) }

  /// The number of its first process.
  public func pid() throws -> Int32 {
    let text = try String(contentsOfFile: folder + "/pid", encoding: .utf8)
    guard let number = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)), number > 0 else {
      throw Failure(status: nil)
    }
    return number
  }

  /// Its socket.
  public var socket: String { folder + "/.s.PGSQL." + port }
  /// Its port on 127.0.0.1.
  public var port: String { url.split(separator: ":").last.map { String($0.prefix { $0 != "/" }) } ?? "" }

  /// Runs Scripts/postgresql.sh; waits for the shell alone, and not for the server that it leaves running.
  @discardableResult
  public static func script(_ words: [String], language: String? = nil) -> Int32? {
    let script = Repository.folder.appendingPathComponent("Scripts/postgresql.sh").path
    let line =
      (language.map { "LANGUAGE='\($0)' " } ?? "")
      + "ORDA_POSTGRESQL_OWNER=\(ProcessInfo.processInfo.processIdentifier) exec '\(script)' "
      + words.map { "'\($0)'" }.joined(separator: " ") + " >/dev/null </dev/null"
    return ShellCommand.status(of: line)
  }
}
