/// The costs of every side in every round that counted.
struct Measurement {
  private(set) var floor: [Cost] = []
  private(set) var ours: [Cost] = []
  private(set) var peer: [Cost] = []

  mutating func add(floor: Cost?, ours: Cost?, peer: Cost?) {
    if let floor { self.floor.append(floor) }
    if let ours { self.ours.append(ours) }
    if let peer { self.peer.append(peer) }
  }

  /// The medians by one kind of cost.
  func summary(_ kind: Cost.Kind) -> Summary {
    func milliseconds(_ costs: [Cost]) -> Double? { median(costs.map { $0[kind] / 1e6 }) }
    func ratio(_ costs: [Cost], over others: [Cost]) -> Double? {
      median(zip(costs, others).map { $0[kind] / $1[kind] })
    }
    return Summary(
      floor: milliseconds(floor), ours: milliseconds(ours), peer: milliseconds(peer),
      oursOverFloor: ratio(ours, over: floor),
      oursOverPeer: ratio(ours, over: peer),
      peerOverFloor: ratio(peer, over: floor)
    )
  }

  /// Times are in milliseconds; nil where a side is missing.
  struct Summary {
    var floor: Double?
    var ours: Double?
    var peer: Double?
    var oursOverFloor: Double?
    var oursOverPeer: Double?
    var peerOverFloor: Double?
  }
}

/// The middle value, or the mean of the two in the middle; nil if there are none.
func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
