import CMariaDBFloor

/// The floor: plain C with libmariadb.
@MainActor
enum MariaDBFloor {}

extension MariaDBFloor {
  static func lookup(_ data: MariaDBData) throws -> Side {
    let statement = try Connection(data.server).prepare(MariaDBSQL.byKey)
    return Side(run: { try statement.tracks(data.keys) }, checksum: { $0.checksum })
  }

  static func scan(_ data: MariaDBData) throws -> Side {
    let statement = try Connection(data.server).prepare(MariaDBSQL.scan)
    return Side(run: { try statement.tracks() }, checksum: { $0.checksum })
  }

  static func insert(_ data: MariaDBData) throws -> Side {
    let connection = try Connection(data.server)
    let table = try data.emptyTable("floor")
    let statement = try connection.prepare(MariaDBSQL.insert(into: table))
    return Side(
      before: { try data.clear(table) },
      run: {
        try connection.execute("START TRANSACTION")
        try statement.insert(data.tracks)
        try connection.execute("COMMIT")
      },
      checksum: { try data.checksum(of: table) })
  }

  /// What is compared is the number of connections that the server says were made.
  static func connect(_ data: MariaDBData) throws -> Side {
    let server = data.server
    return data.connecting(run: {
      for _ in 0..<data.connections {
        try Connection(server).setUp(MariaDBSQL.session, MariaDBSQL.sessionQuestion, MariaDBSQL.grantsQuestion)
      }
    })
  }
}
