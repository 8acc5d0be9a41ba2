import MariaDBTestServer
import PostgreSQLTestServer

/// The databases on which the command prints the same, but for what the database itself says.
enum CommandDatabase: CaseIterable, Sendable {
  case sqlite
  case mariadb
  #if PostgreSQL
    case postgresql
  #endif

  /// A script with PostgreSQL's own words for types, and for keys that the database makes, in place of those that the
  /// others share.
  func words(_ script: String) -> String {
    #if PostgreSQL
      if self == .postgresql { return PostgreSQLWords.inPlaceOfShared(script) }
    #endif
    return script
  }

  /// An empty one, for commands that are run in a folder of their own.
  func made() throws -> Made { try Made(self) }

  /// An empty database of a test's own; it goes with the object.
  final class Made: Sendable {
    let folder: TemporaryFolder
    let url: String
    /// What the database on a server goes with.
    private let server: (any Sendable)?

    fileprivate init(_ database: CommandDatabase) throws {
      folder = try TemporaryFolder()
      switch database {
      case .sqlite: (server, url) = (nil, "sqlite:music.db")
      case .mariadb:
        let own = try ServerDatabase()
        (server, url) = (own, own.url)
      #if PostgreSQL
        case .postgresql:
          let own = try PostgreSQLDatabase()
          (server, url) = (own, own.url)
      #endif
      }
    }

    /// Runs the command, its URL put behind its first word.
    func orda(
      _ command: String, _ arguments: String..., input: String = ""
    ) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram(name: "orda").run([command, url] + arguments, input: Array(input.utf8), in: folder)
    }
  }
}
