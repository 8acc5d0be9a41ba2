import Testing

@testable import ORDAImport

@Suite struct CSVErrorTests {
  /// What reading a text to its end gives: records' first fields, and errors.
  private func outcome(_ text: String, expecting fields: Int? = nil, longest: Int = 1 << 20) throws -> [String] {
    var format = CSVFormat()
    format.longestRecord = longest
    var reader = CSVReader(MemorySource(text.utf8, chunk: 3), format: format, chunk: 4)
    reader.expectedFields = fields
    var result: [String] = []
    while true {
      do {
        guard let record = try reader.next() else { return result }
        result.append(try record.text(0))
      } catch let error as CSVError {
        result.append("\(error)")
        if !error.canContinue { return result }
      }
    }
  }

  @Test func unclosedQuote() throws {
    let text = "a\nb\nc\nd\n\"e\nf\ng"
    #expect(try outcome(text) == ["a", "b", "c", "d", "line 7: quote opened on line 5 is never closed"])
  }

  @Test func unclosedQuoteOfALaterFieldNamesItsLine() throws {
    #expect(try outcome("\"a\nb\",\"c\nd") == ["line 3: quote opened on line 2 is never closed"])
  }

  @Test func wrongFieldCountLeavesTheNextLineReadable() throws {
    #expect(
      try outcome("a,b\nc\nd,e,f\ng,h\n", expecting: 2) == [
        "a", "line 2: 2 fields expected, 1 found", "line 3: 2 fields expected, 3 found", "g",
      ])
    #expect(try outcome("a,b\n", expecting: 1) == ["line 1: 1 field expected, 2 found"])
  }

  @Test func wrongFieldCountNamesTheRecordsFirstLine() throws {
    #expect(try outcome("\"a\nb\"\nc,d\n", expecting: 2) == ["line 1: 2 fields expected, 1 found", "c"])
  }

  @Test func textAfterAClosingQuote() throws {
    let expected = "line 2: field 2 goes on after its closing quote (a quote within quotes is doubled)"
    #expect(try outcome("a,b\nc,\"d\"e,f\ng,h\n") == ["a", expected, "g"])
    #expect(try outcome("a,b\r\nc,\"d\"e") == ["a", expected])
  }

  @Test func aRecordTooLong() throws {
    let error = try outcome("a\n\"" + String(repeating: "x", count: 3 << 20), longest: 2 << 20)
    #expect(error == ["a", "line 2: more than 2 MiB in one record; is a closing quote missing?"])
  }

  @Test func bytesThatAreNoText() throws {
    var reader = CSVReader(MemorySource([0x61, 0x2C, 0xC3, 0x28, 0x0A]))
    let record = try #require(try reader.next())
    #expect(try record.text(0) == "a")
    #expect(throws: CSVError(line: 1, reason: .notUTF8(field: 2))) { try record.text(1) }
  }
}
