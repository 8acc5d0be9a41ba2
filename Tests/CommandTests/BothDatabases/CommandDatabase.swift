import MariaDBTestServer

/// The databases on which the command prints the same, but for what the database itself says.
enum CommandDatabase: CaseIterable, Sendable {
  case sqlite
  case mariadb

  /// An empty one, for commands that are run in a folder of their own.
  func made() throws -> Made { try Made(self) }

  /// An empty database of a test's own; it goes with the object.
  final class Made: Sendable {
    let folder: TemporaryFolder
    let url: String
    private let server: ServerDatabase?

    fileprivate init(_ database: CommandDatabase) throws {
      folder = try TemporaryFolder()
      server = database == .mariadb ? try ServerDatabase() : nil
      url = server?.url ?? "sqlite:music.db"
    }

    /// Runs the command, its URL put behind its first word.
    func orda(
      _ command: String, _ arguments: String..., input: String = ""
    ) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram(name: "orda").run([command, url] + arguments, input: Array(input.utf8), in: folder)
    }
  }
}
