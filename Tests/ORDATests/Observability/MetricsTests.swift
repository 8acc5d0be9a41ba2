#if Metrics
  import CoreMetrics
  import Logging
  import MetricsTestKit
  import Testing

  @testable import ORDA

  @Suite("Metrics")
  struct MetricsTests {
    private let metrics = TestMetrics()

    private func open(
      _ fake: FakeDatabase, _ options: String = "", label: String, logger: Logger? = nil, clock: TestClock? = nil
    ) throws -> any Governor {
      var configuration = fake.warnings.configuration
      configuration.label = label
      configuration.metricsFactory = metrics
      if let logger { configuration.logger = logger }
      return try fake.open(options, configuration: configuration, clock: clock)
    }

    private func gauges(_ label: String, pool: String = "connection") throws -> [String: Double?] {
      var values: [String: Double?] = [:]
      for name in ["connections.active", "connections.idle", "connections.total", "pending"] {
        values[name] = try metrics.expectGauge("orda.pool.\(name)", [("database", label), ("pool", pool)]).lastValue
      }
      return values
    }

    private func timer(_ name: String, _ label: String, pool: String = "connection") throws -> [Int64] {
      try metrics.expectTimer("orda.pool.\(name)", [("database", label), ("pool", pool)]).values
    }

    private func counter(_ name: String, _ label: String, pool: String? = nil) throws -> Int64 {
      let dimensions = [("database", label)] + (pool.map { [("pool", $0)] } ?? [])
      return try metrics.expectCounter("orda.\(name)", dimensions).totalValue
    }

    @Test func gaugesShowWhatIsNow() async throws {
      let db = try open(FakeDatabase(), label: "gauges")
      let governor = try #require(db as? ConnectionGovernor)
      let reporter = try #require(governor.metrics)
      try await db.transaction { tx in
        try await tx.execute("UPDATE a")
        let waiter = Task.detached { try await db.execute("UPDATE b") }
        #expect(await eventually { db.statistics.waiting == 1 })
        reporter.showGauges()
        #expect(
          try gauges("gauges") == [
            "connections.active": 1, "connections.idle": 0, "connections.total": 1, "pending": 1,
          ])
        waiter.cancel()
        _ = await waiter.result
      }
      reporter.showGauges()
      #expect(
        try gauges("gauges") == ["connections.active": 0, "connections.idle": 1, "connections.total": 1, "pending": 0])
    }

    @Test func gaugesAreSetByThemselves() async throws {
      let db = try open(FakeDatabase(), label: "periodical")
      #expect(try await eventually { try gauges("periodical")["connections.idle"] == 1 })
      try await db.transaction { tx in
        try await tx.execute("UPDATE a")
        #expect(try await eventually { try gauges("periodical")["connections.active"] == 1 })
      }
    }

    @Test func timersTellOfEachUse() async throws {
      let fake = FakeDatabase(writers: 2)
      let clock = TestClock()
      fake["UPDATE slow"] = .changes(1).letting(clock, pass: .seconds(50))
      let db = try open(fake, label: "timers", clock: clock)
      let before = (try timer("acquire", "timers").count, try timer("use", "timers").count)
      try await db.execute("UPDATE a")
      try db.blocking.execute("UPDATE slow")
      let acquired = try timer("acquire", "timers")
      let used = try timer("use", "timers")
      #expect(acquired.count == before.0 + 2)
      #expect(acquired.allSatisfy { $0 == 0 })
      #expect(used.count == before.1 + 2)
      #expect(used.last == 50_000_000_000)
      #expect(try timer("create", "timers") == [])
      try await db.withConnection { _ in
        // When another one is opened depends on the time.
        clock.advanceOnceAwaited(by: .seconds(1))
        let other = try onOtherThread { try db.execute("UPDATE b").changed }
        #expect(other == 1)
      }
      #expect(try timer("create", "timers").count == 1)
    }

    @Test func whoWaitsIsTimed() async throws {
      let clock = TestClock()
      let db = try open(FakeDatabase(), label: "waiting", clock: clock)
      let transaction = try await db.begin()
      let waiter = Task { try await db.execute("UPDATE b").changed }
      #expect(await eventually { db.statistics.waiting == 1 })
      clock.advance(by: .seconds(20))
      try await transaction.commit()
      #expect(try await waiter.value == 1)
      #expect(try timer("acquire", "waiting").last == 20_000_000_000)
    }

    @Test func countersCountAsItHappens() async throws {
      let fake = FakeDatabase()
      let clock = TestClock()
      let db = try open(fake, label: "counters", clock: clock)
      try await db.transaction { tx in
        try await tx.execute("UPDATE a")
        clock.advanceOnceAwaited(by: .seconds(5))
        let error = try onOtherThread { databaseError { try db.execute("UPDATE b", timeout: .seconds(5)) } }
        #expect(error?.kind == .timeout)
      }
      #expect(try counter("pool.timeouts", "counters", pool: "connection") == 1)
      fake.fail(.commit, with: DatabaseError(.deadlock, "again"))
      try await clock.running { try await db.transaction(retrying: 2) { tx in try tx.execute("UPDATE a") } }
      #expect(try counter("retries", "counters") == 1)
      #expect(try counter("failovers", "counters") == 0)
    }

    @Test func readersAndWritersAreToldApart() async throws {
      let db = try open(FakeDatabase(writers: 1, readers: 2), label: "roles")
      let writes = try timer("acquire", "roles", pool: "writer").count
      let reads = try timer("acquire", "roles", pool: "reader").count
      _ = try await db.query("SELECT 1")
      #expect(try timer("acquire", "roles", pool: "reader").count > reads)
      #expect(try timer("acquire", "roles", pool: "writer").count == writes)
    }

    @Test func noTwoGovernorsHaveOneName() async throws {
      let log = RecordedLog()
      let first = try open(FakeDatabase(), label: "twice", logger: log.logger(.info))
      let second = try open(FakeDatabase(), label: "twice", logger: log.logger(.info))
      #expect((first as? ConnectionGovernor)?.metrics?.name == "twice")
      #expect((second as? ConnectionGovernor)?.metrics?.name == "twice#2")
      #expect(log.entries(.notice).map { $0.metadata["name"] } == ["twice#2"])
      try await first.close(within: .zero)
      let third = try open(FakeDatabase(), label: "twice")
      #expect((third as? ConnectionGovernor)?.metrics?.name == "twice")
    }

    @Test func aClosedGovernorReportsNothing() async throws {
      let db = try open(FakeDatabase(), label: "closed")
      _ = try gauges("closed")
      try await db.close(within: .zero)
      #expect(throws: (any Error).self) { try gauges("closed") }
      #expect(throws: (any Error).self) { try timer("use", "closed") }
      #expect(throws: (any Error).self) { try counter("retries", "closed") }
      do {
        _ = try open(FakeDatabase(), label: "released")
      }
      #expect(throws: (any Error).self) { try gauges("released") }
    }

    @Test func theNameIsThatOfTheURL() throws {
      let fake = FakeDatabase()
      var configuration = fake.warnings.configuration
      configuration.metricsFactory = metrics
      let db = try fake.open("", configuration: configuration)
      #expect((db as? ConnectionGovernor)?.metrics?.name.hasPrefix("fake:music") == true)
      #expect(try DatabaseURL("mariadb://app:secret@db1/music?x=y", shape: .server).label == "mariadb:music")
      #expect(try DatabaseURL("sqlite:/var/lib/music.db", shape: .file).label == "sqlite:music.db")
      #expect(try DatabaseURL("sqlite::memory:", shape: .file).label == "sqlite::memory:")
    }

    @Test func withoutACollectorThereIsNothing() throws {
      let db = try FakeDatabase().open()
      #expect((db as? ConnectionGovernor)?.metrics == nil)
    }

    @Test func failoversAreCountedAsTheyHappen() throws {
      let hosts = try Hosts(try DatabaseURL("fake+sequential://a,b/music", shape: .server))
      _ = try? hosts.connect(as: .writer, eachWithin: .seconds(1), within: .seconds(1)) {
        (use, _) throws(DatabaseError) in
        if use.host.address == .name("a") { throw DatabaseError(.cannotOpen(.unreachable), "gone") }
      }
      let counted = Shared<[Int]>([])
      hosts.report { count in counted.with { $0.append(count) } }
      #expect(counted.current == [1])
      let use = Shared<HostUse?>(nil)
      try hosts.connect(as: .writer, eachWithin: .seconds(1), within: .seconds(1)) { (given, _) throws(DatabaseError) in
        use.current = given
      }
      use.current?.lost()
      #expect(counted.current == [1, 1])
      #expect(hosts.failovers == 2)
    }
  }
#endif
