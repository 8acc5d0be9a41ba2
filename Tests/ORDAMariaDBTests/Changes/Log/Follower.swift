import ORDA
import Testing

@testable import ORDAMariaDB

/// Follows the log of a server, and keeps what it tells of one schema.
final class Follower {
  /// The rows of an event.
  struct Change: Equatable {
    let kind: RowsEvent.Kind
    let table: String
    let names: [String]
    let before: [LoggedCell]?
    let after: [LoggedCell]?
  }

  let log: BinaryLog
  let settings: MariaDBSettings
  private(set) var position: LogPosition
  private var maps: [UInt64: TableMap] = [:]
  private(set) var events: [LogEvent] = []

  /// - Parameter url: The server's, without a database.
  init(_ url: String? = nil, options: String = "", after position: LogPosition? = nil) throws {
    settings = try Self.settings(url ?? TestServer.url.get(), options)
    log = try BinaryLog(settings, after: position)
    self.position = log.start
  }

  static func settings(_ url: String, _ options: String = "") throws -> MariaDBSettings {
    let table = OptionTable.mariadb
    let url = try DatabaseURL(url + (options.isEmpty ? "" : "/?" + options), shape: .server)
    return try MariaDBSettings(url, try table.resolve(url.options))
  }

  /// The position behind all that was committed.
  static func end(of db: any Governor) throws -> LogPosition {
    let text = try #require(try db.first(String.self, "SELECT @@global.gtid_binlog_pos"))
    return try #require(LogPosition(text))
  }

  /// Reads up to a position; what it gives begins with a group, and is not yet decoded.
  @discardableResult
  func events(until end: LogPosition) throws -> [LogEvent] {
    var found: [LogEvent] = []
    var group: LogGroup?
    while !position.contains(end) {
      let event = try log.next()
      found.append(event)
      switch event {
      case .group(let begun): group = begun
      case .commit, .prepared: if let group { position.advance(group.gtid) }
      case .query(let query):
        guard let group else { break }
        if group.flags.contains(.standalone) || query.text == "COMMIT" || query.text == "ROLLBACK" {
          position.advance(group.gtid)
        }
      default: break
      }
    }
    return found
  }

  /// The changes of a schema's rows up to a position.
  func changes(in schema: String, until end: LogPosition) throws -> [Change] {
    let connection = try MariaDBConnection.open(settings)
    defer { connection.close() }
    var changes: [Change] = []
    var decoders: [String: (body: [UInt8], decoder: RowDecoder)] = [:]
    for event in try events(until: end) {
      switch event {
      case .formatDescription: maps = [:]
      case .tableMap(let map): maps[map.id] = map
      case .rows(let rows):
        guard let map = maps[rows.table], map.schema == schema else { break }
        if decoders[map.table]?.body != map.body {
          let table = try LoggedTable.read(schema: schema, table: map.table, on: connection)
          decoders[map.table] = (map.body, try RowDecoder(map, table))
        }
        guard let decoder = decoders[map.table]?.decoder else { break }
        for row in try decoder.rows(of: rows) {
          changes.append(
            Change(kind: rows.kind, table: map.table, names: decoder.names, before: row.before, after: row.after))
        }
      default: break
      }
    }
    return changes
  }
}

extension LoggedCell {
  var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}
