/// All cases, and their outcomes on a store.
///
/// ```swift
/// let report = await ShelfStoreSuite.run { ShelfStorePlace(MyStore()) }
/// print(report)
/// ```
public enum ShelfStoreSuite {
  /// The cases.
  public static let cases: [ShelfStoreCase] =
    readingCases + contentsCases + writingCases + listingCases + concurrencyCases + indexCases + completenessCases
    + snapshotCases + binaryCases + placeCases

  /// The case of that name; nil if there is none.
  public static func `case`(named name: String) -> ShelfStoreCase? { cases.first { $0.name == name } }

  /// Runs cases one after another, each in a place of its own.
  ///
  /// - Parameters:
  ///   - cases: Which ones; by default all.
  ///   - make: Makes a fresh and empty place.
  public static func run(
    _ cases: [ShelfStoreCase] = ShelfStoreSuite.cases, in make: @Sendable () async throws -> ShelfStorePlace
  ) async -> ShelfStoreReport {
    var results: [ShelfStoreReport.Result] = []
    for testCase in cases {
      results.append(ShelfStoreReport.Result(testCase: testCase, outcome: await testCase.run(in: make)))
    }
    return ShelfStoreReport(results: results)
  }
}

/// The outcomes of all cases.
public struct ShelfStoreReport: Sendable, CustomStringConvertible {
  /// The result of one case.
  public struct Result: Sendable {
    /// The case.
    public let testCase: ShelfStoreCase
    /// Its outcome.
    public let outcome: ShelfStoreOutcome
  }

  /// The results, in the order of the cases.
  public let results: [Result]

  /// True if no case has failed.
  public var isPassed: Bool { failures.isEmpty }

  /// The results of the cases that have failed.
  public var failures: [Result] {
    results.filter { result in if case .failed = result.outcome { true } else { false } }
  }

  /// A line for each case, and the counts of the outcomes.
  public var description: String {
    var lines: [String] = []
    var counts = (passed: 0, failed: 0, skipped: 0)
    for result in results {
      switch result.outcome {
      case .passed:
        counts.passed += 1
        lines.append("passed   \(result.testCase.name)")
      case .failed(let reason):
        counts.failed += 1
        lines.append("FAILED   \(result.testCase.name): \(result.testCase.summary) \(reason)")
      case .notApplicable(let reason):
        counts.skipped += 1
        lines.append("skipped  \(result.testCase.name): \(reason)")
      }
    }
    lines.append("\(counts.passed) passed, \(counts.failed) failed, \(counts.skipped) skipped")
    return lines.joined(separator: "\n")
  }
}
