import Testing

@testable import ORDA

@Suite("Parameters beside question marks") struct AdjacentParametersTests {
  @Test func `A parameter and what stands beside it are no escaped question mark`() throws {
    let dialect = Dialect(doubledQuestionMarks: true)
    let parsed = try ParsedStatement.parse("SELECT \u{1}\u{1}, \u{1}?? \u{1}", interpolations: 4, dialect: dialect)
    #expect(parsed.text == "SELECT ? ?, ? ?? ?")
    #expect(parsed.parameters.nativeCount == 4)
  }
}
