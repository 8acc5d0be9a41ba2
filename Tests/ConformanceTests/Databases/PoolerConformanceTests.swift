#if Conformance && PostgreSQL
  import ORDA
  import ORDAConformance
  import PostgreSQLTestServer
  import TestSupport
  import Testing

  @testable import Command

  @Suite("The PostgreSQL driver keeps ORDA's promises without prepared statements", .ownThread)
  struct PoolerConformanceTests {
    @Test("with prepare=off", .serialized, arguments: ConformanceSuite.cases)
    func direct(_ testCase: ConformanceCase) async throws {
      try await check(testCase, on: Self.direct.get().subject)
    }

    @Test("through PgBouncer in session mode", .serialized, arguments: pooled)
    func session(_ testCase: ConformanceCase) async throws {
      var subject = try Self.session.get().subject
      subject.profile.leaveOutLoginSettings()
      try await check(testCase, on: subject)
    }

    @Test(
      "through PgBouncer in transaction mode, except cases that need a dedicated session", .serialized,
      arguments: pooled)
    func transaction(_ testCase: ConformanceCase) async throws {
      try await check(testCase, on: Self.transaction.get().subject)
    }

    /// Through the poolers changes are polled, by statements that the cases of live rows would count.
    private static let pooled = ConformanceSuite.cases.filter { !$0.name.hasPrefix("live.") }

    /// A failure is also a known limitation of the profile that has none.
    private func check(_ testCase: ConformanceCase, on subject: ConformanceSubject) async throws {
      var subject = subject
      subject.timeLimit = .seconds(300)
      let outcome = await testCase.run(on: subject)
      #expect(!outcome.isFailure, "\(outcome)")
      if case .notSupported(.profile(let reason)) = outcome {
        #expect(Self.lacking.contains(reason), "\(testCase.name): \(reason)")
      }
    }

    /// What the profiles don't have.
    private static let lacking: Set<String> = [
      "the profile has no transactionEndingSQL", "the profile has no notADatabaseURL",
      // Through PgBouncer.
      "the profile has no shortLockWait", "the profile has no readOnlyURL", "the profile has no wrongPasswordURL",
    ]

    // MARK: Databases

    /// A database, and the pooler in front of it.
    private final class Place: Sendable {
      private let own: TestedDatabase.Own
      private let database: PostgreSQLDatabase
      private let pooler: PgBouncer?

      var subject: ConformanceSubject { own.target.subject }

      init(_ mode: PgBouncer.Mode?, _ options: String) throws {
        let database = try PostgreSQLDatabase()
        pooler = try mode.map { try PgBouncer($0, server: database.url) }
        self.database = database
        own = try TestedDatabase.Own((pooler?.url ?? database.url) + "?" + options)
      }
    }

    private static let direct = Result { try Place(nil, "prepare=off") }
    // The log can't be read through the pooler.
    private static let session = Result { try Place(.session, "prepare=off&changes=poll") }
    private static let transaction = Result { try Place(.transaction, "pooler=transaction") }
  }
#endif
