#if ServiceLifecycle
  import Logging
  import ServiceLifecycle
  import Synchronization
  import Testing

  @testable import ORDA

  @Suite("A governor as a service")
  struct ServiceTests {
    /// Uses a governor until it is told to end, and notes how its last use went.
    private struct Server: Service {
      let db: any Governor
      let isUp: Shared<Bool>
      let lastUse: Shared<Result<Int?, any Error>?>

      func run() async throws {
        isUp.current = true
        try? await gracefulShutdown()
        do {
          lastUse.current = .success(try await db.execute("UPDATE last").changed)
        } catch {
          lastUse.current = .failure(error)
        }
      }
    }

    private static let logger = Logger(label: "service tests") { _ in SwiftLogNoOpLogHandler() }

    /// Returns when a governor refuses what comes, since it is being closed.
    private func waitForRefusal(of db: any Governor) async throws {
      let governor = try #require(db as? ConnectionGovernor)
      #expect(await eventually { governor.writers.isRefusing })
    }

    private func group(_ services: any Service...) -> ServiceGroup {
      ServiceGroup(services: services, logger: Self.logger)
    }

    private func expectMisuse(_ error: DatabaseError?, _ message: String, _ location: SourceLocation = #_sourceLocation)
    {
      #expect(error?.kind == .misuse, sourceLocation: location)
      #expect(error?.code == .nilConnection, sourceLocation: location)
      #expect(error?.message.contains(message) == true, sourceLocation: location)
    }

    @Test func itClosesAfterWhatStandsBehindIt() async throws {
      let fake = FakeDatabase(writers: 2)
      let db = try fake.open()
      let isUp = Shared(false)
      let lastUse = Shared<Result<Int?, any Error>?>(nil)
      let group = group(db.service, Server(db: db, isUp: isUp, lastUse: lastUse))
      let run = Task { try await group.run() }
      #expect(await eventually { isUp.current })
      #expect(fake.openCount == 1)
      await group.triggerGracefulShutdown()
      try await run.value
      #expect(try lastUse.current?.get() == 1)
      #expect(fake.openCount == 0)
      expectMisuse(await asyncDatabaseError { try await db.execute("UPDATE a") }, "the governor is closed")
    }

    @Test func shuttingDownWaitsForWhatRuns() async throws {
      let fake = FakeDatabase()
      let gate = AnswerGate()
      fake["UPDATE slow"] = .changes(1).once(gate)
      let db = try fake.open()
      let group = group(db.service(grace: .seconds(300)))
      let run = Task { try await group.run() }
      let work = Task { try await db.execute("UPDATE slow").changed }
      #expect(await eventually { !fake.connections(running: "UPDATE slow").isEmpty })
      await group.triggerGracefulShutdown()
      try await waitForRefusal(of: db)
      gate.open()
      try await run.value
      #expect(try await work.value == 1)
      #expect(fake.openCount == 0)
      #expect(fake.interruptions == [])
    }

    @Test func whatTakesLongerThanTheGraceIsStopped() async throws {
      let fake = FakeDatabase()
      fake["UPDATE slow"] = .waiting
      let clock = TestClock()
      let db = try fake.open(clock: clock)
      let group = group(db.service(grace: .seconds(20)))
      let run = Task { try await group.run() }
      let work = Task { await asyncDatabaseError { try await db.execute("UPDATE slow") } }
      #expect(await eventually { !fake.connections(running: "UPDATE slow").isEmpty })
      await group.triggerGracefulShutdown()
      try await waitForRefusal(of: db)
      clock.advance(by: .seconds(20))
      try await run.value
      #expect(await work.value?.message == "the governor was closed")
      #expect(fake.interruptions == ["UPDATE slow"])
      #expect(fake.openCount == 0)
    }

    @Test func aCancelledTaskClosesItToo() async throws {
      let fake = FakeDatabase()
      let db = try fake.open()
      let service = db.service(grace: .zero)
      let run = Task { try await service.run() }
      run.cancel()
      try await run.value
      #expect(fake.openCount == 0)
    }

    @Test func runTwiceIsMisuse() async throws {
      let fake = FakeDatabase()
      let db = try fake.open()
      let service = db.service
      let first = Task { try await service.run() }
      #expect(await eventually { (db as? ConnectionGovernor)?.isService.load(ordering: .relaxed) == true })
      expectMisuse(await asyncDatabaseError { try await service.run() }, "can be run once")
      expectMisuse(await asyncDatabaseError { try await db.service(grace: .zero).run() }, "can be run once")
      #expect(try await db.execute("UPDATE a").changed == 1)
      first.cancel()
      try await first.value
      expectMisuse(await asyncDatabaseError { try await service.run() }, "the governor is closed")
    }

    @Test func aClosedGovernorIsNoService() async throws {
      let db = try FakeDatabase().open()
      try await db.close(within: .zero)
      expectMisuse(await asyncDatabaseError { try await db.service.run() }, "the governor is closed")
    }
  }
#endif
