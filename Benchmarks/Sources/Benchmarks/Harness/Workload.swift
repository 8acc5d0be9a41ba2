/// A piece of work that every side does, and the ratio that ORDA is to keep to.
@MainActor
struct Workload {
  let name: String

  /// How often the measured thing happens in one round; a time divided by it is the time of one row, lookup or insert.
  let operations: Int

  /// The most that ORDA may take, as a multiple of the floor.
  let target: Double

  /// The name of the peer, which ORDA is to be faster than.
  let peerName: String

  /// What the sides are judged by.
  let kind: Cost.Kind

  let floor: () throws -> Side
  let ours: (() throws -> Side)?
  let peer: (() throws -> Side)?

  /// Makes a workload on some data. The sides are made only when it is measured, so that none of them holds connections
  /// or memory while another workload runs.
  init<Data>(
    _ name: String, on data: Data, operations: Int, target: Double, kind: Cost.Kind = .processor, peerName: String,
    floor: @escaping @MainActor (Data) throws -> Side,
    ours: (@MainActor (Data) throws -> Side)?,
    peer: (@MainActor (Data) throws -> Side)?
  ) {
    self.name = name
    self.operations = operations
    self.target = target
    self.kind = kind
    self.peerName = peerName
    self.floor = { try floor(data) }
    self.ours = ours.map { make in { try make(data) } }
    self.peer = peer.map { make in { try make(data) } }
  }
}
