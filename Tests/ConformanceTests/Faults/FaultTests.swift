#if Conformance
  import ORDA
  import ORDAConformance
  import Testing

  @testable import Command

  @Suite("A driver with a fault fails") struct FaultTests {
    static func subject(
      _ fault: Fault?, _ strictness: Strictness = Strictness(), timeLimit: Duration = .seconds(5)
    ) -> ConformanceSubject {
      var profile = ConformanceProfile.memory("")
      // They would lead to another driver.
      (profile.missingDatabaseURL, profile.notADatabaseURL) = (nil, nil)
      if fault == .ignoresCancelling {
        // Nothing stops it, so it must end by itself.
        profile.slowQuery = """
          WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000000) SELECT SUM(n) FROM c
          """
      }
      return ConformanceSubject(
        driver: FaultyDriver(fault: fault, strictness: strictness), url: "faulty::memory:", profile: profile,
        timeLimit: timeLimit)
    }

    static func report(
      _ fault: Fault?, _ cases: [ConformanceCase] = ConformanceSuite.cases
    ) async -> ConformanceReport {
      await ConformanceSuite.run(cases, on: subject(fault, timeLimit: .seconds(fault == nil ? 120 : 2)))
    }

    /// Of each fault, cases that must find it.
    static let expected: [(fault: Fault, cases: [String])] = [
      (.wrapsIntegers, ["values.integer.minimum", "values.integer.maximum", "values.integer.awaited"]),
      (.roundsDoubles, ["values.double.shortest", "values.double.limits"]),
      (.losesLastByte, ["values.bytes.all", "values.bytes.megabyte", "values.bytes.lent"]),
      (.trimsText, ["text.empty", "text.nul", "text.spaces", "text.short"]),
      (.composesText, ["text.normalization"]),
      (.readsNullAsEmpty, ["nulls.every.type", "nulls.lent"]),
      (.readsNumbersAsText, ["values.integer.untyped", "values.double.whole"]),
      (.forgetsMicroseconds, ["values.time.kept", "values.timestamp.kept", "values.instant.kept"]),
      (
        .bindsEmptyLists,
        ["lists.in", "lists.column", "lists.same", "lists.many", "lists.keys", "lists.written", "lists.prepared"]
      ),
      (.bindsEmptyLists, ["live.entries.keys", "live.delete.many"]),
      (.givesNoRows, ["results.row.first", "rows.tuples", "parameters.positional"]),
      (.losesLastRow, ["results.many", "rows.lent"]),
      (.repeatsFirstRow, ["results.row.first", "rows.decodable"]),
      (.mixesUpNames, ["results.columns.names", "rows.codable"]),
      (.tellsNoCounts, ["keys.generated", "keys.changed.update", "keys.lastID.query"]),
      (.tellsStaleKeys, ["keys.lastID.update", "keys.lastID.failed"]),
      (.swallowsErrors, ["keys.lastID.failed", "scripts.undone"]),
      (.tellsNoKinds, ["opening.option.noCache", "scripts.error"]),
      (.refusesEverything, ["values.integer.8", "injection.value.singleQuote"]),
      (.ignoresRollback, ["scripts.undone"]),
      (.ignoresRollback, ["transactions.closure.undone", "transactions.nested.outerUndone"]),
      (.ignoresCommit, ["scripts.committed", "transactions.closure.committed"]),
      (.ignoresSavepoints, ["transactions.nested.undone", "transactions.savepoint.undone"]),
      (
        .keepsSessions, ["connections.session.temporary", "connections.session.changes", "connections.session.scripts"]
      ),
      (.ignoresCancelling, ["limits.timeout.call", "limits.cancel.statement"]),
    ]

    @Test("the cases that are about it", arguments: expected)
    func fails(_ fault: Fault, _ cases: [String]) async throws {
      for name in cases {
        let testCase = try #require(ConformanceSuite.case(named: name))
        let outcome = await testCase.run(on: Self.subject(fault))
        guard case .failed(let failures) = outcome else {
          Issue.record("\(name) is \(outcome) on a driver that \(fault)")
          continue
        }
        #expect(failures.allSatisfy { $0.line > 0 && $0.file.hasPrefix("ORDAConformance/") && !$0.message.isEmpty })
      }
    }
  }
#endif
