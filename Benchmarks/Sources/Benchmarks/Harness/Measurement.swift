/// The costs of every side in every round that counted.
struct Measurement {
  private(set) var floor: [Cost] = []
  private(set) var ours: [Cost] = []
  private(set) var peers: [(name: String, costs: [Cost])]

  init(peers: [String]) {
    self.peers = peers.map { ($0, []) }
  }

  mutating func add(floor: Cost?, ours: Cost?) {
    if let floor { self.floor.append(floor) }
    if let ours { self.ours.append(ours) }
  }

  mutating func add(_ cost: Cost?, ofPeer place: Int) {
    if let cost { peers[place].costs.append(cost) }
  }

  /// The medians by one kind of cost.
  func summary(_ kind: Cost.Kind) -> Summary {
    func milliseconds(_ costs: [Cost]) -> Double? { median(costs.map { $0[kind] / 1e6 }) }
    func ratio(_ costs: [Cost], over others: [Cost]) -> Double? {
      median(zip(costs, others).filter { $1[kind] != 0 }.map { $0[kind] / $1[kind] })
    }
    return Summary(
      floor: milliseconds(floor), ours: milliseconds(ours), oursOverFloor: ratio(ours, over: floor),
      peers: peers.map { peer in
        Summary.Peer(
          name: peer.name, time: milliseconds(peer.costs),
          oursOverIt: ratio(ours, over: peer.costs), itOverFloor: ratio(peer.costs, over: floor))
      }
    )
  }

  /// Times are in milliseconds; nil where a side is missing.
  struct Summary {
    var floor: Double?
    var ours: Double?
    var oursOverFloor: Double?
    var peers: [Peer]

    struct Peer {
      var name: String
      var time: Double?
      var oursOverIt: Double?
      var itOverFloor: Double?
    }

    /// The peer that ORDA is least ahead of; nil if none was measured.
    var strongestPeer: Peer? {
      peers.filter { $0.time != nil }.max { ($0.oursOverIt ?? 0) < ($1.oursOverIt ?? 0) }
    }
  }
}

/// The middle value, or the mean of the two in the middle; nil if there are none.
func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
