extension Workload {
  /// Runs the sides in turns, after a round that doesn't count.
  ///
  /// The turns spread whatever else the machine does over all sides, and each round gives a ratio of its own. Floor and
  /// ORDA take turns in beginning too.
  ///
  /// Throws `ChecksumMismatch` if the sides read or wrote different things, and whatever a side throws.
  func measure(_ scale: Scale) async throws -> Measurement {
    var floor = try self.floor?()
    var ours = try self.ours?()
    let peers = try self.peers.map { (name: $0.name, side: try $0.side?()) }

    let start = ContinuousClock.now
    var expected: UInt64?
    func check(_ side: Side?, _ name: String) async throws -> Cost? {
      guard let side else { return nil }
      let round = try await side.round()
      if let expected, round.checksum != expected {
        throw ChecksumMismatch(workload: self.name, side: name, found: round.checksum, expected: expected)
      }
      expected = round.checksum
      return round.cost
    }
    _ = try await check(floor, "the floor")
    _ = try await check(ours, "ORDA")
    for peer in peers { _ = try await check(peer.side, peer.name) }
    let warmUp = ContinuousClock.now - start

    var measurement = Measurement(peers: peers.map(\.name))
    let factor = kind == .wall ? 3 : 1
    let fitting = Int(min(scale.span * factor / warmUp, Double(scale.rounds.upperBound * factor)))
    let count = max(fitting, scale.rounds.lowerBound)
    for round in 0..<count {
      if placements > 1, round > 0, round.isMultiple(of: max(1, count / placements)) {
        floor = try self.floor?()
        ours = try self.ours?()
        _ = try await check(floor, "the floor")
        _ = try await check(ours, "ORDA")
      }
      let isFirst = round.isMultiple(of: 2)
      let before = isFirst ? nil : try await check(ours, "ORDA")
      let cost = try await check(floor, "the floor")
      measurement.add(floor: cost, ours: isFirst ? try await check(ours, "ORDA") : before)
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
    \(workload): the checksum of \(side) is \(String(found, radix: 16)), that of the first round \
    \(String(expected, radix: 16))
    """
  }
}
