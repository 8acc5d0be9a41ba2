extension Suite {
  static let postgresql = Suite(
    name: "postgresql", summary: "PostgreSQL: ORDA beside C, psycopg for Python and pgjdbc, one server"
  ) { scale, _ in
    let tcp = try PostgreSQLData(scale, on: PostgreSQLServer())
    let socket = tcp.bySocket()
    let peers = [PostgreSQLPeer.psycopg, .pgjdbc]

    typealias Maker = PostgreSQLPeer.Maker
    // Client and server are two processes that wait for each other: what counts is the time that passes.
    @MainActor func workload(
      _ name: String, _ target: Double, on data: PostgreSQLData, operations: Int,
      floor: @escaping Maker, ours: @escaping Maker, peers: [(name: String, side: Maker?)]
    ) -> Workload {
      Workload(
        name, on: data, operations: operations, target: target, kind: .wall, placements: 8, floor: floor, ours: ours,
        peers: peers)
    }

    let lookups = tcp.keys.count
    return [
      // One row by its key.
      workload(
        "lookup prepared, TCP", 1.05, on: tcp, operations: lookups,
        floor: PostgreSQLFloor.lookup, ours: PostgreSQLSide.lookup, peers: peers.map { $0.reading("lookup", on: tcp) }),
      workload(
        "lookup prepared, socket", 1.05, on: socket, operations: lookups, floor: PostgreSQLFloor.lookup,
        ours: PostgreSQLSide.lookup, peers: peers.map { $0.reading("lookup", on: socket) }),
      // ORDA protects each statement of a transaction by a savepoint; the other sides don't.
      workload(
        "lookup in transaction, TCP", 1.30, on: tcp, operations: lookups,
        floor: PostgreSQLFloor.lookupInTransaction, ours: PostgreSQLSide.lookupInTransaction,
        peers: peers.map { $0.reading("transaction", on: tcp) }),
      workload(
        "lookup by text, TCP", 1.15, on: tcp, operations: lookups,
        floor: PostgreSQLFloor.lookup, ours: PostgreSQLSide.lookupByText,
        peers: peers.map { $0.reading("text", on: tcp) }),
      workload(
        "lookup by text, socket", 1.15, on: socket, operations: lookups, floor: PostgreSQLFloor.lookup,
        ours: PostgreSQLSide.lookupByText, peers: peers.map { $0.reading("text", on: socket) }),

      // Without named statements, where the server parses the text each time. C has a prepared statement.
      workload(
        "lookup, prepare=off", 2.50, on: tcp.withoutNames(), operations: lookups, floor: PostgreSQLFloor.lookup,
        ours: PostgreSQLSide.lookup, peers: peers.map { ($0.name, nil) }),

      // Rows into structs, as they arrive.
      workload(
        "scan", 1.15, on: tcp, operations: tcp.rows,
        floor: PostgreSQLFloor.scan, ours: PostgreSQLSide.scan, peers: peers.map { $0.reading("scan", on: tcp) }),

      // Inserts in one transaction.
      workload(
        "insert, batch", 1.15, on: tcp, operations: tcp.tracks.count,
        floor: PostgreSQLFloor.insert, ours: PostgreSQLSide.insertBatch, peers: peers.map { $0.inserting("insert") }),
      workload(
        "COPY", 1.15, on: tcp, operations: tcp.tracks.count,
        floor: PostgreSQLFloor.copy, ours: PostgreSQLSide.bulkLoad, peers: peers.map { $0.inserting("copy") }),

      // Connections made, set up and closed.
      workload(
        "connect and close, TCP", 1.10, on: tcp, operations: tcp.connections,
        floor: PostgreSQLFloor.connect, ours: PostgreSQLSide.connect, peers: peers.map { $0.connecting(on: tcp) }),
      workload(
        "connect and close, socket", 1.10, on: socket, operations: socket.connections,
        floor: PostgreSQLFloor.connect, ours: PostgreSQLSide.connect, peers: peers.map { $0.connecting(on: socket) }),

      // From another client's statement to an observer's call, by the server's log.
      workload(
        "statement of another, heard", 3, on: tcp, operations: tcp.commits,
        floor: PostgreSQLLatency.floor, ours: PostgreSQLLatency.ours, peers: peers.map { ($0.name, nil) }),
    ]
      // By PgBouncer, which gives each transaction another session. C has a prepared statement on the server itself.
      + (tcp.byPooler().map { pooled in
        [
          workload(
            "lookup, PgBouncer", 2.50, on: pooled, operations: lookups, floor: { _ in try PostgreSQLFloor.lookup(tcp) },
            ours: PostgreSQLSide.lookup, peers: peers.map { ($0.name, nil) })
        ]
      } ?? [])
  }
}
