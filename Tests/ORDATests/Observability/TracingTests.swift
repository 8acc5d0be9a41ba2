#if Tracing
  import InMemoryTracing
  import Testing
  import Tracing

  @testable import ORDA

  @Suite("Traces")
  struct TracingTests {
    private static let secret = "correct horse"
    private let tracer = InMemoryTracer()

    private func attribute(_ name: String, of span: FinishedInMemorySpan) -> SpanAttribute? {
      span.attributes.get(name)
    }

    /// Runs something as a part of a request, and returns the spans that it made, in the order of their ends.
    private func spans(_ body: () async throws -> Void) async throws -> (request: String, [FinishedInMemorySpan]) {
      var request = ""
      try await withTracer(tracer) {
        try await tracer.withSpan("request") { span in
          request = span.spanID
          try await body()
        }
      }
      return (request, tracer.popFinishedSpans().filter { $0.operationName != "request" })
    }

    @Test func anAwaitedStatementIsASpanOfItsTask() async throws {
      let db = try FakeDatabase().open()
      let (request, spans) = try await spans { _ = try await db.query("SELECT name FROM genre WHERE id = \(7)") }
      let span = try #require(spans.first)
      #expect(spans.count == 1)
      #expect(span.operationName == "SELECT genre")
      #expect(span.kind == .client)
      #expect(span.parentSpanID == request)
      #expect(span.status == nil)
      #expect(attribute("db.system.name", of: span) == "fake")
      #expect(attribute("db.namespace", of: span) == "music")
      #expect(attribute("db.operation.name", of: span) == "SELECT")
      #expect(attribute("db.query.summary", of: span) == "SELECT genre")
      #expect(attribute("db.query.text", of: span) == "SELECT name FROM genre WHERE id = ?")
      #expect(attribute("error.type", of: span) == nil)
    }

    @Test func aBlockingStatementIsOneToo() async throws {
      let db = try FakeDatabase(writers: 1, readers: 1).open()
      let (request, spans) = try await spans {
        try db.blocking.execute("UPDATE genre SET name = 'Jazz' WHERE name = ?", Self.secret)
        _ = try db.blocking.query("SELECT 1")
      }
      #expect(spans.map(\.operationName) == ["UPDATE genre", "SELECT music"])
      #expect(spans.allSatisfy { $0.parentSpanID == request && $0.endInstant.nanosecondsSinceEpoch > 0 })
      #expect(spans.first.map { attribute("db.query.text", of: $0) } == "UPDATE genre SET name = ? WHERE name = ?")
      #expect("\(spans)".contains(Self.secret) == false)
    }

    @Test func anErrorIsToldByItsKindAndCode() async throws {
      let fake = FakeDatabase()
      fake["UPDATE wrong"] = .fails(
        DatabaseError(.constraint(.unique), "'\(Self.secret)' is there", sqlState: "23000", vendorCode: 1062))
      fake["UPDATE odd"] = .fails(DatabaseError(.syntax, "no", sqlState: "42000"))
      let db = try fake.open()
      let (_, spans) = try await spans {
        _ = await asyncDatabaseError { try await db.execute("UPDATE wrong") }
        _ = await asyncDatabaseError { try await db.execute("UPDATE odd") }
      }
      #expect(spans.map { attribute("error.type", of: $0) } == ["constraint.unique", "syntax"])
      #expect(spans.map { attribute("db.response.status_code", of: $0) } == ["1062", "42000"])
      #expect(spans.allSatisfy { $0.status?.code == .error && $0.errors.isEmpty })
      #expect("\(spans)".contains(Self.secret) == false)
    }

    @Test func aTransactionHoldsItsStatements() async throws {
      let db = try FakeDatabase().open()
      struct Own: Error {}
      let (request, spans) = try await spans {
        try await db.transaction { tx in try tx.execute("UPDATE whole") }
        try await db.transaction { tx in
          try await tx.execute("UPDATE parts")
          try await tx.transaction { inner in try await inner.execute("UPDATE inner") }
        }
        do {
          try await db.transaction { tx in
            try tx.execute("UPDATE undone"); throw Own()
          }
        } catch is Own {}
        // Another thread is part of nothing.
        _ = try onOtherThread { try db.execute("UPDATE elsewhere").changed }
      }
      #expect(
        spans.map(\.operationName) == [
          "UPDATE whole", "TRANSACTION music", "UPDATE parts", "UPDATE inner", "TRANSACTION music", "UPDATE undone",
          "TRANSACTION music",
        ])
      let transactions = spans.filter { $0.operationName == "TRANSACTION music" }
      #expect(transactions.allSatisfy { $0.parentSpanID == request })
      #expect(spans[0].parentSpanID == spans[1].spanID)
      #expect(spans[2].parentSpanID == spans[4].spanID && spans[3].parentSpanID == spans[4].spanID)
      #expect(spans[5].parentSpanID == spans[6].spanID)
      #expect(transactions.map { $0.status?.code } == [nil, nil, .error])
      #expect(attribute("db.operation.name", of: spans[1]) == "TRANSACTION")
      #expect(attribute("db.query.text", of: spans[1]) == nil)
    }

    @Test func oneByHandStandsBesideItsStatements() async throws {
      let fake = FakeDatabase()
      let db = try fake.open()
      let (request, spans) = try await spans {
        let first = try await db.begin()
        try await first.execute("UPDATE a")
        try await first.commit()
        fake.fail(.commit, with: DatabaseError(.io, "no"))
        let second: AsyncTransaction = try await db.begin()
        _ = await asyncDatabaseError { try await second.commit() }
      }
      #expect(spans.map(\.operationName) == ["UPDATE a", "TRANSACTION music", "TRANSACTION music"])
      #expect(spans.allSatisfy { $0.parentSpanID == request })
      #expect(spans.map { attribute("error.type", of: $0) } == [nil, nil, "io"])
    }

    @Test func rowsAreASpanUntilTheyEnd() async throws {
      let fake = FakeDatabase()
      fake["SELECT n FROM long"] = .numbers(50_000)
      let db = try fake.open()
      let (request, spans) = try await spans {
        var count = 0
        for try await _ in db.rows("SELECT n FROM long") {
          count += 1
          // Most of the rows are not fetched yet.
          if count == 1 { #expect(tracer.finishedSpans.isEmpty) }
        }
        #expect(count == 50_000)
      }
      #expect(spans.map(\.operationName) == ["SELECT long"])
      #expect(spans.first?.parentSpanID == request)
    }

    @Test func whatRunsInAClosureSeesTheContextOfItsTask() async throws {
      let db = try FakeDatabase().open()
      let tracer = tracer
      let (request, spans) = try await spans {
        try await db.withConnection { connection in
          let own = tracer.startSpan("own")
          defer { own.end() }
          try ServiceContext.withValue(own.context) { _ = try connection.execute("UPDATE a") }
        }
      }
      #expect(spans.map(\.operationName) == ["UPDATE a", "own"])
      #expect(spans[0].parentSpanID == spans[1].spanID && spans[1].parentSpanID == request)
    }

    @Test func theWaitForAConnectionIsAPartOfIt() async throws {
      let fake = FakeDatabase()
      let clock = TestClock()
      let db = try fake.open(clock: clock)
      let seen = Shared<UInt64>(0)
      let (_, spans) = try await spans {
        try await db.transaction { tx in
          try await tx.execute("UPDATE a")
          let passing = Task.detached {
            try await clock.waitForWaiters(within: .seconds(20))
            seen.current = DefaultTracerClock.now.nanosecondsSinceEpoch
            clock.advance(by: .seconds(20))
          }
          // The only connection is held by another task.
          await Task.detached { [tracer] in
            await withTracer(tracer) {
              _ = await asyncDatabaseError { try await db.execute("UPDATE b SET c = 'd'", timeout: .seconds(20)) }
            }
          }.value
          try await passing.value
        }
      }
      let unserved = try #require(spans.first { $0.operationName == "UPDATE b" })
      #expect(attribute("error.type", of: unserved) == "timeout")
      #expect(attribute("db.query.text", of: unserved) == "UPDATE b SET c = ?")
      // It was seen to wait in between.
      #expect(unserved.startInstant.nanosecondsSinceEpoch <= seen.current)
      #expect(unserved.endInstant.nanosecondsSinceEpoch >= seen.current)
      #expect(fake.connections(running: "UPDATE b SET c = 'd'") == [])
    }

    @Test func aBatchIsOneSpanInItsTransaction() async throws {
      let db = try FakeDatabase().open()
      let (request, spans) = try await spans {
        let insert = try await db.prepare("INSERT INTO a VALUES (?)")
        try await insert.executeMany([[1], [2], [3]])
      }
      #expect(spans.map(\.operationName) == ["INSERT a", "TRANSACTION music"])
      #expect(spans[0].parentSpanID == spans[1].spanID && spans[1].parentSpanID == request)
    }

    @Test func theServerIsNamedWhereThereIsOne() throws {
      func span(_ url: String) throws -> FinishedInMemorySpan? {
        let database = TracedDatabase(try DatabaseURL(url, shape: .server))
        withTracer(tracer) { database.beginTransaction()?.end() }
        return tracer.popFinishedSpans().first
      }
      let one = try #require(try span("mariadb://app:\(Self.secret)@db1:3307/music?password-file=x"))
      #expect(attribute("server.address", of: one) == "db1")
      #expect(attribute("server.port", of: one) == 3307)
      #expect(attribute("db.namespace", of: one) == "music")
      #expect("\(one)".contains(Self.secret) == false)
      let several = try #require(try span("mariadb://db1,db2/music"))
      #expect(attribute("server.address", of: several) == nil && attribute("server.port", of: several) == nil)
    }

    @Test func whereNobodyTracesThereIsNone() async throws {
      let db = try FakeDatabase().open()
      try await db.transaction { tx in try tx.execute("UPDATE a") }
      #expect(TraceParent.current == nil)
      #expect(tracer.finishedSpans.isEmpty)
    }
  }
#endif
