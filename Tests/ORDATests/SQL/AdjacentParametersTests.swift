import Testing

@testable import ORDA

@Suite("Parameters beside question marks") struct AdjacentParametersTests {
  @Test func `A parameter and what stands beside it are no escaped question mark`() throws {
    let dialect = Dialect(doubledQuestionMarks: true)
    let parsed = try ParsedStatement.parse("SELECT \u{1}\u{1}, \u{1}?? \u{1}", interpolations: 4, dialect: dialect)
    #expect(parsed.text == "SELECT ? ?, ? ?? ?")
    #expect(parsed.parameters.nativeCount == 4)
  }

  @Test func `A numbered parameter behind a sign is no name of a parameter`() throws {
    let dialect = Dialect(arraySlices: true, parameterSigils: [.colon, .at], parameterStyle: .dollarNumbers)
    let parsed = try ParsedStatement.parse("SELECT a[1:\u{1}], @\u{1}", interpolations: 2, dialect: dialect)
    #expect(parsed.text == "SELECT a[1: $1], @ $2")
    #expect(parsed.parameters.nativeCount == 2)
  }
}
