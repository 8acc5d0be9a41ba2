import Testing

@testable import Command

@Suite struct TypeInferenceTests {
  private func classify(_ text: String) -> TypeInference.FieldType {
    Array(text.utf8).withUnsafeBufferPointer { TypeInference.classify($0) }
  }

  @Test(arguments: ["0", "7", "-12", "9007199254740992"]) func integers(_ text: String) {
    #expect(classify(text) == .integer(isWide: false))
  }

  @Test(arguments: ["9007199254740993", "9223372036854775807", "-9223372036854775808"]) func wideIntegers(
    _ text: String
  ) {
    #expect(classify(text) == .integer(isWide: true))
  }

  @Test(arguments: [
    "1.5", "-0.5", ".5", "-.5", "0.0", "2e3", "2E-3", "1.0e+10", "1.0078250319000", "0.1000000000000000",
    "1234567890123456.7e-1",
  ]) func reals(_ text: String) {
    #expect(classify(text) == .real)
  }

  @Test(arguments: [
    "", "-", ".", "-.", "007", "00", "-0", "-01", "+49", "1.", "1.e3", " 1", "1 ", "1,000", "NaN", "inf", "0x10", "1e",
    "1e+",
    "e5", "9223372036854775808", "-9223372036854775809", "123456789012345678901234567890", "1e999", "1e-999", "1.2.3",
    "2026-01-01", "١", "1_000", "1.23456789012345678", "01.5", "0." + String(repeating: "0", count: 400) + "1",
  ]) func texts(_ text: String) {
    #expect(classify(text) == .text)
  }

  private func types(_ text: String) throws -> [TypeInference.ColumnType] {
    var reader = CSVReader(MemorySource(text.utf8))
    var inference: TypeInference?
    while let record = try reader.next() {
      if inference == nil { inference = TypeInference(columns: record.count) }
      inference?.observe(record)
    }
    return inference?.types ?? []
  }

  @Test func columnsTakeTheNarrowestTypeThatFitsAll() throws {
    #expect(try types("1,1,x,1\n2,2.5,2,007\n") == [.integer, .real, .text, .text])
  }

  @Test func nullsFitEverything() throws {
    #expect(try types(",,,\n1,1.5,x,\n") == [.integer, .real, .text, .text])
  }

  @Test func emptyTextIsText() throws {
    #expect(try types("1,\"\"\n2,3\n") == [.integer, .text])
  }

  @Test func quotedNumbersAreNumbers() throws {
    #expect(try types("\"1\",\"1.5\"\n") == [.integer, .real])
  }

  @Test func wideIntegersAmongFractionsStayExact() throws {
    #expect(try types("9007199254740993,9007199254740992\n1.5,1.5\n") == [.text, .real])
  }

  @Test func recordsOfOtherLengths() throws {
    #expect(try types("1,2\n3\n4,5,6\n") == [.integer, .integer])
  }

  @Test func sqlTypes() throws {
    var inference = TypeInference(columns: 3)
    var reader = CSVReader(MemorySource("1,2.5,x\n".utf8))
    inference.observe(try #require(try reader.next()))
    #expect(inference.sqlTypes == ["BIGINT", "DOUBLE", "TEXT"])
    var long = TypeInference(columns: 1)
    var longReader = CSVReader(MemorySource(String(repeating: "x", count: 65_536).utf8))
    long.observe(try #require(try longReader.next()))
    #expect(long.sqlTypes == ["LONGTEXT"])
  }
}
