internal import ORDA
internal import ORDAThreads

/// Rows that are asked for, with what the lookup tables hold for them.
struct RowFetch: Sendable {
  let query: SQL
  let parameters: Parameters
  let key: String
  let lookups: [LookupTable]

  func run(on connection: Connection) throws -> FetchedObjects {
    if lookups.isEmpty {
      return FetchedObjects(rows: try connection.query(query, parameters).rows, links: [])
    }
    // On one state, so that no row has what another state relates it to.
    return try connection.transaction(readOnly: true) { transaction in
      let rows = try transaction.query(query, parameters).rows
      if rows.isEmpty { return FetchedObjects(rows: rows, links: []) }
      guard let place = rows.columnNames.firstIndex(where: { $0 == key }) else {
        return FetchedObjects(rows: rows, links: [])
      }
      let ids = rows.map { $0[place] }
      let links = try lookups.map { lookup in
        try transaction.query(
          """
          SELECT \(identifier: lookup.parent), \(identifier: lookup.child) FROM \(lookup.table.sql)
          WHERE \(identifier: lookup.parent) IN \(list: ids)
          ORDER BY \(identifier: lookup.parent), \(identifier: lookup.order)
          """
        ).rows
      }
      return FetchedObjects(rows: rows, links: links)
    }
  }
}

/// Rows that were fetched, and for each relationship the parents' keys and the children's, in order.
struct FetchedObjects: Sendable {
  let rows: FetchedRows
  let links: [FetchedRows]
}

/// Work of the main actor that lets others in every two milliseconds.
@MainActor
struct MainTurn {
  private static let longest = Duration.milliseconds(1.5)
  private let time: TimeSource
  private var began: MonotonicTime
  private var steps = 0

  init(_ time: TimeSource) {
    self.time = time
    began = time.now
  }

  /// Ends the turn where it has taken long.
  mutating func step() async {
    steps += 1
    // The clock is read now and then: it costs as much as a property.
    guard steps & 15 == 0, time.now - began > Self.longest else { return }
    await Task.yield()
    began = time.now
  }
}
