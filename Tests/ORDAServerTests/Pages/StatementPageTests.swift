import ORDA
import TestSupport
import Testing

@testable import ORDAServer

/// The page of statements.
@Suite struct StatementPageTests {
  private func served(isWritable: Bool) async throws -> ServedSite {
    try await ServedSite(
      """
      CREATE TABLE sale (year INTEGER, amount REAL, place TEXT);
      INSERT INTO sale VALUES (2024, 3, 'Ulm'), (2025, 4.5, 'Bonn'), (2026, 6, 'Kiel');
      """, isWritable: isWritable)
  }

  private func address(_ sql: String, _ more: String = "") -> String {
    "/music/sql?sql=" + PercentCoding.encoded(sql) + more
  }

  @Test(arguments: [false, true]) func anAddressHasAResult(_ isWritable: Bool) async throws {
    let served = try await served(isWritable: isWritable)
    let page = try await served.get(address("SELECT place FROM sale WHERE year = :year", "&p.year=2025&run=1"))
    #expect(page.status == 200)
    #expect(page.text.contains("<td>Bonn</td>") && !page.text.contains("<td>Ulm</td>"), "\(page.text)")
    // Whose parameter nobody has given a value is asked for.
    let asked = try await served.get(address("SELECT place FROM sale WHERE year = :year"))
    #expect(asked.text.contains("name=\"p.year\"") && !asked.text.contains("<td>"))
  }

  @Test(arguments: [false, true]) func resultsAreDrawn(_ isWritable: Bool) async throws {
    let served = try await served(isWritable: isWritable)
    let (numbers, names) = ("SELECT year, amount FROM sale", "SELECT place, amount FROM sale")
    let page = try await served.get(address(numbers))
    for kind in ["line", "scatter", "bar"] { #expect(page.text.contains("chart=\(kind)")) }
    #expect(!page.text.contains("<svg"))
    #expect(try await served.get(address(numbers, "&chart=line")).text.contains("<polyline"))
    #expect(try await served.get(address(numbers, "&chart=scatter")).text.split(separator: "<circle").count == 4)
    #expect(try await served.get(address(names, "&chart=bar")).text.split(separator: "<rect").count == 4)
    #expect(try await !served.get(address(names)).text.contains("chart=scatter"))
    #expect(try await !served.get(address("SELECT place FROM sale")).text.contains("chart="))
  }

  @Test(arguments: [false, true]) func plansAreShown(_ isWritable: Bool) async throws {
    let served = try await served(isWritable: isWritable)
    let page = try await served.get(address("SELECT * FROM sale WHERE year = 2025", "&plan=1"))
    #expect(page.text.contains("SCAN sale"), "\(page.text)")
  }

  @Test func anAddressNeverWrites() async throws {
    let served = try await served(isWritable: true)
    for more in ["", "&run=1", "&chart=bar", "&plan=1"] {
      let page = try await served.get(address("INSERT INTO sale VALUES (1, 2, 'x') RETURNING year, amount", more))
      #expect(page.status == 200 && page.text.contains("RETURNING year"))
    }
    #expect(try await served.db.first("SELECT count(*) FROM sale")?.get(0) == 3)
    let posted = try await served.post(
      "/music/sql", ["sql": "INSERT INTO sale VALUES (1, 2, 'x'), (2, 3, 'y') RETURNING year, amount"])
    #expect(posted.text.contains("<td class=\"number\">1</td>") && !posted.text.contains("chart="), "\(posted.text)")
    #expect(try await served.db.first("SELECT count(*) FROM sale")?.get(0) == 5)
  }
}
