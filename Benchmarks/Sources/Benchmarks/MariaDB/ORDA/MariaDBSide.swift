import ArgumentParser
import ORDA
import ORDAMariaDB

/// ORDA itself.
@MainActor
enum MariaDBSide {
  static func open(_ data: MariaDBData) throws -> any Governor {
    try MariaDB.register()
    return try ORDA.open(data.server.url)
  }

  /// A prepared statement on one connection that is kept.
  static func lookup(_ data: MariaDBData) throws -> Side {
    let governor = try open(data)
    let keys = data.keys
    return Side(
      run: {
        try governor.withConnection { connection in
          let statement = try connection.prepare(SQL(text: MariaDBSQL.byKey))
          var tracks: [Track] = []
          tracks.reserveCapacity(keys.count)
          for key in keys {
            guard let track = try statement.first(Track.self, key) else { continue }
            tracks.append(track)
          }
          return tracks
        }
      },
      checksum: Track.checksum)
  }

  /// Straight from the governor, by SQL text given each time.
  static func lookupByText(_ data: MariaDBData) throws -> Side {
    let governor = try open(data)
    let keys = data.keys
    return Side(
      run: {
        var tracks: [Track] = []
        tracks.reserveCapacity(keys.count)
        for key in keys {
          guard let track = try governor.first(Track.self, SQL(text: MariaDBSQL.byKey), key) else { continue }
          tracks.append(track)
        }
        return tracks
      },
      checksum: Track.checksum)
  }

  /// Rows into structs as they arrive.
  static func scan(_ data: MariaDBData) throws -> Side {
    let statement = try open(data).prepare(SQL(text: MariaDBSQL.scan))
    return Side(run: { try statement.query(Track.self) }, checksum: Track.checksum)
  }

  /// `executeMany` with a borrowed binder.
  static func insertBatch(_ data: MariaDBData) throws -> Side {
    try insertBatch(data, data.swiftTracks)
  }

  /// The batch of as many rows as are inserted one by one.
  static func insertSmallBatch(_ data: MariaDBData) throws -> Side {
    try insertBatch(data, fewTracks(data))
  }

  private static func insertBatch(_ data: MariaDBData, _ tracks: [Score]) throws -> Side {
    let table = try data.emptyTable("orda")
    let statement = try open(data).prepare(SQL(text: MariaDBSQL.insert(into: table)))
    return Side(
      before: { try data.clear(table) },
      run: {
        try statement.executeMany(tracks) { track, parameters in
          try parameters.bind(track.id, track.name, track.score)
        }
      },
      checksum: { _ in try data.checksum(of: table) })
  }

  /// One statement for each row, all in one transaction.
  static func insertOneByOne(_ data: MariaDBData) throws -> Side {
    let table = try data.emptyTable("orda_single")
    let governor = try open(data)
    let tracks = fewTracks(data)
    return Side(
      before: { try data.clear(table) },
      run: {
        try governor.transaction { transaction in
          let statement = try transaction.prepare(SQL(text: MariaDBSQL.insert(into: table)))
          for track in tracks { try statement.execute(track.id, track.name, track.score) }
        }
      },
      checksum: { _ in try data.checksum(of: table) })
  }

  /// The number of rows that are inserted one by one: a tenth, which takes about as long as all of them in a batch.
  static func fewCount(_ data: MariaDBData) -> Int { data.tracks.count / 10 }

  private static func fewTracks(_ data: MariaDBData) -> [Score] {
    Array(data.swiftTracks.prefix(fewCount(data)))
  }

  static func connect(_ data: MariaDBData) throws -> Side {
    try MariaDB.register()
    let url = data.server.url
    try checkWords(url)
    return data.connecting(run: {
      for _ in 0..<data.connections {
        try ORDA.open(url).close()
      }
    })
  }

  /// Makes sure, by the server's log, that the floor sends what ORDA sends.
  private static func checkWords(_ url: String) throws {
    let db = try ORDA.open(url)
    defer { try? db.close() }
    let sent = try db.withConnection { connection in
      try connection.executeScript(
        "SET GLOBAL log_output = 'TABLE'; TRUNCATE mysql.general_log; SET GLOBAL general_log = 1")
      try ORDA.open(url).close()
      try connection.execute("SET GLOBAL general_log = 0")
      return try connection.query(
        String.self,
        """
        SELECT CONVERT(argument USING utf8mb4) FROM mysql.general_log \
        WHERE command_type = 'Query' AND thread_id <> CONNECTION_ID()
        """)
    }
    let wanted = [MariaDBSQL.session, MariaDBSQL.sessionQuestion, MariaDBSQL.grantsQuestion]
    guard sent == wanted else { throw ValidationError("ORDA sends other words than the floor: \(sent)") }
  }
}
