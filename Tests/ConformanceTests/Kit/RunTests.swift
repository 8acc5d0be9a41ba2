#if Conformance
  import Foundation
  import ORDA
  import ORDASQLite
  import ORDAThreads
  import Testing

  @testable import Command
  @testable import ORDAConformance

  @Suite("Running a case") struct RunTests {
    /// A file with a table of a program's own.
    private final class Used: Sendable {
      let own: TestedDatabase.Own
      var subject: ConformanceSubject { own.target.subject }

      init() throws {
        own = try TestedDatabase.file.target()
        try open { db in
          try db.executeScript(
            "CREATE TABLE mine (n INTEGER); INSERT INTO mine VALUES (7); CREATE TABLE orda_kit_mine (n INTEGER)")
        }
      }

      @discardableResult
      func open<R>(_ body: (any Governor) throws -> R) throws -> R {
        let registry = Registry()
        try registry.register(subject.driver)
        let db = try registry.open(subject.url)
        defer { try? db.close(within: .zero) }
        return try body(db)
      }

      /// The tables that there are, where the program's own is as it was.
      func tables() throws -> [String] {
        try open { db in
          #expect(try db.query(Int.self, "SELECT n FROM mine") == [7])
          return try db.tables().map(\.name).sorted()
        }
      }
    }

    struct Trouble: Error {}

    private func messages(_ outcome: ConformanceOutcome) -> [String] {
      guard case .failed(let failures) = outcome else { return ["\(outcome)"] }
      return failures.map(\.message)
    }

    @Test("collects the checks that fail, with what was expected and found, and where")
    func collecting() async throws {
      // The file goes with it.
      let used = try Used()
      let line: UInt = #line
      let outcome = await ConformanceCase("kit.checks", "Fails.") { run in
        run.expect(1, equals: 2)
        run.expect("a", equals: "a")
        run.expect(false, "it is not so")
        run.expect("some text", contains: "text", "other")
        run.expect(throws: .misuse) { throw DatabaseError(.syntax, "no") }
        run.expect(throws: .misuse, .busy) {}
        run.expect(throws: .misuse) { throw Trouble() }
        run.expect(throws: .constraint(.unique)) { throw DatabaseError(.constraint(.primaryKey), "nested") }
        _ = try run.require(Int?.none, "a number")
        run.fail("never reached")
      }.run(on: used.subject)
      #expect(
        messages(outcome) == [
          "expected 2, found 1", "it is not so", "expected \"other\" in \"some text\"",
          "expected an error of kind misuse, found syntax: no",
          "expected an error of kind misuse or busy, found none",
          "expected a DatabaseError of kind misuse, found Trouble: Trouble()", "expected a number, found nothing",
        ])
      guard case .failed(let failures) = outcome else { return }
      #expect(failures.map(\.line) == [2, 4, 5, 6, 7, 8, 10].map { $0 + line })
      #expect(failures.allSatisfy { $0.file == "ConformanceTests/RunTests.swift" })
    }

    @Test("passes where nothing fails") func passing() async throws {
      // The file goes with it.
      let used = try Used()
      let outcome = await ConformanceCase("kit.passing", "Passes.") { run in try run.db.ping() }.run(
        on: used.subject)
      #expect(outcome == .passed)
    }

    @Test("takes an error that escapes for a failure, and drops the tables all the same")
    func escaping() async throws {
      let used = try Used()
      let outcome = await ConformanceCase("kit.escaping", "Fails.") { run in
        let table = try run.table(.generatedKey("id"))
        try run.db.execute("INSERT INTO \(table) (id) VALUES (1)")
        _ = run.reserve()
        throw Trouble()
      }.run(on: used.subject)
      #expect(messages(outcome) == ["threw Trouble()"])
      #expect(try used.tables() == ["mine", "orda_kit_mine"])
    }

    @Test("drops tables in an order that references allow, and runs what is to be done afterwards")
    func cleaning() async throws {
      let used = try Used()
      let outcome = await ConformanceCase(awaited: "kit.cleaning", "Passes.") { run in
        let album = try await run.table(.generatedKey("id"))
        let track = try await run.table(
          .generatedKey("id"), .column("album", .int),
          foreignKeys: [
            ForeignKey(columns: ["album"], referencedTable: TableName(name: album.name), referencedColumns: ["id"])
          ]
        )
        try await run.db.execute("INSERT INTO \(album) (id) VALUES (1)")
        try await run.db.execute("INSERT INTO \(track) (id, album) VALUES (1, 1)")
        try await run.db.execute("CREATE VIEW orda_kit_view AS SELECT id FROM \(track)")
        run.afterwards { db in try db.execute("DROP VIEW orda_kit_view") }
      }.run(on: used.subject)
      #expect(outcome == .passed)
      #expect(try used.tables() == ["mine", "orda_kit_mine"])
    }

    @Test("takes what can't be cleaned up for a failure")
    func notCleaned() async throws {
      // The file goes with it.
      let used = try Used()
      let outcome = await ConformanceCase("kit.dirty", "Fails.") { run in run.afterwards { _ in throw Trouble() } }
        .run(on: used.subject)
      #expect(messages(outcome) == ["could not clean up: Trouble()"])
    }

    @Test("ends one that hangs, waiting or awaited, and cleans up behind it", arguments: [false, true])
    func hanging(_ isAwaited: Bool) async throws {
      let used = try Used()
      var subject = used.subject
      subject.timeLimit = .seconds(2)
      let hanging =
        isAwaited
        ? ConformanceCase(awaited: "kit.hanging", "Hangs.") { run in
          _ = try await run.table(.generatedKey("id"))
          // It goes on where it is cancelled for the first time.
          try? await TestSupport.Event().wait()
          try await TestSupport.Event().wait()
        }
        : ConformanceCase("kit.hanging", "Hangs.") { run in
          let table = try run.numbers(1000)
          _ = try run.db.query("SELECT SUM(a.n) FROM \(table) AS a, \(table) AS b, \(table) AS c, \(table) AS d")
        }
      let outcome = await hanging.run(on: subject)
      #expect(messages(outcome).first == "not finished after 2.0 seconds")
      #expect(try used.tables() == ["mine", "orda_kit_mine"])
    }

    @Test("asks nothing that needs what the database lacks, and tells what it is")
    func notSupported() async throws {
      // The file goes with it.
      let used = try Used()
      let subject = used.subject
      let stranger = Capability(name: "timeTravel")
      let body: @Sendable (ConformanceRun) throws -> Void = { _ in throw Trouble() }
      let needing = ConformanceCase("kit.needing", "Needs it.", needs: [.savepoints, stranger], body)
      #expect(await needing.run(on: subject) == .notSupported(.lacks(stranger)))
      let lacking = ConformanceCase("kit.lacking", "Needs the lack of it.", without: .savepoints, body)
      #expect(await lacking.run(on: subject) == .notSupported(.has(.savepoints)))
      let asking = ConformanceCase("kit.asking", "Asks.") { run in
        _ = try run.given(\.wrongPasswordURL, "wrongPasswordURL")
        run.fail("never reached")
      }
      #expect(await asking.run(on: subject) == .notSupported(.profile("the profile has no wrongPasswordURL")))
      var alone = subject
      alone.profile.governorsShareDatabase = false
      let sharing = ConformanceCase("kit.sharing", "Shares.") { run in _ = try run.another() }
      #expect(await sharing.run(on: alone) == .notSupported(.profile("each governor has a database of its own")))
    }

    @Test("takes a database that can't be opened for a failure")
    func notOpened() async throws {
      let subject = ConformanceSubject(driver: SQLite.driver, url: "sqlite:/nowhere/at/all.db")
      let outcome = await ConformanceCase("kit.never", "Never runs.") { _ in }.run(on: subject)
      #expect(messages(outcome).count == 1)
      #expect(messages(outcome).first?.hasPrefix("threw cannotOpen") == true)
    }

    @Test("is counted in the report, and told as it comes")
    func report() async throws {
      // The file goes with it.
      let used = try Used()
      let cases = [
        ConformanceCase("kit.a", "Passes.") { _ in },
        ConformanceCase("kit.b", "Fails.") { run in run.fail("as expected") },
        ConformanceCase("kit.c", "Is not supported.", without: .savepoints) { _ in },
      ]
      let told = Lock<[String]>([])
      let report = await ConformanceSuite.run(cases, on: used.subject) { result in
        told.withLock { $0.append(result.testCase.name) }
      }
      #expect(told.withLock { $0 } == ["kit.a", "kit.b", "kit.c"])
      #expect(report.driverName == "SQLite")
      #expect((report.passed, report.failures.count, report.notSupported) == (1, 1, 1))
      #expect(report.failures.first?.testCase.name == "kit.b")
      #expect("\(report.results[2].outcome)" == "not supported: only without savepoints")
      let text = "\(report)".split(separator: "\n")
      #expect(text.first == "| group | case  | outcome                                | promise           |")
      #expect(
        text.dropFirst().first == "| ----- | ----- | -------------------------------------- | ----------------- |")
      #expect(text.contains("| kit   | kit.a | pass                                   | Passes.           |"))
      #expect(text.dropLast().last?.hasPrefix("FAIL kit.b: as expected (ConformanceTests/RunTests.swift:") ?? false)
      #expect(text.last == "SQLite: 1 passed, 1 failed, 1 not supported")
    }

    @Test("knows limitations with their reasons, and tells of one whose case passes or does not exist")
    func limitations() async throws {
      let used = try Used()
      let cases = [
        ConformanceCase("kit.a", "Passes.") { _ in },
        ConformanceCase("kit.b", "Fails.") { run in run.fail("as expected") },
        ConformanceCase("kit.c", "Is not supported.", without: .savepoints) { _ in },
        ConformanceCase("kit.d", "Throws.") { _ in throw DatabaseError(.other, "as expected") },
      ]
      var subject = used.subject
      subject.profile.knownLimitations = [
        "kit.b": "no b", "kit.c": "no c", "kit.d": "no d", "text.nul": "there is such a case", "kit.x": "no x",
      ]
      let report = await ConformanceSuite.run(cases, on: subject)
      #expect(
        report.results.map(\.outcome) == [
          .passed, .limited("no b"), .notSupported(.has(.savepoints)), .limited("no d"),
        ])
      #expect((report.passed, report.failures.count, report.notSupported, report.limited) == (1, 0, 1, 2))
      #expect(report.unknownLimitations == ["kit.x"])
      #expect(report.remarks == ["There is no case kit.x, which the profile has as a known limitation."])
      #expect(report.counts("SQLite") == "SQLite: 1 passed, 0 failed, 1 not supported, 2 known limitations")
      #expect("\(report)".contains("| known limitation: no b "))
      subject.profile.knownLimitations["kit.a"] = "no a"
      let passing = await cases[0].run(on: subject)
      #expect(
        messages(passing) == ["it passes, though the profile has it as a known limitation (no a); take it out there"])
    }
  }
#endif
