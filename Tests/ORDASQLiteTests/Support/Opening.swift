import Foundation
import ORDA

@testable import ORDASQLite

/// Opens SQLite databases without the shared registry.
enum Opening {
  private static let registry: Registry = {
    let registry = Registry()
    try? SQLite.register(with: registry)
    return registry
  }()

  /// A database in memory.
  static func memory(_ options: String = "", configuration: GovernorConfiguration = GovernorConfiguration()) throws
    -> any Governor
  {
    let text = "sqlite::memory:?slow-statement=0" + (options.isEmpty ? "" : "&" + options)
    return try registry.open(text, configuration: configuration)
  }

  /// A database in a file of a folder; without waits for the disk, which these tests are not about.
  static func file(
    in folder: TemporaryFolder, named name: String = "a.db", _ options: String = "",
    configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    let text = "sqlite:\(folder.file(name))?synchronous=off&slow-statement=0" + (options.isEmpty ? "" : "&" + options)
    return try registry.open(text, configuration: configuration)
  }
}

/// SQL that several tests use.
enum TestSQL {
  /// A query that never ends by itself.
  static let endless: SQL = """
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c
    """
  /// The numbers from 1 on, so many.
  static func numbers(_ count: Int) -> SQL {
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < \(count)) SELECT n FROM c"
  }
}
