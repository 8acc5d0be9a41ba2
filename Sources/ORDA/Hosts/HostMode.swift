/// How a governor spreads its connections over the hosts of its URL: what stands after the `+` of the scheme.
public enum HostMode: String, Sendable, Hashable, CaseIterable {
  /// The first host that answers, in the order of the URL; the others stand in for it. A URL without a mode means this.
  case sequential
  /// The host with the fewest connections of this governor.
  case loadbalance
  /// The first host writes, and only it; what only reads goes to the one of the others with the fewest connections, and to
  /// the first where none of them answers.
  case replication

  /// Reads the mode of a URL.
  ///
  /// - Throws: `badURL` for a word that is no mode, and for a mode that needs several hosts where the URL names one.
  init(_ url: DatabaseURL, hosts: Int) throws(DatabaseError) {
    try url.requireMode(oneOf: Self.allCases.map(\.rawValue))
    self = url.mode.flatMap(Self.init) ?? .sequential
    guard self == .sequential || hosts > 1 else {
      throw badURL(
        "\(url.scheme)+\(rawValue) spreads connections over several hosts, and the URL names one; write them as "
          + "\(url.scheme)+\(rawValue)://db1,db2/music, or leave out +\(rawValue)")
    }
  }
}
