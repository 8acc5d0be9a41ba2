import CPostgreSQLFloor

/// The floor: plain C with libpq.
@MainActor
enum PostgreSQLFloor {}

extension PostgreSQLFloor {
  static func lookup(_ data: PostgreSQLData) throws -> Side {
    let statement = try Connection(data.server).prepare(PostgreSQLSQL.byKey)
    return Side(run: { try statement.tracks(data.keys) }, checksum: { $0.checksum })
  }

  static func lookupInTransaction(_ data: PostgreSQLData) throws -> Side {
    let connection = try Connection(data.server)
    let statement = try connection.prepare(PostgreSQLSQL.byKey)
    return Side(
      run: {
        try connection.execute("BEGIN")
        let tracks = try statement.tracks(data.keys)
        try connection.execute("COMMIT")
        return tracks
      },
      checksum: { $0.checksum })
  }

  static func scan(_ data: PostgreSQLData) throws -> Side {
    let statement = try Connection(data.server).prepare(PostgreSQLSQL.scan)
    return Side(run: { try statement.tracks() }, checksum: { $0.checksum })
  }

  static func insert(_ data: PostgreSQLData) throws -> Side {
    let connection = try Connection(data.server)
    let table = try data.emptyTable("floor")
    let statement = try connection.prepare(PostgreSQLSQL.insert(into: table))
    return Side(
      before: { try data.clear(table) },
      run: {
        try connection.execute("BEGIN")
        try statement.insert(data.tracks)
        try connection.execute("COMMIT")
      },
      checksum: { try data.checksum(of: table) })
  }

  static func copy(_ data: PostgreSQLData) throws -> Side {
    let connection = try Connection(data.server)
    let table = try data.emptyTable("floor")
    return Side(
      before: { try data.clear(table) },
      run: {
        try connection.execute("BEGIN")
        try connection.copy(PostgreSQLSQL.copy(into: table), data.tracks)
        try connection.execute("COMMIT")
      },
      checksum: { try data.checksum(of: table) })
  }

  /// What is compared is the number of connections that the server says were made.
  static func connect(_ data: PostgreSQLData) throws -> Side {
    let server = data.server
    return data.connecting(run: {
      for _ in 0..<data.connections { _ = try Connection(server) }
    })
  }
}
