import ORDA
import ORDASQLite

/// A SQLite file in a folder of its own, opened through the public interface; both go with the object.
final class TestDatabase {
  let folder: TemporaryFolder
  let db: any Governor
  var path: String { folder.file("test.db") }

  /// - Parameters:
  ///   - options: What stands behind the `?` of the URL.
  ///   - statements: A script to begin with.
  ///   - configuration: What the governor is opened with.
  init(
    _ options: String = "", _ statements: SQL = "", configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws {
    folder = try TemporaryFolder()
    db = try Self.open("sqlite:" + folder.file("test.db") + (options.isEmpty ? "" : "?" + options), configuration)
    try db.executeScript(statements)
  }

  deinit { try? db.close(within: .zero) }

  /// Another governor of the same file.
  func another(
    _ options: String = "", configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    try Self.open("sqlite:" + path + (options.isEmpty ? "" : "?" + options), configuration)
  }

  /// Opens any URL.
  static func open(
    _ url: String, _ configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    try SQLite.register()
    return try ORDA.open(url, configuration: configuration)
  }

  /// A database in memory, after a script.
  static func memory(_ statements: SQL = "") throws -> any Governor {
    let db = try open("sqlite::memory:")
    try db.executeScript(statements)
    return db
  }

  /// One on a file and one in memory, each after a script, for what must be the same on both.
  static func both(_ statements: SQL) throws -> [any Governor] {
    let folder = try TemporaryFolder()
    try SQLite.register()
    // The set-up holds the folder for as long as the governor lives.
    let configuration = GovernorConfiguration(onConnect: [{ _ in _ = folder }])
    let file = try ORDA.open("sqlite:" + folder.file("test.db"), configuration: configuration)
    try file.executeScript(statements)
    return [file, try memory(statements)]
  }
}
