import Testing
import TestSupport

@testable import Command

@Suite struct ExampleFileTests {
  @Test func elements() throws {
    let rows = try ExampleFile.elements.rows(TourSQL.elementColumns).map { $0.map { $0.caseAndText } }
    #expect(rows.count == 118)
    #expect(rows.first == ["'1'", "'H'", "'Hydrogen'", "'1.0080'", "'0.0708'"])
    #expect(rows[42] == ["'43'", "'Tc'", "'Technetium'", "NULL", "'11.5'"])
  }

  @Test func isotopes() throws {
    let rows = try ExampleFile.isotopes.rows(TourSQL.isotopeColumns).map { $0.map { $0.caseAndText } }
    #expect(rows.count == 2939)
    #expect(rows.last == ["'118'", "'294'", "'294.213980'", "NULL", "'1'"])
    let numbers = Set(try ExampleFile.elements.rows(["number"]).map { $0[0].caseAndText })
    #expect(rows.allSatisfy { numbers.contains($0[0]) })
  }

  @Test func aColumnThatIsNotThereIsNull() throws {
    #expect(try ExampleFile.elements.rows(["nonsense"]).allSatisfy { $0[0].caseAndText == "NULL" })
  }
}
