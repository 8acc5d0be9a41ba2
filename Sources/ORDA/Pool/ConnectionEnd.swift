/// Why a pool closed a connection.
public enum ConnectionEnd: String, Sendable, Hashable, CaseIterable {
  /// An error made it useless.
  case failed
  /// The database ended it while nobody used it.
  case ended
  /// Nobody needed it for longer than `pool.idle-timeout`.
  case idle
  /// It was older than `pool.max-lifetime`.
  case aged
  /// The program had all connections replaced.
  case refreshed
  /// The program wanted fewer.
  case surplus
  /// The governor was closed.
  case closed
}
