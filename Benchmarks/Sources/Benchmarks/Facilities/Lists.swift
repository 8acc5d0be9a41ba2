import CFloor
import CMariaDBFloor
import ORDA

/// 10,000 rows by their keys in one call: `\(list:)` beside the best that C can do without it.
@MainActor
enum Lists {
  static func workloads(_ scale: Scale, _ sqlite: SQLiteData, _ mariadb: MariaDBData) throws -> [Workload] {
    let count = min(10_000, scale.rows / 2)
    let keys = Array(sqlite.keys.prefix(count))
    return [
      Workload(
        "list of keys, SQLite", on: sqlite, operations: count, target: 1.2,
        floor: {
          try .fastest(of: [floorLookups($0, keys), floorTable($0, keys), floorLiterals($0, keys)], by: .processor)
        },
        ours: { try list($0, keys) }, peers: []),
      Workload(
        "list of keys, MariaDB", on: mariadb, operations: count, target: 1.2, kind: .wall,
        floor: {
          try .fastest(of: [floorLookups($0, keys), floorTable($0, keys), floorLiterals($0, keys)], by: .wall)
        },
        ours: { try list($0, keys) }, peers: []),
    ]
  }

  // MARK: SQLite

  private static func list(_ data: SQLiteData, _ keys: [Int64]) throws -> Side {
    let governor = try ORDASide.open(data.library)
    return Side(
      run: { try governor.query(Score.self, "SELECT id, name, score FROM score WHERE id IN \(list: keys)") },
      checksum: { rows in rows.reduce(0) { $0 &+ sum($1.id, $1.name.utf8.count, $1.score) } })
  }

  private static func floor(_ run: @escaping @MainActor () throws -> FloorRows<cf_score>) -> Side {
    Side(run: run, checksum: { $0.map { sum($0.id, Int($0.name.count), $0.score) }.reduce(0, &+) })
  }

  private static func floorLookups(_ data: SQLiteData, _ keys: [Int64]) throws -> Side {
    let connection = try FloorConnection(data.library)
    let statement = try connection.prepare(SQLText.scoreByKey)
    return floor {
      try connection.execute("BEGIN")
      let rows = try statement.scores(keys)
      try connection.execute("COMMIT")
      return rows
    }
  }

  private static func floorTable(_ data: SQLiteData, _ keys: [Int64]) throws -> Side {
    let connection = try FloorConnection(data.library)
    try connection.execute("CREATE TEMPORARY TABLE wanted (id INTEGER PRIMARY KEY)")
    let insert = try connection.prepare("INSERT INTO wanted VALUES (?)")
    let select = try connection.prepare("\(SQLText.scores) WHERE id IN (SELECT id FROM wanted)")
    return floor {
      try connection.execute("BEGIN; DELETE FROM wanted")
      try insert.insert(keys)
      let rows = try select.scores()
      try connection.execute("COMMIT")
      return rows
    }
  }

  private static func floorLiterals(_ data: SQLiteData, _ keys: [Int64]) throws -> Side {
    let connection = try FloorConnection(data.library)
    return floor {
      try connection.prepare(SQLText.listing(keys, behind: "\(SQLText.scores) WHERE id IN (", ",", ")")).scores()
    }
  }

  // MARK: MariaDB

  private static func list(_ data: MariaDBData, _ keys: [Int64]) throws -> Side {
    let governor = try MariaDBSide.open(data)
    return Side(
      run: { try governor.query(Track.self, "SELECT id, name, score, at FROM track WHERE id IN \(list: keys)") },
      checksum: { rows in rows.reduce(0) { $0 &+ sum($1.id, $1.name.utf8.count, $1.score) } })
  }

  private static func floor(_ run: @escaping @MainActor () throws -> FloorRows<cm_track>) -> Side {
    Side(run: run, checksum: { $0.map { sum($0.id, Int($0.name.count), $0.score) }.reduce(0, &+) })
  }

  private static func floorLookups(_ data: MariaDBData, _ keys: [Int64]) throws -> Side {
    let statement = try MariaDBFloor.Connection(data.server).prepare(MariaDBSQL.byKey)
    return floor { try statement.tracks(keys) }
  }

  private static func floorTable(_ data: MariaDBData, _ keys: [Int64]) throws -> Side {
    let connection = try MariaDBFloor.Connection(data.server)
    try connection.execute("CREATE TEMPORARY TABLE wanted (id INT PRIMARY KEY) ENGINE = MEMORY")
    let select = try connection.prepare("\(MariaDBSQL.scan) WHERE id IN (SELECT id FROM wanted)")
    return floor {
      try connection.execute("DELETE FROM wanted")
      try connection.execute(SQLText.listing(keys, behind: "INSERT INTO wanted VALUES (", "),(", ")"))
      return try select.tracks()
    }
  }

  private static func floorLiterals(_ data: MariaDBData, _ keys: [Int64]) throws -> Side {
    let connection = try MariaDBFloor.Connection(data.server)
    return floor {
      try connection.prepare(SQLText.listing(keys, behind: "\(MariaDBSQL.scan) WHERE id IN (", ",", ")")).tracks()
    }
  }

  /// Rows come in no order, so they are added up.
  private static func sum(_ id: Int64, _ length: Int, _ score: Double) -> UInt64 {
    cf_mix(cf_mix(UInt64(bitPattern: id), UInt64(length)), score.bitPattern)
  }
}

extension SQLText {
  /// A text with keys in it, written by C.
  static func listing(_ keys: [Int64], behind start: String, _ between: String, _ end: String) -> String {
    var start = start
    var end = end
    let capacity = start.utf8.count + end.utf8.count + keys.count * (20 + between.utf8.count)
    return String(unsafeUninitializedCapacity: capacity) { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return start.withUTF8 { start in
        end.withUTF8 { end in
          cf_write_keys(
            base, start.baseAddress, start.count, keys, keys.count, between, end.baseAddress, end.count)
        }
      }
    }
  }
}

extension Side {
  /// The side that takes the least of some that do the same in different ways: which it is turns out in the first round,
  /// which does not count.
  static func fastest(of sides: [Side], by kind: Cost.Kind) -> Side {
    var chosen: Side?
    return Side(timed: {
      if let chosen { return try await chosen.round() }
      var least: Round?
      for side in sides {
        let first = try await side.round()
        let second = try await side.round()
        let round = first.cost[kind] < second.cost[kind] ? first : second
        if round.cost[kind] < least?.cost[kind] ?? .infinity { (least, chosen) = (round, side) }
      }
      return try least ?? { throw FloorError(code: 0, message: "there is no side") }()
    })
  }
}
