/// The outcome of each case, on one database or on several side by side, as shown by `orda conformance`.
public struct ConformanceChart: Sendable {
  /// The reports, all on the same cases, with their titles.
  public let reports: [(title: String, report: ConformanceReport)]

  /// A chart of reports on the same cases.
  public init(_ reports: [(title: String, report: ConformanceReport)]) { self.reports = reports }

  /// The names of the columns.
  public var columns: [String] {
    ["group", "case"] + (reports.count == 1 ? ["outcome"] : reports.map(\.title)) + ["promise"]
  }

  /// A row for each case.
  public var rows: [[String]] {
    guard let first = reports.first?.report else { return [] }
    return first.results.enumerated().map { index, result in
      let outcomes = reports.map { chart in
        chart.report.results.indices.contains(index) ? chart.report.results[index].outcome.word : ""
      }
      return [result.testCase.group, result.testCase.name] + outcomes + [result.testCase.summary]
    }
  }

  /// The chart as a Markdown table, aligned in its source too.
  public var markdown: String {
    let lines = ([columns] + rows).map { $0.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") } }
    let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String], padding: Character) -> String {
      let padded = zip(cells, widths).map { $0 + String(repeating: padding, count: max(0, $1 - $0.count)) }
      return "| \(padded.joined(separator: " | ")) |\n"
    }
    let rule = widths.map { String(repeating: "-", count: $0) }
    return line(lines[0], padding: " ") + line(rule, padding: "-")
      + lines.dropFirst().map { line($0, padding: " ") }.joined()
  }
}

extension ConformanceReport: CustomStringConvertible {
  /// What each failed check expected and found, a line each, and the limitations that name no case.
  public var remarks: [String] {
    let failed = failures.flatMap { result -> [String] in
      guard case .failed(let failures) = result.outcome else { return [] }
      return failures.map { "FAIL \(result.testCase.name): \($0)" }
    }
    return failed + unknownLimitations.map { "There is no case \($0), which the profile has as a known limitation." }
  }

  /// `SQLite: 238 passed, 0 failed, 2 not supported`, and the number of known limitations, if any.
  public func counts(_ title: String) -> String {
    let counts = "\(title): \(passed) passed, \(failures.count) failed, \(notSupported) not supported"
    return limited == 0 ? counts : "\(counts), \(limited) known \(limited == 1 ? "limitation" : "limitations")"
  }

  /// The chart as Markdown, then what failed, then the counts.
  public var description: String {
    let chart = ConformanceChart([(driverName, self)]).markdown
    return chart + "\n" + (remarks + [counts(driverName)]).joined(separator: "\n")
  }
}

extension ConformanceOutcome {
  /// The outcome in a few words; the reason for a failure does not fit into a chart.
  public var word: String {
    switch self {
    case .passed: "pass"
    case .failed: "FAIL"
    case .limited(let reason): "known limitation: \(reason)"
    case .notSupported(let reason): "not supported: \(reason)"
    }
  }
}
