import ORDA
import ORDAPostgreSQL

/// ORDA itself.
@MainActor
enum PostgreSQLSide {
  static func open(_ data: PostgreSQLData) throws -> any Governor {
    try PostgreSQL.register()
    return try ORDA.open(data.server.url)
  }

  /// A prepared statement on one connection that is kept.
  static func lookup(_ data: PostgreSQLData) throws -> Side {
    let governor = try open(data)
    let keys = data.keys
    return Side(
      run: {
        try governor.withConnection { connection in
          try tracks(keys, by: connection.prepare(SQL(text: PostgreSQLSQL.byKey)))
        }
      },
      checksum: Track.microsecondsChecksum)
  }

  /// The same in one transaction.
  static func lookupInTransaction(_ data: PostgreSQLData) throws -> Side {
    let governor = try open(data)
    let keys = data.keys
    return Side(
      run: {
        try governor.transaction { transaction in
          try tracks(keys, by: transaction.prepare(SQL(text: PostgreSQLSQL.byKey)))
        }
      },
      checksum: Track.microsecondsChecksum)
  }

  private nonisolated static func tracks(_ keys: [Int64], by statement: any Statement) throws -> [Track] {
    var tracks: [Track] = []
    tracks.reserveCapacity(keys.count)
    for key in keys {
      guard let track = try statement.first(Track.self, key) else { continue }
      tracks.append(track)
    }
    return tracks
  }

  /// Straight from the governor, by SQL text given each time.
  static func lookupByText(_ data: PostgreSQLData) throws -> Side {
    let governor = try open(data)
    let keys = data.keys
    return Side(
      run: {
        var tracks: [Track] = []
        tracks.reserveCapacity(keys.count)
        for key in keys {
          guard let track = try governor.first(Track.self, SQL(text: PostgreSQLSQL.byKey), key) else { continue }
          tracks.append(track)
        }
        return tracks
      },
      checksum: Track.microsecondsChecksum)
  }

  /// Rows into structs as they arrive.
  static func scan(_ data: PostgreSQLData) throws -> Side {
    let statement = try open(data).prepare(SQL(text: PostgreSQLSQL.scan))
    return Side(run: { try statement.query(Track.self) }, checksum: Track.microsecondsChecksum)
  }

  /// `executeMany` with a borrowed binder.
  static func insertBatch(_ data: PostgreSQLData) throws -> Side {
    let table = try data.emptyTable("orda")
    let tracks = data.swiftTracks
    let statement = try open(data).prepare(SQL(text: PostgreSQLSQL.insert(into: table)))
    return Side(
      before: { try data.clear(table) },
      run: {
        try statement.executeMany(tracks) { track, parameters in
          try parameters.bind(track.id, track.name, track.score)
        }
      },
      checksum: { _ in try data.checksum(of: table) })
  }

  static func bulkLoad(_ data: PostgreSQLData) throws -> Side {
    let table = try data.emptyTable("orda")
    let tracks = data.swiftTracks
    let governor = try open(data)
    return Side(
      before: { try data.clear(table) },
      run: {
        try PostgreSQL.bulkLoad(
          governor, into: TableName(name: table), columns: ["id", "name", "score"], rows: tracks
        ) { track, row in
          try row.append(track.id, track.name, track.score)
        }
      },
      checksum: { _ in try data.checksum(of: table) })
  }

  static func connect(_ data: PostgreSQLData) throws -> Side {
    try PostgreSQL.register()
    let url = data.server.url
    return data.connecting(run: {
      for _ in 0..<data.connections {
        try ORDA.open(url).close()
      }
    })
  }
}
