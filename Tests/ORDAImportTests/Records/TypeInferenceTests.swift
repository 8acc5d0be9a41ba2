import ORDA
import Testing

@testable import ORDAImport

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
    "1234567890123456.7e-1", "1e999", "-1e999",
  ]) func reals(_ text: String) {
    #expect(classify(text) == .real)
  }

  @Test(arguments: [
    "", "-", ".", "-.", "007", "00", "-0", "-01", "+49", "1.", "1.e3", " 1", "1 ", "1,000", "NaN", "inf", "0x10", "1e",
    "1e+",
    "e5", "9223372036854775808", "-9223372036854775809", "123456789012345678901234567890", "1e998", "1e-999", "1.2.3",
    "2026-01-01", "١", "1_000", "1.23456789012345678", "01.5", "0." + String(repeating: "0", count: 400) + "1",
  ]) func texts(_ text: String) {
    #expect(classify(text) == .text)
  }

  /// What is known of the columns of a CSV file that has no header.
  private func columns(_ text: String) throws -> [ColumnFacts] {
    var options = CSVRecordOptions()
    options.hasHeader = false
    let fields = text.prefix { $0 != "\n" }.split(separator: ",", omittingEmptySubsequences: false)
    options.columns = fields.indices.map { "c\($0)" }
    let records = try CSVRecords(MemorySource(text.utf8), options: options)
    var inference = TypeInference(names: records.columns)
    while try records.next() { try records.observe(into: &inference) }
    return inference.columns
  }

  private func types(_ text: String) throws -> [ColumnFacts.ColumnType] { try columns(text).map(\.type) }

  /// The types of a column of values.
  private func type(_ values: Value...) -> ColumnFacts.ColumnType {
    var facts = ColumnFacts()
    for value in values { facts.observe(value) }
    return facts.type
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

  @Test func bytesInCSVAreWrittenAsHexadecimalWithoutQuotes() throws {
    #expect(try types("\\x00ff,\"\\x00ff\",\\x0,\\x\n\\x,x,x,x\n") == [.bytes, .text, .text, .text])
  }

  @Test func valuesThatAreNoText() {
    #expect(type(.int(1), .null, .double(1.5)) == .real)
    #expect(type(.int(1 << 53 + 1), .double(1.5)) == .text)
    #expect(type(.bytes([0]), .null) == .bytes)
    #expect(type(.bytes([0]), .text("")) == .text)
    #expect(type(.json("[1]")) == .text)
    #expect(type(.null) == .text)
  }

  @Test func sqlTypes() throws {
    let sql = try columns("1,2.5,x,\\xff\n").map { $0.sql(isKey: false, on: "SQLite") }
    #expect(sql == ["BIGINT", "DOUBLE", "TEXT", "BLOB"])
    #expect(
      try columns("1,2.5,x,\\xff\n").map { $0.sql(isKey: true, on: "SQLite") } == [
        "BIGINT", "DOUBLE", "VARCHAR(255)", "VARBINARY(255)",
      ])
    let long = String(repeating: "x", count: 65_536)
    #expect(try columns(long).map { $0.sql(isKey: true, on: "SQLite") } == ["LONGTEXT"])
    #expect(
      try columns("\\x" + String(repeating: "0", count: 131_074)).map { $0.sql(isKey: false, on: "SQLite") } == [
        "LONGBLOB"
      ])
  }
}
