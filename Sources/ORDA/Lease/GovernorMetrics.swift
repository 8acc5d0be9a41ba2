#if Metrics
  internal import CoreMetrics
  internal import Logging
  internal import ORDAThreads
  internal import Synchronization

  /// What a governor reports to swift-metrics.
  final class GovernorMetrics: MetricsReporter {
    /// What it is called there.
    let name: String
    private let retries: Counter
    private let failovers: Counter
    /// Empty once the governor is closed.
    private let pools = Lock<[(pool: Weak, metrics: PoolMetrics)]>([])

    private struct Weak: Sendable {
      weak var pool: ConnectionPool?
    }

    /// - Returns: Nil where the program collects no metrics.
    init?(_ url: DatabaseURL, _ configuration: GovernorConfiguration, pools: [ConnectionPool]) {
      let factory = configuration.metricsFactory ?? MetricsSystem.factory
      if factory is NOOPMetricsHandler { return nil }
      let wanted = configuration.label ?? url.label
      name = ReportingGovernors.shared.take(wanted)
      if name != wanted {
        configuration.logger.notice(
          "another governor has this name in metrics; give each its own by GovernorConfiguration.label",
          metadata: ["wanted": "\(wanted)", "name": "\(name)"])
      }
      retries = Counter(label: "orda.retries", dimensions: [("database", name)], factory: factory)
      failovers = Counter(label: "orda.failovers", dimensions: [("database", name)], factory: factory)
      for pool in pools {
        let metrics = PoolMetrics(database: name, pool: pool.name, factory)
        _ = pool.metrics.storeIfNil(metrics)
        self.pools.withLock { $0.append((Weak(pool: pool), metrics)) }
      }
      ReportingGovernors.shared.begin(name, self)
    }

    deinit { close() }

    func noteRetry() { retries.increment() }
    func noteFailovers(_ count: Int) { failovers.increment(by: count) }

    /// Sets the gauges to what is now.
    func showGauges() {
      // Within the lock, so that nothing is shown after the end.
      pools.withLock { pools in
        for (pool, metrics) in pools {
          guard let pool = pool.pool else { continue }
          let state = pool.state.withLock { state in
            (state.busyCount, state.idle.count + state.checkingCount, state.count, state.queue.count)
          }
          metrics.show(active: state.0, idle: state.1, total: state.2, pending: state.3)
        }
      }
    }

    /// The governor is closed: what it reported goes, and its name is free.
    func close() {
      pools.withLock { pools in
        if pools.isEmpty { return }
        for (_, metrics) in pools { metrics.destroy() }
        pools = []
        retries.destroy()
        failovers.destroy()
        ReportingGovernors.shared.end(name)
      }
    }
  }
#endif
