import ORDA

/// A database to connect to, again and again.
struct PingTarget: Sendable {
  private let url: String
  private let limit: Duration

  /// - Throws: `DatabaseError` if no driver of the command can be asked.
  init(_ url: String, limit: Duration) throws {
    // A question must not make a file.
    self.url = try withOptions([("mode", "rw"), ("pool.max", "1"), ("readers", "0")], url)
    self.limit = limit
  }

  /// What an attempt found out.
  struct Answer: Sendable {
    /// How long it took until there was a connection.
    var connecting: Duration
    /// How long a first statement took.
    var answering: Duration
    /// What answered, and where.
    var server: String
  }

  /// Opens a connection, asks it, and closes it.
  ///
  /// - Throws: `DatabaseError`, of kind `timeout` if the attempt took too long; `CancellationError`.
  func connect() async throws -> Answer {
    do {
      return try await withThrowingTaskGroup(of: Answer?.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await ask() }
        group.addTask {
          try await Task.sleep(for: limit)
          return nil
        }
        if let first = try await group.next(), let answer = first { return answer }
        throw DatabaseError(.timeout, "there was no answer within \(limit / .seconds(1)) seconds")
      }
    } catch let error as DatabaseError where error.kind == .cancelled && Task.isCancelled {
      throw CancellationError()
    }
  }

  private func ask() async throws -> Answer {
    let start = ContinuousClock.now
    let database = try await openedDatabase(url)
    let connected = ContinuousClock.now
    do {
      _ = try await database.first(Int.self, "SELECT 1")
      let answered = ContinuousClock.now
      let server = await Self.server(of: database)
      try await database.close(within: .zero)
      return Answer(connecting: connected - start, answering: answered - connected, server: server)
    } catch {
      try? await database.close(within: .zero)
      throw error
    }
  }

  /// `MariaDB 10.11.6-MariaDB on db1:3306, mode sequential`
  private static func server(of database: any Governor) async -> String {
    let version = await word(of: database, Self.versions)
    let name = await word(of: database, Self.names)
    var place = " on \(name ?? "a server")"
    switch database.url.location {
    case .memory: place = " in memory"
    case .file(let path): place = " in \(path)"
    case .server: break
    }
    let mode = database.url.mode.map { ", mode \($0)" } ?? ""
    return "\(database.driverName)\(version.map { " \($0)" } ?? "")\(place)\(mode)"
  }

  private static let versions: [String: SQL] = [
    "MariaDB": "SELECT VERSION()", "PostgreSQL": "SHOW server_version", "SQLite": "SELECT sqlite_version()",
  ]
  /// PostgreSQL tells no name of its machine; its address is none on a Unix socket.
  private static let names: [String: SQL] = [
    "MariaDB": "SELECT CONCAT(@@hostname, ':', @@port)",
    "PostgreSQL": "SELECT concat(coalesce(host(inet_server_addr()), 'localhost'), ':', current_setting('port'))",
  ]

  /// What a database calls something, where it is known how to ask its kind.
  private static func word(of database: any Governor, _ questions: [String: SQL]) async -> String? {
    guard let question = questions[database.driverName] else { return nil }
    return try? await database.first(String.self, question)
  }
}
