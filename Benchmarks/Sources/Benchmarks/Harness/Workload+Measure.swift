extension Workload {
  /// Runs the sides in turns, after a round that doesn't count.
  ///
  /// The turns spread whatever else the machine does over all sides, and each round gives a ratio of its own.
  ///
  /// Throws `ChecksumMismatch` if the sides read or wrote different things, and whatever a side throws.
  func measure(_ scale: Scale) async throws -> Measurement {
    let floor = try self.floor()
    let ours = try self.ours?()
    let peers = try self.peers.map { (name: $0.name, side: try $0.side?()) }

    let start = ContinuousClock.now
    let expected = try await floor.round().checksum
    func check(_ side: Side?, _ name: String) async throws -> Cost? {
      guard let side else { return nil }
      let round = try await side.round()
      guard round.checksum == expected else {
        throw ChecksumMismatch(workload: self.name, side: name, found: round.checksum, expected: expected)
      }
      return round.cost
    }
    _ = try await check(ours, "ORDA")
    for peer in peers { _ = try await check(peer.side, peer.name) }
    let warmUp = ContinuousClock.now - start

    var measurement = Measurement(peers: peers.map(\.name))
    let span = scale.span * (kind == .wall ? 3 : 1)
    let fitting = Int(min(span / warmUp, Double(scale.rounds.upperBound)))
    for _ in 0..<max(fitting, scale.rounds.lowerBound) {
      measurement.add(
        floor: try await check(floor, "the floor"),
        ours: try await check(ours, "ORDA"))
      for (place, peer) in peers.enumerated() {
        measurement.add(try await check(peer.side, peer.name), ofPeer: place)
      }
    }
    return measurement
  }
}

/// Two sides of a workload did not do the same.
struct ChecksumMismatch: Error, CustomStringConvertible {
  let workload: String
  let side: String
  let found: UInt64
  let expected: UInt64

  var description: String {
    """
    \(workload): the checksum of \(side) is \(String(found, radix: 16)), that of the floor's first round \
    \(String(expected, radix: 16))
    """
  }
}
