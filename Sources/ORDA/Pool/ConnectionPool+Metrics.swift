internal import ORDAThreads
internal import Synchronization

/// What a pool reports as it happens, outside of its lock. Without the trait `Metrics` nothing is left of it.
extension ConnectionPool {
  /// Somebody has a connection.
  ///
  /// - Parameter request: The one that waited; nil if nobody had to.
  @inline(__always)
  func noteAcquired(_ request: PoolRequest? = nil) {
    #if Metrics
      guard let metrics = metrics.load() else { return }
      metrics.noteAcquired(after: request.map { time.now - $0.askedAt } ?? .zero)
    #endif
  }

  /// A connection is about to be given back.
  @inline(__always)
  func noteUse(of connection: PooledConnection) {
    #if Metrics
      guard let metrics = metrics.load() else { return }
      metrics.noteUse(of: time.coarse - connection.age.lentAt)
    #endif
  }

  /// A connection was opened.
  @inline(__always)
  func noteOpening(of duration: Duration) {
    #if Metrics
      metrics.load()?.noteOpening(of: duration)
    #endif
  }

  /// Somebody got none in time.
  @inline(__always)
  func noteTimeout() {
    #if Metrics
      metrics.load()?.noteTimeout()
    #endif
  }
}
