/// A piece of work that every side does, and the ratio that ORDA is to keep to.
@MainActor
struct Workload {
  let name: String

  /// How often the measured thing happens in one round; a time divided by it is the time of one row, lookup or insert.
  let operations: Int

  /// The most that ORDA may take, as a multiple of the floor, or a limit where the kind has one; infinite where the peers alone
  /// count.
  let target: Double

  /// What the sides are judged by.
  let kind: Cost.Kind

  /// How often floor and ORDA are made in all: their connections are then new ones. On which processor the system runs a
  /// connection's thread of the server stays as it is for long, and can make each message take several times as long.
  let placements: Int

  /// Nil where there is nothing to compare with.
  let floor: (() throws -> Side)?
  let ours: (() throws -> Side)?

  /// What ORDA is to be faster than. One that can't do the work has no side, and keeps its place in the reports.
  let peers: [Peer]

  struct Peer {
    let name: String
    let side: (() throws -> Side)?
  }

  /// Makes a workload on some data. The sides are made only when it is measured, so that none of them holds connections
  /// or memory while another workload runs.
  init<Data>(
    _ name: String, on data: Data, operations: Int, target: Double, kind: Cost.Kind = .processor, placements: Int = 1,
    floor: (@MainActor (Data) throws -> Side)?,
    ours: (@MainActor (Data) throws -> Side)?,
    peers: [(name: String, side: (@MainActor (Data) throws -> Side)?)]
  ) {
    self.name = name
    self.operations = operations
    self.target = target
    self.kind = kind
    self.placements = placements
    self.floor = floor.map { make in { try make(data) } }
    self.ours = ours.map { make in { try make(data) } }
    self.peers = peers.map { peer in Peer(name: peer.name, side: peer.side.map { make in { try make(data) } }) }
  }

  /// Makes a workload with one peer.
  init<Data>(
    _ name: String, on data: Data, operations: Int, target: Double, kind: Cost.Kind = .processor, peerName: String,
    floor: @escaping @MainActor (Data) throws -> Side,
    ours: (@MainActor (Data) throws -> Side)?,
    peer: (@MainActor (Data) throws -> Side)?
  ) {
    self.init(
      name, on: data, operations: operations, target: target, kind: kind, floor: floor, ours: ours,
      peers: [(peerName, peer)])
  }
}
