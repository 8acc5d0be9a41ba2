import ORDAConformance

/// What became of each case, on one database or on several beside each other.
struct ConformanceChart {
  /// The reports, which are of the same cases, with their titles.
  let reports: [(title: String, report: ConformanceReport)]

  var columns: [String] {
    ["group", "case"] + (reports.count == 1 ? ["outcome"] : reports.map(\.title)) + ["promise"]
  }

  var rows: [[String?]] {
    guard let first = reports.first?.report else { return [] }
    return first.results.enumerated().map { index, result in
      let outcomes = reports.map { Self.word($0.report.results[index].outcome) }
      return [result.testCase.group, result.testCase.name] + outcomes + [result.testCase.summary]
    }
  }

  /// `SQLite: 238 passed, 0 failed, 2 not supported`
  static func counts(_ title: String, _ report: ConformanceReport) -> String {
    "\(title): \(report.passed) passed, \(report.failures.count) failed, \(report.notSupported) not supported"
  }

  /// The outcome in a few words; why a case failed does not fit a chart.
  private static func word(_ outcome: ConformanceOutcome) -> String {
    switch outcome {
    case .passed: "pass"
    case .failed: "FAIL"
    case .notSupported(let reason): "not supported: \(reason)"
    }
  }
}
