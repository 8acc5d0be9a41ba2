#if Metrics
  internal import CoreMetrics
  internal import ORDAThreads

  /// What one pool reports to swift-metrics. Timers and counters are told as things happen, gauges by the governor.
  final class PoolMetrics: Sendable {
    private let factory: any MetricsFactory
    private let active, idle, pending, total: Gauge
    private let acquire, use, create: Timer
    private let timeouts: Counter

    /// - Parameters:
    ///   - database: The governor's name.
    ///   - pool: The pool's.
    init(database: String, pool: String, _ factory: any MetricsFactory) {
      let dimensions = [("database", database), ("pool", pool)]
      func gauge(_ name: String) -> Gauge {
        Gauge(label: "orda.pool.\(name)", dimensions: dimensions, factory: factory)
      }
      func timer(_ name: String) -> Timer {
        Timer(label: "orda.pool.\(name)", dimensions: dimensions, factory: factory)
      }
      self.factory = factory
      active = gauge("connections.active")
      idle = gauge("connections.idle")
      total = gauge("connections.total")
      pending = gauge("pending")
      acquire = timer("acquire")
      use = timer("use")
      create = timer("create")
      timeouts = Counter(label: "orda.pool.timeouts", dimensions: dimensions, factory: factory)
    }

    /// Somebody has a connection, after waiting for so long.
    func noteAcquired(after wait: Duration) { acquire.recordNanoseconds(wait.clampedNanoseconds) }
    /// Somebody has had it for so long.
    func noteUse(of time: Duration) { use.recordNanoseconds(time.clampedNanoseconds) }
    /// A connection is open, which took so long.
    func noteOpening(of time: Duration) { create.recordNanoseconds(time.clampedNanoseconds) }
    /// Somebody waited for too long.
    func noteTimeout() { timeouts.increment() }

    /// Sets the gauges.
    func show(active: Int, idle: Int, total: Int, pending: Int) {
      self.active.record(active)
      self.idle.record(idle)
      self.total.record(total)
      self.pending.record(pending)
    }

    /// The pool is closed.
    func destroy() {
      show(active: 0, idle: 0, total: 0, pending: 0)
      for gauge in [active, idle, pending, total] { gauge.destroy() }
      for timer in [acquire, use, create] { timer.destroy() }
      timeouts.destroy()
    }
  }
#endif
