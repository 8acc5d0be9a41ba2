#if Conformance
  import Foundation
  import ORDAConformance
  import Testing

  /// The chart in docs/conformance.md.
  enum ConformancePage {
    /// The outcomes by case and database.
    static let outcomes: Result<[String: [String: String]], any Error> = Result {
      let rows = try Self.rows()
      guard let header = rows.first else { return [:] }
      return Dictionary(
        rows.dropFirst(2).map { row in (row[1], Dictionary(zip(header, row)) { first, _ in first }) },
        uniquingKeysWith: { first, _ in first })
    }

    /// The cells of the chart, line by line, the line below the header too.
    static func rows() throws -> [[String]] {
      var root = URL(fileURLWithPath: #filePath)
      for _ in 0..<4 { root.deleteLastPathComponent() }
      let page = try String(contentsOf: root.appendingPathComponent("docs/conformance.md"), encoding: .utf8)
      let chart = page.components(separatedBy: "\n").drop { !$0.hasPrefix("| group") }.prefix { $0.hasPrefix("|") }
      return chart.map { line in
        line.dropFirst().dropLast().components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
    }
  }

  @Suite("The page about conformance") struct ConformancePageTests {
    @Test("shows every case with its promise, in order; Scripts/conformance.sh writes it anew")
    func cases() throws {
      let rows = try ConformancePage.rows()
      #expect(rows.first == ["group", "case"] + TestedDatabase.allCases.map(\.rawValue) + ["promise"])
      #expect(rows.dropFirst(2).map { $0[1] } == ConformanceSuite.cases.map(\.name))
      #expect(rows.dropFirst(2).map { $0.last } == ConformanceSuite.cases.map(\.summary))
    }
  }
#endif
