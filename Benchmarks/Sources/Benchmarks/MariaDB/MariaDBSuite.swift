extension Suite {
  static let mariadb = Suite(
    name: "mariadb", summary: "MariaDB: ORDA beside C, mysqlclient for Python and Connector/J, one server"
  ) { scale, _ in
    let tcp = try MariaDBData(scale, on: MariaDBServer())
    let socket = tcp.bySocket()
    let peers = [MariaDBPeer.mysqlclient, .connectorJ]

    typealias Maker = MariaDBPeer.Maker
    // Client and server are two processes that wait for each other: what counts is the time that passes.
    @MainActor func workload(
      _ name: String, _ target: Double, on data: MariaDBData, operations: Int,
      floor: @escaping Maker, ours: @escaping Maker, peers: [(name: String, side: Maker?)]
    ) -> Workload {
      Workload(
        name, on: data, operations: operations, target: target, kind: .wall, placements: 8, floor: floor, ours: ours,
        peers: peers)
    }

    let lookups = tcp.keys.count
    let lookupPeers = peers.map { $0.reading("lookup") }
    let textPeers = peers.map { $0.reading("text") }
    let connectPeers = peers.map { $0.connecting() }
    return [
      // One row by its key.
      workload(
        "lookup prepared, TCP", 1.05, on: tcp, operations: lookups,
        floor: MariaDBFloor.lookup, ours: MariaDBSide.lookup, peers: lookupPeers),
      workload(
        "lookup prepared, socket", 1.05, on: socket, operations: lookups,
        floor: MariaDBFloor.lookup, ours: MariaDBSide.lookup, peers: lookupPeers),
      workload(
        "lookup by text, TCP", 1.15, on: tcp, operations: lookups,
        floor: MariaDBFloor.lookup, ours: MariaDBSide.lookupByText, peers: textPeers),
      workload(
        "lookup by text, socket", 1.15, on: socket, operations: lookups,
        floor: MariaDBFloor.lookup, ours: MariaDBSide.lookupByText, peers: textPeers),

      // Rows into structs, as they arrive.
      workload(
        "scan", 1.15, on: tcp, operations: tcp.rows,
        floor: MariaDBFloor.scan, ours: MariaDBSide.scan, peers: peers.map { $0.reading("scan") }),

      // Inserts in one transaction.
      workload(
        "insert, batch", 1.15, on: tcp, operations: tcp.tracks.count,
        floor: MariaDBFloor.insert, ours: MariaDBSide.insertBatch, peers: peers.map { $0.inserting() }),
      // Here the floor is ORDA itself, one row at a time: a batch is to be eight times as fast.
      workload(
        "batch over one by one", 1 / 8.0, on: tcp, operations: MariaDBSide.fewCount(tcp),
        floor: MariaDBSide.insertOneByOne, ours: MariaDBSide.insertSmallBatch,
        peers: peers.map { ($0.name, nil) }),

      // Connections made, set up and closed.
      workload(
        "connect and close, TCP", 1.05, on: tcp, operations: tcp.connections,
        floor: MariaDBFloor.connect, ours: MariaDBSide.connect, peers: connectPeers),
      workload(
        "connect and close, socket", 1.05, on: socket, operations: tcp.connections,
        floor: MariaDBFloor.connect, ours: MariaDBSide.connect, peers: connectPeers),
    ]
  }
}
