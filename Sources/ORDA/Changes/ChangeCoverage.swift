/// How many changes a governor hears of, by what means, and why not more.
public struct ChangeCoverage: Sendable, Hashable, CustomStringConvertible {
  /// Whose changes are reported.
  public enum Reach: String, Sendable, Hashable {
    /// It is not known yet: nobody listens, and the database was not asked.
    case unknown
    /// Nobody's.
    case none
    /// Those of this process's own connections.
    case ownConnections
    /// Everybody's, other programs' too.
    case everyone
  }

  /// Whose changes are reported, or would be as soon as somebody listens.
  public var reach: Reach
  /// By what means, in words; empty if nothing is reported.
  public var means: String
  /// Why it is not more, or not more exact; nil if the database allows no better.
  public var limitation: String?
  /// How far reports lag behind the commits; nil if they don't, or that is not known.
  public var lag: Duration?

  /// A description of the current state.
  public init(reach: Reach, means: String, limitation: String? = nil, lag: Duration? = nil) {
    self.reach = reach
    self.means = means
    self.limitation = limitation
    self.lag = lag
  }

  /// For people: `everyone: hooks on each connection, inotify`.
  public var description: String {
    let reach = means.isEmpty ? reach.rawValue : "\(reach.rawValue): \(means)"
    return limitation.map { "\(reach) (\($0))" } ?? reach
  }
}
